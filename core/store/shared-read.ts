import { isInTransaction } from './ambient-transaction.ts';

/**
 * Makes a read that those who ask while one is under way share: they get the next one, which begins after they asked and
 * so sees every write that was acknowledged before. In an ambient transaction each reads for itself what that has written.
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
