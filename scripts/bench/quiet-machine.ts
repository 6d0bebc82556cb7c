// What else the machine does: a round beside other busy programs says little.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 500;
/** Share of all processors that others may use. */
const QUIET = 0.12;

/** Milliseconds that all processors together have been busy. */
export const busyTime = (): number =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** True when others used too much of a stretch of time: `own` is what we used ourselves; all in milliseconds. */
export const isDisturbed = (busy: number, own: number, wall: number): boolean =>
  (busy - own) / (wall * os.cpus().length) > QUIET;

/** Waits until the machine has nothing else to do, at most `limitMs`. */
export async function waitForQuiet(limitMs: number): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end;) {
    const [busy, at] = [busyTime(), performance.now()];
    await sleep(LOOK_MS);
    if (!isDisturbed(busyTime() - busy, 0, performance.now() - at)) return;
  }
}
