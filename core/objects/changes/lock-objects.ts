// Rows of other collections (links, places, translations) must not be added to an object while it is trashed or purged, or
// while its visibility changes. So their transactions write the object's `fence`, or `link_fence`, and conflict with such
// changes.
import { notFound, ApiError } from '../../errors.ts';
import type { ObjectDocument, ObjectView, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { audiencesOf } from '../visibility/audiences.ts';
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord, ObjectReference } from '../object-record.ts';
import { isVisible, visibilityFor } from '../visibility/visibility.ts';
import { withRowType } from '../../store/untyped-collection.ts';
import { groupBy } from '../../values.ts';

/** The fields that determine which callers see and change an object. */
export const RIGHTS_FIELDS = [
  'type',
  'revision',
  'status',
  'visible_from',
  'visible_to',
  'trashed',
  'created_by',
  'reader_roles',
  'permissions',
] as const;

/** The counter to raise: that of rows with a copy of the object's visibility, or that of links. */
type Fence = 'fence' | 'link_fence';

/**
 * Locks those of the objects that exist and are not in the trash until the transaction ends. By id.
 * @param fields to read; all by default
 * @param withTrash locks those in the trash as well
 */
export async function lockAll(
  store: Store,
  references: readonly ObjectReference[],
  { fence, fields, withTrash = false }: { fence: Fence; fields?: readonly string[]; withTrash?: boolean },
  transaction: Transaction,
): Promise<Map<number, ObjectDocument>> {
  const options = {
    session: transaction,
    ...(fields && { projection: Object.fromEntries(fields.map((name) => [name, 1])) }),
    batchSize: references.length + 1,
  };
  const touched = new Map<number, ObjectDocument>();
  for (const [type, named] of groupBy(references, (reference) => reference.type)) {
    const ids = new Set(named.map(({ id }) => id));
    const filter = { _id: { $in: [...ids] }, ...(!withTrash && { trashed: false }) };
    await withRowType(store.documents(type)).updateMany(filter, { $inc: { [fence]: 1 } }, { session: transaction });
    const documents = await store.documents(type).find(filter, options).toArray();
    for (const document of documents) touched.set(document._id, document);
  }
  return touched;
}

/** Objects that get rows which share their visibility. @throws ApiError not_found when one is missing or in the trash */
export async function lockObjects(
  store: Store,
  references: readonly ObjectReference[],
  transaction: Transaction,
): Promise<Map<number, ObjectDocument>> {
  const touched = await lockAll(store, references, { fence: 'fence' }, transaction);
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
  audiences: audiencesOf(document),
});

/** @throws ApiError locked; authentication_required, forbidden */
export function assertFilesWritable(found: ObjectRecord, context: RequestContext): void {
  assertWritable(found, context);
  if (found.document.locked) throw new ApiError('locked', 'The object is locked: its files cannot be changed.');
}

/** Locks an object that the caller sees and may change. @throws ApiError not_found, locked; as assertWritable */
export async function lockWritable(
  { store, clock }: Pick<ObjectServices, 'store' | 'clock'>,
  { id, type }: { id: number; type: ResolvedType },
  context: RequestContext,
  transaction: Transaction,
): Promise<ObjectDocument> {
  const touched = await lockObjects(store, [{ id, type: type.name }], transaction);
  const document = touched.get(id);
  const visibility = visibilityFor(type, context, clock.now());
  if (!document || !visibility || !isVisible(document, visibility)) throw notFound(`${type.name} "${id}"`);
  assertFilesWritable({ type, document }, context);
  return document;
}
