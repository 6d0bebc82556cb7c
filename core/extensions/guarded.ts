// Runs code of extensions with a time limit, and logs its errors under its name (D316).
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { ObjectProposal } from '../events/events.ts';
import { copyJson, type Json } from '../description/openapi-document.ts';
import type { BeforeObject, ExtensionTools } from './extension.ts';

/** Maximum of waiting tasks of one hook; more are dropped, with a log entry. */
const MAX_WAITING = 10_000;

/** @throws Error on a timeout; the work itself continues, and its result is ignored */
async function withinTime<T>(seconds: number, work: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new Error(`it takes longer than ${seconds} s (EXTENSION_TIMEOUT)`));
    timer = setTimeout(end, seconds * 1000);
  });
  try {
    return await Promise.race([(async () => work())(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Guard {
  log: Logger;
  /** Time limit. */
  seconds: number;
  /** Name of the work: `before createTypedObject`. */
  what: string;
}

/** Logs errors under its name. @throws ApiError unchanged, to refuse the request; other errors become 500 */
export async function guarded<T>({ log, seconds, what }: Guard, work: () => T | Promise<T>): Promise<T> {
  try {
    return await withinTime(seconds, work);
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error }, `${what} failed`);
    throw error;
  }
}

export type Background = ReturnType<typeof createBackground>;

export function createBackground({ log, seconds, what }: Guard) {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let dropped = 0;
  const run = async (work: () => unknown): Promise<void> => {
    try {
      await withinTime(seconds, work);
    } catch (error) {
      log.error({ err: error }, `${what} failed`);
    }
    waiting -= 1;
    if (waiting === 0 && dropped > 0) {
      log.error({ dropped }, `${what} was notified of too many events at once; some were dropped`);
      dropped = 0;
    }
  };
  return {
    /** Runs one after the other; errors are logged. */
    add(work: () => unknown): void {
      if (waiting >= MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting += 1;
      last = last.then(() => run(work));
    },
    /** Resolves when all tasks have ended. */
    settled: () => last,
  };
}

/** A listener that refuses what the hook refuses. @throws ApiError; errors of the hook, which become 500 */
export function objectGuard(
  hook: BeforeObject,
  tools: ExtensionTools,
  seconds: number,
): (proposal: ObjectProposal) => Promise<void> {
  const guard = { log: tools.log, seconds, what: 'before object' };
  return async ({ attributes, ...proposal }) => {
    // A copy, so that the hook cannot change the write.
    // cast: as clients see them, so JSON; the copy has the same type
    const shown = { ...proposal, attributes: copyJson(attributes as Json) as typeof attributes };
    const answer: unknown = await guarded(guard, () => hook(shown, tools));
    if (answer === undefined || answer === null) return;
    tools.log.error('before object returned a value, but cannot change anything');
    throw new ApiError('internal_error', 'An internal error has occurred.');
  };
}
