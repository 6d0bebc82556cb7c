// Removing an object for good, with all that belongs to it and nothing else (D30). Nothing is added to what is in the trash
// (core/objects/touch-objects.ts), so what the transaction finds is all there is.
import type { RequestContext } from '../../context.ts';
import { changeRow } from '../../store/changes.ts';
import type { Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import { changeWrite } from '../object-changes.ts';
import { countDelta } from '../object-document.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../object-writer.ts';
import type { FoundObject } from '../read-objects.ts';

export interface Removal {
  objectId: number;
  at: Date;
  context: RequestContext;
}

/** Translations and annotations, with the rows that those in the trash have in `objects`. */
// MERGE (part C): its own removal of the translations and annotations of an object goes here.
async function removeTexts(store: Store, { objectId, at, context }: Removal, session: Transaction): Promise<void> {
  const options = { session, projection: { _id: 1 } };
  const filter = { object_id: objectId };
  const texts = [
    { type: 'translations', ids: (await store.translations.find(filter, options).toArray()).map(({ _id }) => _id) },
    { type: 'annotations', ids: (await store.annotations.find(filter, options).toArray()).map(({ _id }) => _id) },
  ];
  const ids = texts.flatMap((each) => each.ids);
  if (ids.length === 0) return;
  await store.translations.deleteMany(filter, { session });
  await store.annotations.deleteMany(filter, { session });
  await store.objects.deleteMany({ _id: { $in: ids } }, { session });
  const changes = texts.flatMap(({ type, ids: removed }) =>
    removed.map((id) => changeRow({ type, id, action: 'remove', changed: {}, at }, context)),
  );
  await store.changes.insertMany(changes, { session });
}

/** Rows of other collections that belong to an object. */
export async function removeBelongings(store: Store, removal: Removal, session: Transaction): Promise<void> {
  const { objectId } = removal;
  await removeTexts(store, removal, session);
  await store.objectRelations.deleteMany({ $or: [{ left_id: objectId }, { right_id: objectId }] }, { session });
  // Places of the object itself. MERGE (part B): what is under a folder goes by the `purge` of a TrashRule for folders.
  await store.trees.deleteMany({ object_id: objectId }, { session });
  await store.objectPermissions.deleteMany({ object_id: objectId }, { session });
}

/** The write that removes an object which is in the trash. */
export function removalWrite(
  { store, clock }: Pick<ObjectServices, 'store' | 'clock'>,
  { type, document }: FoundObject,
  context: RequestContext,
): ObjectWrite {
  const at = clock.now();
  const removal = { objectId: document._id, at, context };
  const also = (session: Transaction): Promise<void> => removeBelongings(store, removal, session);
  const write = changeWrite({ type, before: document, after: document }, { action: 'remove', also }, context);
  return { ...write, remove: true, counts: countDelta(document, null), change: { ...write.change, created: at } };
}
