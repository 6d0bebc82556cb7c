import { isInTransaction } from './ambient-transaction.ts';

/**
 * Makes a read that concurrent callers share: callers that arrive during a read get the next one, which starts later and so
 * sees every write that was acknowledged before. In an ambient transaction each caller reads separately, to see its own writes.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    const started = read().finally(() => {
      if (current === started) current = undefined;
    });
    current = started;
    return started;
  };
  return () => {
    if (isInTransaction()) return read();
    if (!current) return start();
    const begin = (): Promise<T> => {
      next = undefined;
      return start();
    };
    next ??= current.then(begin, begin);
    return next;
  };
}
