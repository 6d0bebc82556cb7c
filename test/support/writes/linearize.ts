// Whether responses to concurrent requests can be explained: is there an order of the requests, each between its
// sending and its response, in which a model gives the same responses and ends in the same state?

export interface Call<Operation> {
  operation: Operation;
  /** Whether the service did it, according to its response. */
  accepted: boolean;
  /** Times of one clock. */
  began: number;
  ended: number;
}

export interface Model<State, Operation> {
  /** The states that the operation may lead to; none when the model refuses it. Leaves the state that it is given as it is. */
  apply(state: State, operation: Operation): readonly State[];
  /** The same text for the same state. */
  key(state: State): string;
  /** Whether the final data can belong to this state. */
  isLike(state: State, found: State): boolean;
}

export interface Outcome<State, Operation> {
  start: State;
  calls: readonly Call<Operation>[];
  end: State;
}

/** @returns the calls in an order that explains all responses, or undefined when there is none */
export function findOrder<State, Operation>(
  model: Model<State, Operation>,
  { start, calls, end }: Outcome<State, Operation>,
): Call<Operation>[] | undefined {
  const hopeless = new Set<string>();
  const number = new Map(calls.map((call, index) => [call, index]));

  /** Calls that may be next: no remaining call got its response before they were sent. */
  const candidates = (left: readonly Call<Operation>[]): Call<Operation>[] => {
    const firstEnd = Math.min(...left.map((call) => call.ended));
    return left.filter((call) => call.began <= firstEnd);
  };

  const search = (state: State, left: readonly Call<Operation>[]): Call<Operation>[] | undefined => {
    if (left.length === 0) return model.isLike(state, end) ? [] : undefined;
    const key = `${left.map((call) => number.get(call)).join(',')} ${model.key(state)}`;
    if (hopeless.has(key)) return undefined;
    const possible = candidates(left).flatMap((call) => {
      const next = model.apply(state, call.operation);
      if (!call.accepted) return next.length === 0 ? [{ call, next: state }] : [];
      return next.map((one) => ({ call, next: one }));
    });
    // A refused call changes nothing in any position, so it can be placed immediately.
    const idle = possible.find(({ call }) => !call.accepted);
    for (const { call, next } of idle ? [idle] : possible) {
      const rest = search(
        next,
        left.filter((other) => other !== call),
      );
      if (rest) return [call, ...rest];
    }
    hopeless.add(key);
    return undefined;
  };
  // The order of the responses is mostly the right one.
  return search(
    start,
    calls.toSorted((a, b) => a.ended - b.ended),
  );
}
