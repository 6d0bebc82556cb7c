// Links from objects to categories and tags, stored in the documents as `[{id, params?}]`.
import { changeRow, recordChanges, versionOf } from './history/changes.ts';
import { recordChangeOfObject } from './recorded/committed-changes.ts';
import type { RequestContext } from '../context.ts';
import type { Store } from './store.ts';

const BATCH_SIZE = 200;

const VERSION_FIELDS = { revision: 1, status: 1, visible_from: 1, visible_to: 1, reader_roles: 1 } as const;

export interface InlineLink {
  field: 'categories' | 'tags';
  id: number;
}

/** @returns the number of objects in the batch that had it */
async function removeBatch(
  store: Store,
  removal: { type: string; link: InlineLink; at: Date },
  context: RequestContext,
): Promise<number> {
  const { type, link, at } = removal;
  return store.transaction(async (transaction) => {
    const documents = store.documents(type);
    const path = `${link.field}.id`;
    const found = await documents
      .find(
        { [path]: link.id },
        { session: transaction, projection: { [link.field]: 1, ...VERSION_FIELDS }, limit: BATCH_SIZE },
      )
      .toArray();
    if (found.length === 0) return 0;
    const filter = { _id: { $in: found.map((document) => document._id) } };
    const update = { $pull: { [link.field]: { id: link.id } }, $inc: { revision: 1 } };
    // cast: the driver's types do not know $pull for a computed path
    await documents.updateMany(filter, update as never, { session: transaction });
    await store.objects.updateMany(filter, { $inc: { revision: 1 } }, { session: transaction });
    const changes = found.map((document) => {
      const links = document[link.field] ?? [];
      const changed = { [link.field]: links.filter((other) => other.id !== link.id) };
      const version = versionOf(document, document.revision + 1);
      return changeRow({ type: 'objects', id: document._id, action: 'update', changed, at, version }, context);
    });
    recordChanges(changes, transaction);
    const note = { type, action: 'update', changed: [link.field], user_id: context.caller.userId, at } as const;
    for (const { _id: id } of found) recordChangeOfObject({ ...note, id }, transaction);
    return found.length;
  });
}

/** Removes a deleted category or tag from objects, in batches. One that is missed does not show it: no id is reused. */
export async function removeInlineLinks(
  store: Store,
  removal: { types: readonly string[]; link: InlineLink; at: Date },
  context: RequestContext,
): Promise<void> {
  for (const type of removal.types) {
    while ((await removeBatch(store, { ...removal, type }, context)) === BATCH_SIZE);
  }
}
