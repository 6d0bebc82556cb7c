// Long computations in turns of the event loop, so that requests are served in between (D771).
import { channel } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of one turn, for all computations in it together. */
const TURN_MS = 8;

/** Each time that a computation asks, for tests and diagnosis. */
export const TURNS_CHANNEL = 'colophon:turn';
const turns = channel(TURNS_CHANNEL);

let began: number | undefined;

/** Whether the present turn has lasted long enough: what remains belongs to a later one (`nextTurn`). */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => (began = undefined));
  }
  if (turns.hasSubscribers) turns.publish({ lasted: now - began });
  return now - began >= TURN_MS;
}

export { nextTurn };

/** Runs `step` until it returns false. */
export async function runInSlices(step: () => boolean): Promise<void> {
  while (step()) if (isTurnOver()) await nextTurn();
}

/** As the `map` of a list. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    made.push(make(item, index));
    if (isTurnOver()) await nextTurn();
  }
  return made;
}
