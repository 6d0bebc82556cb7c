// A clock that tests set and advance.
import type { Clock } from '../../../core/clock.ts';

export interface StoppedClock extends Clock {
  set(iso: string): void;
  advance(milliseconds: number): void;
}

export function stoppedClock(iso = '2026-05-13T07:09:23Z'): StoppedClock {
  let now = new Date(iso);
  return {
    now: () => new Date(now),
    set: (text) => {
      now = new Date(text);
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}
