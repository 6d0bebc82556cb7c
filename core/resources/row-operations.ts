// The operations on the rows of a resource: list, find, create, update, delete. They are the same for all resources;
// rules add the differences of one.
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import { assertGiven } from '../model/names.ts';
import type { NamedFilter } from '../query/filters.ts';
import type { SequenceName } from '../store/sequences.ts';
import type { Document, Filter } from '../store/store.ts';
import type { AttributesInput, DefinedResource } from './define-resource.ts';
import {
  updateRow,
  findRow,
  insertRow,
  listResources,
  removeRow,
  type ReadLimits,
  type ResourceRow,
  type ResourceType,
  type WriteScope,
} from './resource-type.ts';

/** Differences in the reads of a resource. */
export interface ReadRules<Row extends ResourceRow, Scope extends WriteScope = WriteScope> {
  scope?(context: RequestContext): Scoped | Promise<Scoped>;
  /** Filters that depend on the caller. */
  filters?(context: RequestContext): Readonly<Record<string, NamedFilter>>;
  /** The row with an id or a name; in a write, with the scope of its transaction. @throws ApiError not_found */
  find?(id: string, context: RequestContext, scope?: Scope): Row | Promise<Row>;
}

/** @typeParam Scope the context of a write in its transaction */
export interface RowRules<
  Row extends ResourceRow,
  Name extends ResourceName,
  Scope extends WriteScope = WriteScope,
> extends ReadRules<Row, Scope> {
  /** Runs a write in one transaction, perhaps several times. */
  transact<T>(context: RequestContext, work: (scope: Scope) => Promise<T>): Promise<T>;
  nextId(name: SequenceName): Promise<number>;
  /** Id of a new row, if its fields determine it; a body can name the same id. */
  idOf?(row: Row): Row['_id'];
  /**
   * Checks the attributes of a body, and returns the stored fields that differ from their values.
   * @param current the row before the change; undefined for a new one
   */
  check?(
    input: Partial<AttributesInput<Name>>,
    current: Row | undefined,
    scope: Scope,
    body: ResourceBody<object>,
  ): Checked<Row> | Promise<Checked<Row>>;
  /** Runs after a change of the row, in the same transaction. */
  onUpdate?(row: Row, before: Row, scope: Scope): Promise<void>;
  /** @throws ApiError immutable, in_use */
  checkDelete?(row: Row, scope: Scope): void | Promise<void>;
  /** Runs after the removal of the row, in the same transaction. */
  onDelete?(row: Row, scope: Scope): Promise<void>;
}

type Scoped = readonly Filter<Document>[];
/** Stored fields; undefined leaves one unchanged. */
type Checked<Row> = { [Key in keyof Row]?: Row[Key] | undefined } | void;

export interface RowReads<Row extends ResourceRow, Name extends ResourceName> {
  type: ResourceType<Row, Name>;
  /** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
  list(request: ListRequest, limits: ReadLimits, context: RequestContext): Promise<PageEnds & { items: Row[] }>;
  /** @throws ApiError not_found */
  find(id: string, context: RequestContext, scope?: WriteScope): Row | Promise<Row>;
}

export interface RowOperations<Row extends ResourceRow, Name extends ResourceName> extends RowReads<Row, Name> {
  /** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden; those of the rules */
  create(body: ResourceBody<AttributesInput<Name>>, context: RequestContext): Promise<Row>;
  /** @throws ApiError not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed; those of the rules */
  update(id: string, body: ResourceBody<AttributesInput<Name>>, context: RequestContext): Promise<Row>;
  /** @returns the removed row @throws ApiError not_found, precondition_failed; those of the rules */
  delete(id: string, context: RequestContext): Promise<Row>;
}

/** The members with a value. */
export const omitUndefined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** @throws ApiError id_conflict */
function assertSameNewId(given: string | number, id: string | number): void {
  if (String(given) === String(id)) return;
  const detail = `The id of this entry is "${String(id).slice(0, 100)}".`;
  throw new ApiError('id_conflict', { detail, source: { pointer: '/data/id' } });
}

export const rowReads = <Row extends ResourceRow, Name extends ResourceName>(
  type: ResourceType<Row, Name>,
  rules: ReadRules<Row> = {},
): RowReads<Row, Name> => ({
  type,
  async list(request, limits, context) {
    const filters = { ...type.filters, ...rules.filters?.(context) };
    return listResources({ ...type, filters }, request, limits, await rules.scope?.(context));
  },
  find: (id, context, scope) => (rules.find ? rules.find(id, context, scope) : findRow(type, id, scope?.transaction)),
});

export function rowOperations<Row extends ResourceRow, Name extends ResourceName, Scope extends WriteScope>(
  type: DefinedResource<Row, Name>,
  rules: RowRules<Row, Name, Scope>,
): RowOperations<Row, Name> {
  const reads = rowReads(type, rules);

  async function fieldsOf(
    input: Partial<AttributesInput<Name>>,
    body: ResourceBody<object>,
    current: Row | undefined,
    scope: Scope,
  ): Promise<Record<string, unknown>> {
    const checked: object = (await rules.check?.(input, current, scope, body)) ?? {};
    const made = omitUndefined(checked);
    const others = type.accepted.filter((name) => !Object.hasOwn(made, name));
    return { ...made, ...knownAttributes(omitUndefined(input), others) };
  }

  return {
    ...reads,
    async create(body, context) {
      const { id: given, ...data } = body.data;
      const input = readCreate(rules.idOf ? { data } : body, type.type);
      assertGiven(input, type.required);
      let id: number | undefined;
      return rules.transact(context, async (scope) => {
        const fields = await fieldsOf(input, body, undefined, scope);
        const bookkeeping = { revision: 1, created: scope.at, modified: scope.at };
        // cast: the id follows; defaults and required attributes are all other fields
        const row = { ...bookkeeping, ...type.defaults, ...fields } as Row;
        // cast: rows without `idOf` are numbered by a sequence of the name of their type
        row._id ??= rules.idOf?.(row) ?? (id ??= await rules.nextId(type.type as SequenceName));
        if (rules.idOf && given !== undefined) assertSameNewId(given, row._id);
        return insertRow(type, row, scope);
      });
    },
    update: (id, body, context) =>
      rules.transact(context, async (scope) => {
        const current = await reads.find(id, context, scope);
        const input = readUpdate(body, type.type, id, current._id);
        // cast: accepted attributes and the results of `check` are fields of the row
        const fields = (await fieldsOf(input, body, current, scope)) as Partial<Row>;
        const row = await updateRow(type, current, fields, scope);
        await rules.onUpdate?.(row, current, scope);
        return row;
      }),
    delete: (id, context) =>
      rules.transact(context, async (scope) => {
        const row = await reads.find(id, context, scope);
        await rules.checkDelete?.(row, scope);
        await removeRow(type, row, scope);
        await rules.onDelete?.(row, scope);
        return row;
      }),
  };
}
