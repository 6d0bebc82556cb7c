// Migration for databases with hidden attributes in search texts, or with types that do not inherit hidden attributes (D422,
// D423).
import { readModelRows, readModelState, raiseModelVersion, type Cleanup } from '../store/model-state.ts';
import type { Migration } from '../store/migrations.ts';
import { concreteTypes, schemaVersionOf } from '../model/apply-model-change.ts';
import { resolveModel } from '../model/resolve-model.ts';

export const rebuildHiddenSearch: Migration = {
  name: 'hidden attributes',
  async run(store) {
    await store.transaction(async (transaction) => {
      const state = await readModelState(store, transaction);
      if (!state) return;
      const version = state.version + 1;
      const types = concreteTypes(resolveModel(await readModelRows(store, transaction), version));
      const hiding = [...types.values()].filter(({ hidden }) => hidden.size > 0);
      for (const type of hiding) {
        const fence = { $set: { schema: schemaVersionOf(type) } };
        await store.objectCounts.updateMany({ type: type.name }, fence, { session: transaction });
      }
      const cleanups = hiding.map(({ name: type }): Cleanup => ({ kind: 'search', type, version }));
      if (cleanups.length > 0)
        await raiseModelVersion(store, { version, textLocale: state.textLocale, cleanups }, transaction);
    });
  },
};
