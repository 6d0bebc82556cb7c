// The search for an order that explains the responses to concurrent requests, tested with a number that only grows.
import { describe, expect, it } from 'vitest';
import { findOrder, type Call, type Model } from '../../support/writes/linearize.ts';

/** Sets the number; refused unless it grows. */
const growing: Model<number, number> = {
  apply: (state, operation) => (operation > state ? [operation] : []),
  key: String,
  isLike: (state, found) => state === found,
};

const call = (operation: number, accepted: boolean, began: number, ended: number): Call<number> => ({
  operation,
  accepted,
  began,
  ended,
});

describe('findOrder', () => {
  it('finds an order of requests that overlap', () => {
    const calls = [call(5, true, 0, 10), call(3, true, 0, 10), call(4, false, 0, 10)];
    const order = findOrder(growing, { start: 0, calls, end: 5 });
    expect(order?.map((one) => one.operation)).toEqual([3, 5, 4]);
  });

  it('finds none that contradicts the times', () => {
    const calls = [call(5, true, 0, 1), call(3, true, 2, 10)];
    expect(findOrder(growing, { start: 0, calls, end: 5 })).toBeUndefined();
  });

  it('finds none when an accepted request has no effect', () => {
    const calls = [call(5, true, 0, 10), call(3, true, 0, 10)];
    expect(findOrder(growing, { start: 0, calls, end: 3 })).toBeUndefined();
  });

  it('finds none when a refused request has an effect', () => {
    expect(findOrder(growing, { start: 0, calls: [call(5, false, 0, 10)], end: 5 })).toBeUndefined();
  });

  it('finds none when a request is refused without a reason', () => {
    const calls = [call(5, false, 0, 10), call(3, true, 0, 10)];
    expect(findOrder(growing, { start: 0, calls, end: 3 })).toBeUndefined();
  });
});
