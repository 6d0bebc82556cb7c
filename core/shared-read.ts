// Reads, and other work, that callers of the same moment share.

/**
 * Callers during a read get the next one, which starts later and so sees every write that was acknowledged before their
 * call.
 * @param read gets what each of its callers wants
 */
export function sharedRead<Result, Wanted = void>(
  read: (wanted: readonly Wanted[]) => Promise<Result>,
): (wanted: Wanted) => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: { wanted: Wanted[]; result: Promise<Result> } | undefined;

  function begin(): NonNullable<typeof next> {
    const wanted: Wanted[] = [];
    const start = (): Promise<Result> => {
      next = undefined;
      const started = read(wanted);
      current = started;
      return started;
    };
    return { wanted, result: current.then(start, start) };
  }

  return (wanted) => {
    next ??= begin();
    next.wanted.push(wanted);
    return next.result;
  };
}
