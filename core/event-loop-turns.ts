// Long computations in turns of the event loop, so that requests are served in between (D771). In a turn what has arrived goes on,
// and then what waits, the longest wait first: both until the turn is over. What has had turns and what has not go on alternately,
// so that a short request does not wait for all long ones at each of its steps.
import { channel } from 'node:diagnostics_channel';
// Not the global one: tests with a stopped clock replace it.
import { performance } from 'node:perf_hooks';

/** Of what has arrived together, and of what goes on together after a wait. */
const TURN_MS = 8;

/** Each time that a computation asks, for tests and diagnosis. */
export const TURNS_CHANNEL = 'colophon:turn';
const turns = channel(TURNS_CHANNEL);

const passOfLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

let began = performance.now();
/** Tells turns apart. An immediate that ends the turn would cost a pass that has nothing else to do. */
let pass = passOfLoop();
const beginning: (() => void)[] = [];
const continued: (() => void)[] = [];
let isContinuedNext = false;
let isResuming = false;

/** @returns how long the present turn has lasted: from the first call in it on */
function lasting(): number {
  const now = performance.now();
  const current = passOfLoop();
  if (current !== pass) [began, pass] = [now, current];
  return now - began;
}

/** Whether the present turn has lasted long enough: what remains belongs to a later one. Asked before and after each piece. */
export function isTurnOver(): boolean {
  const lasted = lasting();
  if (turns.hasSubscribers) turns.publish({ lasted });
  return lasted >= TURN_MS;
}

function beginTurn(): void {
  began = performance.now();
  pass = passOfLoop();
}

function resumeFirst(): void {
  const [first, second] = isContinuedNext ? [continued, beginning] : [beginning, continued];
  isContinuedNext = !isContinuedNext;
  (first.shift() ?? second.shift())?.();
  // After the piece that goes on now, which is in microtasks.
  queueMicrotask(() => process.nextTick(resumeOthers));
}

function resumeOthers(): void {
  const isWaiting = beginning.length + continued.length > 0;
  if (isWaiting && lasting() < TURN_MS) return resumeFirst();
  beginTurn();
  isResuming = isWaiting;
  if (isResuming) setImmediate(resume);
}

function resume(): void {
  beginTurn();
  resumeFirst();
}

/** Waits until other requests were served. @param isContinued in the middle of a computation of many pieces */
export function nextTurn(isContinued = false): Promise<void> {
  // The first immediate may still run in the present turn.
  if (!isResuming) setImmediate(() => setImmediate(resume));
  isResuming = true;
  return new Promise((resolve) => (isContinued ? continued : beginning).push(resolve));
}

/** Runs `step` until it returns false. */
export async function runInSlices(step: () => boolean): Promise<void> {
  for (let isContinued = false; ; isContinued = true) {
    if (isTurnOver()) await nextTurn(isContinued);
    if (!step()) return;
  }
}

/** Goes through the steps of a generator. @returns what it returns */
export async function stepsInSlices<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  for (let isContinued = false; ; isContinued = true) {
    if (isTurnOver()) await nextTurn(isContinued);
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As the `map` of a list. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (isTurnOver()) await nextTurn(index > 0);
    made.push(make(item, index));
  }
  if (isTurnOver()) await nextTurn(made.length > 1);
  return made;
}
