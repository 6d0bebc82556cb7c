// A release may resolve the same model to other schemas than the previous one: the totals of types then have revisions
// that differ from those of all writes, which are refused. The start sets them to those of this release (D596).
import { readModelRows, readModelState } from '../../store/model-state.ts';
import type { Store } from '../../store/store.ts';
import { concreteTypes, schemaVersionOf } from '../apply-model-change.ts';
import { resolveModel } from '../resolve-model.ts';

/** Writes of processes of another release are refused from then on, until these are replaced. */
export async function alignSchemas(store: Store): Promise<void> {
  await store.transaction(async (transaction) => {
    const options = { session: transaction };
    const state = await readModelState(store, transaction);
    if (!state) return;
    const { version } = state;
    const types = concreteTypes(resolveModel(await readModelRows(store, transaction), version));
    const found = await store.objectCounts
      .aggregate<{ _id: { type: string; schema: string } }>(
        [{ $group: { _id: { type: '$type', schema: '$schema' } } }],
        options,
      )
      .toArray();
    const stale = new Set(
      found.flatMap(({ _id: { type: name, schema } }) => {
        const type = types.get(name);
        return type && schemaVersionOf(type) !== schema ? [type] : [];
      }),
    );
    for (const type of stale)
      await store.objectCounts.updateMany({ type: type.name }, { $set: { schema: schemaVersionOf(type) } }, options);
  });
}
