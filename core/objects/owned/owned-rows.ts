// Reading and trashing rows that belong to an object. While such a row is in the trash it has a row of its type in `objects`
// (core/objects/trash/trash-services.ts).
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { ListRequest, PageEnds } from '../../list-request.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import {
  updateRow as changeFields,
  listResources,
  recordOwnerChanges,
  type WriteScope,
} from '../../resources/resource-type.ts';
import { changeRow, recordChange, recordChanges, type ChangeAction } from '../../store/history/changes.ts';
import { escapeRegExp, textQuery } from '../../query/search-terms.ts';
import type { ObjectRow, Store } from '../../store/store.ts';
import { isDuplicateKey, type Transaction } from '../../store/transactions/transaction.ts';
import { withAudiences } from '../visibility/audiences.ts';
import { isSameValue } from '../changes/change-values.ts';
import { contentTypes, type ObjectServices } from '../object-services.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../../store/rows/object-rows.ts';
import {
  assertReadable,
  isVisible,
  visibleOwnerFilter,
  visibilityFor,
  visibleTypes,
} from '../visibility/visibility.ts';
import type { OwnedKind, OwnedRow } from './owned-kind.ts';
import { isObjectId } from '../../store/object-names.ts';
import { MATCH_NONE, type Condition } from '../../query/filters.ts';
import { withRowType } from '../../store/untyped-collection.ts';

function seenRows<Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  context: RequestContext,
): Condition[] {
  const own = kind.scope(context);
  if (!own) return [MATCH_NONE];
  return [own, visibleOwnerFilter(visibleTypes(contentTypes(services), context, services.clock.now()))];
}

/** Every word and phrase has to occur in the texts, accents and case ignored (D7). */
function searchConditions(text: string): Condition[] {
  const { search, terms } = textQuery(text);
  return [{ $text: { $search: search } }, ...terms.map((term) => ({ search: { $regex: escapeRegExp(term) } }))];
}

/**
 * @param scope condition on the rows in addition to the request's filters
 * @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export function listOwned<Row extends OwnedRow>(
  services: ObjectServices,
  { kind, scope }: { kind: OwnedKind<Row>; scope?: Condition },
  request: ListRequest,
  context: RequestContext,
): Promise<PageEnds & { items: Row[] }> {
  const { search, ...others } = request;
  const conditions = [
    ...(search === undefined ? [] : [...searchConditions(search), kind.searched?.() ?? {}]),
    ...(scope ? [scope] : []),
    ...seenRows(services, kind, context),
  ];
  const limits = { timeLimit: services.queryTimeLimit };
  return listResources(kind.resources, { ...others, search: undefined }, limits, conditions);
}

/** @throws ApiError not_found; authentication_required, forbidden when only certain roles may see its object */
export async function findOwned<Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  id: string,
  context: RequestContext,
): Promise<Row> {
  const { collection, type: name } = kind.resources;
  const own = kind.scope(context);
  const filter = { $and: [{ _id: Number(id) }, own ?? {}] };
  const row = own && isObjectId(id) ? await withRowType(collection).findOne<Row>(filter) : null;
  const type = row && contentTypes(services).find((each) => each.name === row.object.type);
  const visibility = type && visibilityFor(type, context, services.clock.now());
  if (row && visibility && isVisible({ ...row.object, _id: row.object_id }, visibility)) {
    assertReadable(row.object, context.caller);
    return row;
  }
  throw notFound(`${name} "${id.slice(0, 100)}"`);
}

/** The row as the transaction reads it. @throws ApiError not_found */
async function currentRow<Row extends OwnedRow>(
  { resources: { collection, type } }: OwnedKind<Row>,
  { id, trashed }: { id: number; trashed: boolean },
  transaction: Transaction,
): Promise<Row> {
  const row = await withRowType(collection).findOne<Row>({ _id: id, trashed }, { session: transaction });
  if (!row) throw notFound(`${type} "${id}"`);
  return row;
}

/** Its row of `objects` while it is in the trash, which is searched and filtered by it. */
function rowInTrash<Row extends OwnedRow>(kind: OwnedKind<Row>, row: Row, { caller }: RequestContext): ObjectRow {
  const { type } = kind.resources;
  return withAudiences({
    _id: row._id,
    type,
    uname: `${type}-${row._id}`,
    ...kind.inTrash(row),
    publish_start: null,
    publish_end: null,
    visible_from: ALWAYS_FROM,
    visible_to: ALWAYS_TO,
    locked: false,
    trashed: true,
    created: row.created,
    modified: row.modified,
    published: null,
    modified_by: caller.userId,
    revision: row.revision,
    search: { title: '', description: '', text: row.search },
    object_id: row.object_id,
    object: row.object,
  });
}

/**
 * Sets the fields that differ, and those derived from them; there is no write when no field differs (D46).
 * @param input fields by name; `search` is derived from the text
 * @throws ApiError not_found, precondition_failed, already_exists
 */
export const changeOwned = <Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  { id, input, search }: { id: number; input: Readonly<Record<string, unknown>>; search: string | undefined },
  context: RequestContext,
): Promise<Row> =>
  services.writer.writeRows({
    context,
    write: async (scope) => {
      const row = await currentRow(kind, { id, trashed: false }, scope.transaction);
      const changed = Object.entries(input).filter(([name, value]) => !isSameValue(value, row[name]));
      if (changed.length === 0) {
        checkPrecondition(context.precondition, row.revision);
        return row;
      }
      const fields = {
        ...Object.fromEntries(changed),
        ...(search !== undefined && { search }),
        ...kind.editedBy(context.caller.userId),
      };
      return changeFields(kind.resources, row, fields, scope);
    },
  });

function record<Row extends OwnedRow>(kind: OwnedKind<Row>, row: Row, action: ChangeAction, scope: WriteScope): void {
  const change = { type: kind.resources.type, id: row._id, action, changed: {}, at: scope.at };
  recordChange(change, scope.context, scope.transaction);
  recordOwnerChanges(kind.resources, [row], scope);
}

/** @throws ApiError conflict when another row has taken its place since (D54) */
async function setTrashed<Row extends OwnedRow>(
  kind: OwnedKind<Row>,
  row: Row,
  trashed: boolean,
  scope: WriteScope,
): Promise<Row> {
  const { collection, type } = kind.resources;
  const edit = kind.editedBy(scope.context.caller.userId);
  const bookkeeping = { trashed, revision: row.revision + 1, modified: scope.at, ...edit };
  try {
    await withRowType(collection).updateOne({ _id: row._id }, { $set: bookkeeping }, { session: scope.transaction });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ApiError('conflict', `${type} "${row._id}" has been replaced by another one.`);
  }
  return { ...row, ...bookkeeping };
}

/** Trashes it. @throws ApiError not_found, forbidden, precondition_failed */
export async function trashOwned<Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store, writer } = services;
  const seen = await findOwned(services, kind, id, context);
  await kind.assertMayChange(services, seen, context);
  const write = async (scope: WriteScope): Promise<void> => {
    const { transaction } = scope;
    const row = await currentRow(kind, { id: seen._id, trashed: false }, transaction);
    checkPrecondition(context.precondition, row.revision);
    const after = await setTrashed(kind, row, true, scope);
    await store.objects.insertOne(rowInTrash(kind, after, context), { session: transaction });
    record(kind, row, 'trash', scope);
  };
  await writer.writeRows({ context, write });
}

type Leaving<Row> = (row: Row, scope: WriteScope) => Promise<unknown>;

async function leaveTrash<Row extends OwnedRow>(
  services: ObjectServices,
  { kind, id, action }: { kind: OwnedKind<Row>; id: number; action: 'restore' | 'remove' },
  context: RequestContext,
  leave: Leaving<Row>,
): Promise<void> {
  const { store, writer } = services;
  const write = async (scope: WriteScope): Promise<void> => {
    const { transaction } = scope;
    const row = await currentRow(kind, { id, trashed: true }, transaction);
    await kind.assertMayChange(services, row, context);
    checkPrecondition(context.precondition, row.revision);
    await leave(row, scope);
    await store.objects.deleteOne({ _id: id }, { session: transaction });
    record(kind, row, action, scope);
  };
  await writer.writeRows({ context, write });
}

/** Restores it. @throws ApiError not_found, forbidden, conflict, precondition_failed */
export const restoreOwned = <Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  id: number,
  context: RequestContext,
): Promise<void> =>
  leaveTrash(services, { kind, id, action: 'restore' }, context, (row, scope) => setTrashed(kind, row, false, scope));

/** Purges it. @throws ApiError not_found, forbidden, precondition_failed */
export const purgeOwned = <Row extends OwnedRow>(
  services: ObjectServices,
  kind: OwnedKind<Row>,
  id: number,
  context: RequestContext,
): Promise<void> =>
  leaveTrash(services, { kind, id, action: 'remove' }, context, ({ _id }, { transaction }) =>
    withRowType(kind.resources.collection).deleteOne({ _id }, { session: transaction }),
  );

/** Removes all translations and annotations of some objects, those in the trash included, when the objects are purged (D30). */
export async function removeWithObjects(store: Store, objectIds: readonly number[], scope: WriteScope): Promise<void> {
  const { transaction, context, at } = scope;
  const filter = { object_id: { $in: [...objectIds] } };
  const options = { session: transaction, projection: { _id: 1, trashed: 1 } } as const;
  const rows = [
    ...(await store.translations.find(filter, options).toArray()).map((row) => ({ ...row, type: 'translations' })),
    ...(await store.annotations.find(filter, options).toArray()).map((row) => ({ ...row, type: 'annotations' })),
  ];
  if (rows.length === 0) return;
  await store.translations.deleteMany(filter, { session: transaction });
  await store.annotations.deleteMany(filter, { session: transaction });
  const trashed = rows.filter((row) => row.trashed).map((row) => row._id);
  if (trashed.length > 0) await store.objects.deleteMany({ _id: { $in: trashed } }, { session: transaction });
  const changes = rows.map(({ _id: id, type }) => changeRow({ type, id, action: 'remove', changed: {}, at }, context));
  recordChanges(changes, transaction);
}
