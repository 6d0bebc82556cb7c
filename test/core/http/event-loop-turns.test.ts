// Pieces of work that are longer than a turn of the event loop have turns of their own, between which others are served (D771).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTurnOver, mapInSlices, nextTurn, runInSlices } from '../../../core/event-loop-turns.ts';

const PIECES = [0, 1, 2, 3, 4];

/** Turns that have ended. */
let ended = 0;
let ticking: NodeJS.Immediate;
const tick = (): void => {
  ended += 1;
  ticking = setImmediate(tick);
};

beforeEach(() => {
  ended = 0;
  tick();
});
afterEach(() => clearImmediate(ticking));

/** Longer than a turn. @returns the turn in which it was */
function piece(): number {
  const end = performance.now() + 12;
  while (performance.now() < end);
  return ended;
}

describe('pieces that are longer than a turn', () => {
  it('of a list are in turns of their own', async () => {
    expect(new Set(await mapInSlices(PIECES, piece)).size).toBe(PIECES.length);
  });

  it('of steps are in turns of their own', async () => {
    const used = new Set<number>();
    let steps = 0;
    await runInSlices(() => {
      used.add(piece());
      return ++steps < PIECES.length;
    });
    expect(used.size).toBe(PIECES.length);
  });

  it('of works that wait together are in turns of their own, and none is far ahead', async () => {
    const order: string[] = [];
    const workOf = (name: string): Promise<number[]> =>
      mapInSlices(PIECES, () => {
        order.push(name);
        return piece();
      });
    const used = (await Promise.all([workOf('a'), workOf('b'), workOf('c')])).flat();
    expect(new Set(used).size).toBe(used.length);
    for (const at of order.keys()) {
      const counts = ['a', 'b', 'c'].map((name) => order.slice(0, at + 1).filter((each) => each === name).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
    }
  });
});

it('what is short does not wait for all that is long', async () => {
  let pieces = 0;
  const long = Array.from({ length: 20 }, () =>
    mapInSlices(PIECES, () => {
      pieces += 1;
      return piece();
    }),
  );
  const short = async (): Promise<number> => {
    await nextTurn();
    const before = pieces;
    for (let waits = 0; waits < 3; waits++) await nextTurn();
    return pieces - before;
  };
  // Each of its waits lets one long work go on, of twenty.
  expect(await short()).toBeLessThanOrEqual(6);
  await Promise.all(long);
});

it('the first piece after a wait for another turn counts', async () => {
  await nextTurn();
  piece();
  expect(isTurnOver()).toBe(true);
});
