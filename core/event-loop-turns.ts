// Long computations in turns of the event loop, so that requests are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of one turn. */
const TURN_MS = 8;

/** Runs `step` until it returns false. */
export async function runInSlices(step: () => boolean): Promise<void> {
  for (let since = performance.now(); step();) {
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
