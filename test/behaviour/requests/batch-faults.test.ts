// Units of work that are committed together: a refusal of one depends on committed state only
// (core/objects/writing/write-queue.ts).
import { expect, it } from 'vitest';
import type { RequestContext } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import type { WriteScope } from '../../../core/resources/resource-type.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

it('a unit of work is not refused for uncommitted writes of another unit in its batch', async () => {
  const { writer, store } = test.service.services.objects;
  const marks = store.db.collection<{ _id: string }>('marks');
  await marks.insertOne({ _id: 'other' });
  const context = { caller: { userId: 1, roles: new Set([1]), isAdmin: true } } as unknown as RequestContext;
  let attempts = 0;
  const failing = async ({ transaction }: WriteScope): Promise<void> => {
    await marks.insertOne({ _id: 'mark' }, { session: transaction });
    if (++attempts > 1) throw new ApiError('conflict', 'The first one is refused.');
  };
  const seen: boolean[] = [];
  const looking = async ({ transaction }: WriteScope): Promise<void> => {
    const isMarked = (await marks.findOne({ _id: 'mark' }, { session: transaction })) !== null;
    seen.push(isMarked);
    if (isMarked) throw new ApiError('conflict', 'The second one is refused.');
  };
  const [first, second] = await Promise.allSettled([
    writer.commit((unit) => Promise.resolve(unit.row({ context, write: failing }))),
    writer.commit((unit) => Promise.resolve(unit.row({ context, write: looking }))),
  ]);
  expect(seen).toEqual([true, false]);
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'The first one is refused.' } });
  expect(second.status).toBe('fulfilled');
});
