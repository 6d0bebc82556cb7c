// Resources that are rows of one collection (model, roles, administration): a resource type is data, for the same code. Every
// write raises the revision and adds its change row in one transaction.
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { Described, Resource, ResourceName } from '../format/jsonapi/documents.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import {
  changeRow as rowOfChange,
  recordChange,
  recordChanges,
  type Change,
  type PastView,
} from '../store/history/changes.ts';
import { byIndex } from '../query/by-index.ts';
import { assertNoSearch, type Fields, type NamedFilter } from '../query/filters.ts';
import { planList } from '../query/list-plan.ts';
import { recordChangeOfObject } from '../store/recorded/committed-changes.ts';
import type { Collection, Document, Filter } from '../store/store.ts';
import { searchCondition } from '../query/search-terms.ts';
import { clashingFields, isDuplicateKey, type Transaction } from '../store/transactions/transaction.ts';
import { checkPrecondition } from './precondition.ts';
import { withRowType } from '../store/untyped-collection.ts';

export interface ResourceRow extends Document {
  /** A text where `ids` of the type is `text`. */
  _id: number | string;
  revision: number;
  created: Date;
  modified: Date;
}

/** @typeParam Name the described resource of the rows */
export interface ResourceType<Row extends ResourceRow, Name extends ResourceName = ResourceName> {
  type: Described<Name>['type'];
  path: string;
  collection: Collection<Row>;
  /** Fields that filter and sort, by wire name (`id` included). */
  fields: Fields;
  /** Stored text fields that `q` searches; without any, `q` is refused. */
  searchable: readonly string[];
  /** Kind of the ids; integers by default. A path segment of decimal digits is then always an id. */
  ids?: 'integer' | 'text';
  /** Unique fields that address the resource instead of its id. */
  addressedBy: readonly (keyof Row & string)[];
  /** The attribute of an error about a taken combination; by default the last field of the unique key. */
  uniqueField?: keyof Row & string;
  filters: Readonly<Record<string, NamedFilter>>;
  /** @param context of the caller; without it the row is shown as for a caller without permissions */
  toResource(row: Row, context?: Pick<RequestContext, 'caller' | 'access'>): Resource<Name>;
  /** The object that the row belongs to: a change of the row is a change of the object (D347). */
  objectOf?(row: Row): { id: number; type: string } | undefined;
  /** Who sees the row, from the object that it belongs to, for change rows whose values are not public (D760). */
  viewOf?(row: Row): PastView;
  /** Fields that change rows hold, if these are not all: they must hold no secrets. */
  recorded?(fields: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export interface ReadLimits {
  timeLimit: number;
}

/** Filter of a row by id or name; an integer id is decimal digits. */
function addressFilter<Row extends ResourceRow>({ ids, addressedBy }: ResourceType<Row>, id: string): Filter<Row> {
  const byName = addressedBy.map((field) => ({ [field]: id }));
  const isId = ids !== 'text' && /^[1-9]\d{0,15}$/.test(id);
  const filter: Document = isId ? { _id: Number(id) } : { $or: [{ _id: ids === 'text' ? id : -1 }, ...byName] };
  // cast: the driver knows no filter of a generic row
  return filter as Filter<Row>;
}

/** @throws ApiError `not_found` */
export async function findRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  id: string,
  transaction?: Transaction,
): Promise<Row> {
  const options = transaction ? { session: transaction } : {};
  const row = await resourceType.collection.findOne<Row>(addressFilter(resourceType, id), options);
  if (!row) throw notFound(`${resourceType.type} "${id.slice(0, 100)}"`);
  return row;
}

/** A page of rows; `scope` restricts them in addition to the filters of the request. */
export async function listResources<Row extends ResourceRow>(
  { searchable, ...listing }: Pick<ResourceType<Row>, 'collection' | 'fields' | 'filters' | 'searchable'>,
  request: ListRequest,
  limits: ReadLimits,
  scope: readonly Filter<Document>[] = [],
): Promise<PageEnds & { items: Row[] }> {
  if (searchable.length === 0) assertNoSearch(request);
  const found = request.search === undefined ? [] : [searchCondition(request.search, searchable)];
  const plan = await planList({ ...listing, scope: [...scope, ...found] }, request, limits.timeLimit);
  const { rows: items, ...ends } = await byIndex<Row>()(plan);
  return { items, ...ends };
}

/** Context of a write, without the row. */
export interface WriteScope {
  context: RequestContext;
  at: Date;
  transaction: Transaction;
}

const withoutBookkeeping = ({ _id, revision, created, modified, ...fields }: Document): Record<string, unknown> =>
  fields;

/** 400 `already_exists`, naming the attribute. */
export const alreadyExists = (pointer: string, detail: string): ApiError =>
  new ApiError('already_exists', { detail, source: { pointer } });

function takenError<Row extends ResourceRow>(
  { uniqueField }: ResourceType<Row>,
  fields: Readonly<Record<string, unknown>>,
  error: unknown,
): ApiError {
  const key = uniqueField ?? clashingFields(error).at(-1) ?? '_id';
  const field = key === '_id' ? 'name' : key;
  const shown = typeof fields[field] === 'string' ? `"${fields[field].slice(0, 100)}"` : 'This value';
  return alreadyExists(`/data/attributes/${field}`, `[${field}.unique]: ${shown} exists already.`);
}

/** The values that a write has changed, and for the audit trail the previous ones. */
type Written = Pick<Change, 'action' | 'changed'> & { before?: Record<string, unknown> };

const changeOf = <Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  row: Row,
  { action, changed, before }: Written,
  { at }: WriteScope,
): Change => ({
  type: resourceType.type,
  id: row._id,
  action,
  view: resourceType.viewOf?.(row),
  changed: resourceType.recorded?.(changed) ?? changed,
  ...(before && { audit: { before: resourceType.recorded?.(before) ?? before } }),
  at,
});

/** Records a write of rows as a change of the objects that they belong to, if any. */
export function recordOwnerChanges<Row extends ResourceRow>(
  { objectOf, type: name }: Pick<ResourceType<Row>, 'objectOf' | 'type'>,
  rows: readonly Row[],
  { context, at, transaction }: WriteScope,
): void {
  const note = { action: 'update', changed: [name], user_id: context.caller.userId, at } as const;
  for (const row of rows) {
    const object = objectOf?.(row);
    if (object) recordChangeOfObject({ ...note, ...object }, transaction);
  }
}

/** Adds the change row of a write, for the object of the row as well. */
function record<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  [row, ...others]: readonly [Row, ...Row[]],
  written: Written,
  scope: WriteScope,
): void {
  recordChange(changeOf(resourceType, others.at(-1) ?? row, written, scope), scope.context, scope.transaction);
  recordOwnerChanges(resourceType, [row, ...others], scope);
}

/** Inserts a new row. @throws ApiError `already_exists` when a unique field is taken */
export async function insertRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  row: Row,
  scope: WriteScope,
): Promise<Row> {
  try {
    await withRowType(resourceType.collection).insertOne(row, { session: scope.transaction });
  } catch (error) {
    throw isDuplicateKey(error) ? takenError(resourceType, row, error) : error;
  }
  record(resourceType, [row], { action: 'create', changed: withoutBookkeeping(row) }, scope);
  return row;
}

/** Inserts new rows with one command; their unique values are known to be free. */
export async function insertRows<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  rows: readonly Row[],
  scope: WriteScope,
): Promise<void> {
  if (rows.length === 0) return;
  const { context, transaction } = scope;
  await withRowType(resourceType.collection).insertMany([...rows], { session: transaction });
  const created = rows.map((row) => {
    const written = { action: 'create', changed: withoutBookkeeping(row) } as const;
    return rowOfChange(changeOf(resourceType, row, written, scope), context);
  });
  recordChanges(created, transaction);
  recordOwnerChanges(resourceType, rows, scope);
}

/**
 * Sets fields of a row; there is no write when no value differs (D46).
 * @returns the row after the change
 * @throws ApiError `precondition_failed`
 */
export async function updateRow<Row extends ResourceRow>(
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
    const update = { $set: { ...changed, ...bookkeeping } };
    const options = { session: scope.transaction };
    await withRowType(resourceType.collection).updateOne({ _id: current._id }, update, options);
  } catch (error) {
    throw isDuplicateKey(error) ? takenError(resourceType, changed, error) : error;
  }
  const after = { ...current, ...changed, ...bookkeeping };
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, current[name]]));
  record(resourceType, [current, after], { action: 'update', changed, before }, scope);
  return after;
}

/** Removes a row permanently. @throws ApiError `precondition_failed` */
export async function removeRow<Row extends ResourceRow>(
  resourceType: ResourceType<Row>,
  row: Row,
  scope: WriteScope,
): Promise<void> {
  checkPrecondition(scope.context.precondition, row.revision);
  await withRowType(resourceType.collection).deleteOne({ _id: row._id }, { session: scope.transaction });
  record(resourceType, [row], { action: 'remove', changed: {}, before: withoutBookkeeping(row) }, scope);
}
