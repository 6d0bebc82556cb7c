// Rebuilds the search texts of a type after a change of its shown attributes: the words of its objects and of their
// translations (D423). In small transactions, which fail on a concurrent change of the type and are retried with its new rules.
import type { RemakeSearch } from '../../model/model-service.ts';
import { schemaVersionOf } from '../../model/apply-model-change.ts';
import type { ResolvedType } from '../../model/model.ts';
import { SLOTS } from '../../store/rows/count-rows.ts';
import { changeCounts } from '../../store/object-counts.ts';
import type { ObjectRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { searchText } from '../search/search-text.ts';
import { translationText, translationTitle } from './translation-kind.ts';

const BATCH_SIZE = 100;

interface Batch {
  store: Store;
  type: ResolvedType;
  /** Id of the last object that is done. */
  after: number;
  transaction: Transaction;
}

/** @returns ids in ascending order; fewer than a batch at the end */
type RemakeBatch = (batch: Batch) => Promise<number[]>;

const ofObjects: RemakeBatch = async ({ store, type, after, transaction }) => {
  const documents = await store
    .documents(type.name)
    .find({ _id: { $gt: after } }, { session: transaction })
    .sort({ _id: 1 })
    .limit(BATCH_SIZE)
    .toArray();
  const updates = documents.map((document) => ({
    updateOne: { filter: { _id: document._id }, update: { $set: { search: searchText(type, document) } } },
  }));
  if (updates.length > 0) await store.objects.bulkWrite(updates, { session: transaction, ordered: false });
  return documents.map(({ _id }) => _id);
};

const ofTranslations: RemakeBatch = async ({ store, type, after, transaction }) => {
  const rows = await store.translations
    .find({ _id: { $gt: after }, 'object.type': type.name }, { session: transaction })
    .sort({ _id: 1 })
    .limit(BATCH_SIZE)
    .toArray();
  for (const { _id, trashed, translated_fields: fields } of rows) {
    const search = translationText(type, fields);
    await store.translations.updateOne({ _id }, { $set: { search } }, { session: transaction });
    const inTrash: Partial<ObjectRow> = { title: translationTitle(type, fields) };
    const change = { $set: { ...inTrash, 'search.text': search } };
    if (trashed) await store.objects.updateOne({ _id, type: 'translations' }, change, { session: transaction });
  }
  return rows.map(({ _id }) => _id);
};

/** Continues after a change of the type, whose own cleanup rebuilds the earlier objects. */
export const remakeSearch: RemakeSearch = async ({ store, model }, typeName, { signal, onStep }) => {
  for (const remake of [ofObjects, ofTranslations]) {
    for (let after = 0; !signal?.aborted;) {
      const type = (await model()).types.get(typeName);
      if (!type) return;
      const ids = await store.transaction(async (transaction) => {
        const slot = Math.floor(Math.random() * SLOTS);
        const fence = { type: typeName, schema: schemaVersionOf(type), delta: {} };
        const isCurrent = await changeCounts(store.objectCounts, { slot, changes: [fence] }, transaction);
        return isCurrent ? remake({ store, type, after, transaction }) : undefined;
      });
      if (!ids) continue;
      await onStep?.(ids.length);
      if (ids.length < BATCH_SIZE) break;
      after = ids.at(-1) ?? after;
    }
  }
};
