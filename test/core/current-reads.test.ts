// Reads that no former primary answers (D657).
import { expect, it } from 'vitest';
import { createCurrentReads } from '../../core/store/current-reads.ts';

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

it('takes what was read while the primary has stayed the same, which a majority says', async () => {
  const { queries, read } = readsWith(['a 1', 'a 1']);
  expect(await read()).toBe(1);
  expect(queries).toEqual([expect.objectContaining({ readConcern: { level: 'linearizable' } })]);
});

it('reads again after an election, and while there is no primary', async () => {
  const { read } = readsWith(['a 1', 'b 2', undefined, 'b 2', 'b 2', 'b 2']);
  expect(await read()).toBe(3);
});

it('takes nothing from a member that no majority knows as the primary', async () => {
  const { read } = readsWith(['a 1', 'a 1'], () => Promise.reject(new Error('no majority')));
  await expect(read()).rejects.toThrow('no majority');
});

it('does not go on for ever', async () => {
  let term = 0;
  const { read } = readsWith(Array.from({ length: 20 }, () => String(++term)));
  await expect(read()).rejects.toThrow('the primary changes all the time');
});
