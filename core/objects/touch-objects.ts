// What is added to an object from elsewhere (links, places, translations) must not slip in beside its trashing or purge, or
// beside a change of who sees it. Such additions write the object's `fence` in their transaction, so that the two clash.
import { notFound } from '../errors.ts';
import type { ObjectDocument, ObjectView, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';

export interface ObjectReference {
  id: number;
  type: string;
}

/**
 * The objects as they are in the transaction, by id; nobody else changes them until it ends.
 * @throws ApiError not_found when one is gone or in the trash
 */
export async function touchObjects(
  store: Store,
  references: readonly ObjectReference[],
  transaction: Transaction,
): Promise<Map<number, ObjectDocument>> {
  const byType = new Map<string, Set<number>>();
  for (const { id, type } of references) byType.set(type, (byType.get(type) ?? new Set()).add(id));
  const touched = new Map<number, ObjectDocument>();
  for (const [type, ids] of byType) {
    const filter = { _id: { $in: [...ids] }, trashed: false };
    await store.documents(type).updateMany(filter, { $inc: { fence: 1 } } as never, { session: transaction });
    const documents = await store.documents(type).find(filter, { session: transaction }).toArray();
    for (const document of documents) touched.set(document._id, document);
  }
  const missing = references.find(({ id }) => !touched.has(id));
  if (missing) throw notFound(`${missing.type} "${missing.id}"`);
  return touched;
}

export const viewOf = (document: ObjectDocument): ObjectView => ({
  type: document.type,
  status: document.status,
  visible_from: document.visible_from,
  visible_to: document.visible_to,
  trashed: document.trashed,
  created_by: document.created_by,
  reader_roles: document.reader_roles ?? null,
});
