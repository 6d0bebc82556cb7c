// Reads that no previous primary serves (D657).
import { expect, it } from 'vitest';
import { createCurrentReads } from '../../../core/store/recorded/current-reads.ts';

/** @param terms the primary before and after each read, in turn */
function readsWith(terms: (string | undefined)[], confirm: () => Promise<null> = () => Promise.resolve(null)) {
  const queries: unknown[] = [];
  const state = {
    findOne: (_filter: unknown, options: unknown) => {
      queries.push(options);
      return confirm();
    },
  };
  let reads = 0;
  const readCurrent = createCurrentReads({ state } as never, { term: () => terms.shift() });
  return { queries, read: () => readCurrent(() => Promise.resolve(++reads)) };
}

it('accepts a read while a majority confirms the same primary', async () => {
  const { queries, read } = readsWith(['a 1', 'a 1']);
  expect(await read()).toBe(1);
  expect(queries).toEqual([expect.objectContaining({ readConcern: { level: 'linearizable' } })]);
});

it('reads again after an election, and while there is no primary', async () => {
  const { read } = readsWith(['a 1', 'b 2', undefined, 'b 2', 'b 2', 'b 2']);
  expect(await read()).toBe(3);
});

it('accepts no read from a member that a majority does not confirm as the primary', async () => {
  const { read } = readsWith(['a 1', 'a 1'], () => Promise.reject(new Error('no majority')));
  await expect(read()).rejects.toThrow('no majority');
});

it('ends after a time limit', async () => {
  let term = 0;
  const { read } = readsWith(Array.from({ length: 20 }, () => String(++term)));
  await expect(read()).rejects.toThrow('the primary changes all the time');
});
