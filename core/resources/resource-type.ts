// Resources that are rows of one collection (the model, roles, later administration): reading and writing them is the same
// for all, what differs is data. Every write raises the revision and adds its change row in one transaction (design: Data).
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { Page, Resource } from '../format/jsonapi/documents.ts';
import type { ListRequest } from '../format/jsonapi/list-request.ts';
import { recordChange, type ChangeRow } from '../store/changes.ts';
import { filterConditions, sortSpecification, type Fields, type NamedFilter } from '../store/conditions.ts';
import { readPage } from '../store/page.ts';
import type { Collection, Document, Filter } from '../store/store.ts';
import { searchCondition } from '../store/word-search.ts';
import { isDuplicateKey, type Transaction } from '../store/transaction.ts';
import { checkPrecondition } from './precondition.ts';

export interface ResourceRow extends Document {
  _id: number;
  revision: number;
  created: Date;
  modified: Date;
}

export interface ResourceType<Row extends ResourceRow> {
  /** JSON:API type, such as `property_types`. */
  type: string;
  /** Path of the collection, such as `/model/property_types`. */
  path: string;
  collection: Collection<Row>;
  /** Fields that filter and sort, by wire name (`id` included). */
  fields: Fields;
  /** Stored text fields that `q` looks in. */
  searchable: readonly string[];
  /** Resources are addressed by id or by one of these fields. */
  addressedBy: readonly (keyof Row & string)[];
  filters: Readonly<Record<string, NamedFilter>>;
  toResource(row: Row): Resource;
}

export interface ReadLimits {
  /** Milliseconds (D7). */
  timeLimit: number;
}

/** Filter of a row by id or name; an id is decimal digits. */
function addressFilter<Row extends ResourceRow>(resourceType: ResourceType<Row>, id: string): Filter<Row> {
  const byId = /^[1-9]\d{0,15}$/.test(id) ? [{ _id: Number(id) }] : [];
  const byName = resourceType.addressedBy.map((field) => ({ [field]: id }));
  const any = byId.length > 0 ? byId : byName;
  return (any.length > 0 ? { $or: any } : { _id: -1 }) as unknown as Filter<Row>;
}

/** @throws ApiError `not_found` */
export async function findRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  id: string,
  transaction?: Transaction,
): Promise<Row> {
  const row = await resourceType.collection.findOne<Row>(
    addressFilter(resourceType, id),
    transaction ? { session: transaction } : {},
  );
  if (!row) throw notFound(`${resourceType.type} "${id.slice(0, 100)}"`);
  return row;
}

/** A page of rows as resources; `scope` is what all of them must meet besides the request's filters. */
export async function listResources<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  request: ListRequest,
  limits: ReadLimits,
  scope: readonly Filter<Document>[] = [],
): Promise<Page> {
  const conditions = [
    ...scope,
    ...(await filterConditions(request.filters, resourceType.filters, resourceType.fields)),
  ];
  if (request.search !== undefined) conditions.push(searchCondition(request.search, resourceType.searchable));
  const { rows, count } = await readPage(resourceType.collection, {
    filter: conditions.length > 0 ? { $and: conditions } : {},
    sort: sortSpecification(request.sort, resourceType.fields),
    page: request.page,
    pageSize: request.pageSize,
    timeLimit: limits.timeLimit,
  });
  return { resources: rows.map((row) => resourceType.toResource(row)), count };
}

/** What a write needs besides the row. */
export interface WriteScope {
  changes: Collection<ChangeRow>;
  context: RequestContext;
  at: Date;
  transaction: Transaction;
}

const withoutBookkeeping = (row: Document): Record<string, unknown> => {
  const { _id, revision, created, modified, ...fields } = row;
  void [_id, revision, created, modified];
  return fields;
};

/** 400 `already_exists`, naming the attribute. */
export const alreadyExists = (pointer: string, detail: string): ApiError =>
  new ApiError('already_exists', { detail, source: { pointer } });

/** Inserts a new row. @throws ApiError `already_exists` when a unique field is taken */
export async function insertRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  row: Row,
  scope: WriteScope,
): Promise<Row> {
  try {
    await resourceType.collection.insertOne(row as never, { session: scope.transaction });
  } catch (error) {
    if (isDuplicateKey(error))
      throw alreadyExists('/data/attributes/name', `[name.unique]: "${String(row['name'])}" exists already.`);
    throw error;
  }
  const change = {
    type: resourceType.type,
    id: row._id,
    action: 'create',
    changed: withoutBookkeeping(row),
    at: scope.at,
  } as const;
  await recordChange(scope.changes, change, scope.context, scope.transaction);
  return row;
}

/**
 * Sets fields of a row; nothing is written when nothing differs (D46).
 * @returns the row as it is now
 * @throws ApiError `precondition_failed`
 */
export async function changeRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  current: Row,
  fields: Partial<Row>,
  scope: WriteScope,
): Promise<Row> {
  checkPrecondition(scope.context.precondition, current.revision);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(current[name])) changed[name] = value;
  }
  if (Object.keys(changed).length === 0) return current;
  const bookkeeping = { revision: current.revision + 1, modified: scope.at };
  try {
    await resourceType.collection.updateOne(
      { _id: current._id } as Filter<Row>,
      { $set: { ...changed, ...bookkeeping } as never },
      { session: scope.transaction },
    );
  } catch (error) {
    if (isDuplicateKey(error))
      throw alreadyExists('/data/attributes/name', '[name.unique]: this value is already in use.');
    throw error;
  }
  const change = { type: resourceType.type, id: current._id, action: 'update', changed, at: scope.at } as const;
  await recordChange(scope.changes, change, scope.context, scope.transaction);
  return { ...current, ...changed, ...bookkeeping };
}

/** Removes a row for good. @throws ApiError `precondition_failed` */
export async function removeRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  row: Row,
  scope: WriteScope,
): Promise<void> {
  checkPrecondition(scope.context.precondition, row.revision);
  await resourceType.collection.deleteOne({ _id: row._id } as Filter<Row>, { session: scope.transaction });
  const change = { type: resourceType.type, id: row._id, action: 'remove', changed: {}, at: scope.at } as const;
  await recordChange(scope.changes, change, scope.context, scope.transaction);
}
