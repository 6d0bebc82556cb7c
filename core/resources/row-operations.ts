// The operations on the rows of a resource: list, find, create, update, delete. They are the same for all resources; rules say
// what is particular to one of them.
import type { RequestContext } from '../context.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import { assertGiven } from '../model/names.ts';
import type { NamedFilter } from '../query/filters.ts';
import type { SequenceName } from '../store/sequences.ts';
import type { Document, Filter } from '../store/store.ts';
import type { CreateAttributes, DefinedResource, InputOf, UpdateAttributes } from './define-resource.ts';
import {
  changeRow,
  findRow,
  insertRow,
  listResources,
  removeRow,
  type ReadLimits,
  type ResourceRow,
  type WriteScope,
} from './resource-type.ts';

/** @typeParam Scope what a write has at hand in its transaction */
export interface RowRules<Row extends ResourceRow, Name extends ResourceName, Scope extends WriteScope = WriteScope> {
  /** Runs a write in one transaction, perhaps several times. */
  transact<T>(context: RequestContext, work: (scope: Scope) => Promise<T>): Promise<T>;
  nextId(name: SequenceName): Promise<number>;
  /** Permission to write, beyond that on the endpoint. @throws ApiError forbidden */
  authorize?(context: RequestContext): void;
  /** The rows that a caller can list. */
  scope?(context: RequestContext): Scoped | Promise<Scoped>;
  /** Filters that depend on the caller. */
  filters?(context: RequestContext): Readonly<Record<string, NamedFilter>>;
  /** The row that an id or a name means; in a write, with the scope of its transaction. @throws ApiError not_found */
  find?(id: string, context: RequestContext, scope?: Scope): Row | Promise<Row>;
  /**
   * Checks the attributes of a body, and gives the stored fields that are not just their values.
   * @param current the row as it is; undefined for a new one
   */
  check?(input: InputOf<Name>, current: Row | undefined, scope: Scope): Checked<Row> | Promise<Checked<Row>>;
  /** Follows a change of the row, in the same transaction. */
  onUpdate?(row: Row, before: Row, scope: Scope): Promise<void>;
  /** @throws ApiError immutable, in_use */
  checkDelete?(row: Row, scope: Scope): void | Promise<void>;
  /** Follows the removal of the row, in the same transaction. */
  onDelete?(row: Row, scope: Scope): Promise<void>;
}

type Scoped = readonly Filter<Document>[];
/** Stored fields; undefined for one that stays. */
type Checked<Row> = { [Key in keyof Row]?: Row[Key] | undefined } | void;

export interface RowOperations<Row extends ResourceRow, Name extends ResourceName> {
  type: DefinedResource<Row, Name>;
  /** @throws ApiError invalid_filter, unsupported_sort, page_not_found, query_too_expensive */
  list(request: ListRequest, limits: ReadLimits, context: RequestContext): Promise<PageEnds & { items: Row[] }>;
  /** @throws ApiError not_found */
  find(id: string, context: RequestContext): Row | Promise<Row>;
  /** @throws ApiError invalid_data, already_exists, type_conflict, client_id_forbidden; those of the rules */
  create(body: ResourceBody<CreateAttributes<Name>>, context: RequestContext): Promise<Row>;
  /** @throws ApiError not_found, invalid_data, already_exists, type_conflict, id_conflict, precondition_failed; those of the rules */
  update(id: string, body: ResourceBody<UpdateAttributes<Name>>, context: RequestContext): Promise<Row>;
  /** @returns the row that was removed @throws ApiError not_found, precondition_failed; those of the rules */
  delete(id: string, context: RequestContext): Promise<Row>;
}

export function rowOperations<Row extends ResourceRow, Name extends ResourceName, Scope extends WriteScope>(
  type: DefinedResource<Row, Name>,
  rules: RowRules<Row, Name, Scope>,
): RowOperations<Row, Name> {
  const find = (id: string, context: RequestContext, scope?: Scope): Row | Promise<Row> =>
    rules.find ? rules.find(id, context, scope) : findRow(type, id, scope?.transaction);

  async function fieldsOf(
    attributes: object,
    current: Row | undefined,
    scope: Scope,
  ): Promise<Record<string, unknown>> {
    const input = attributes as InputOf<Name> & Record<string, unknown>;
    const checked: object = (await rules.check?.(input, current, scope)) ?? {};
    return { ...knownAttributes(input, type.accepted), ...knownAttributes(checked, Object.keys(checked) as never[]) };
  }

  return {
    type,
    async list(request, limits, context) {
      const filters = { ...type.filters, ...rules.filters?.(context) };
      return listResources({ ...type, filters }, request, limits, await rules.scope?.(context));
    },
    find: (id, context) => find(id, context),
    async create(body, context) {
      rules.authorize?.(context);
      const input = readCreate(body, type.type);
      assertGiven(input, type.required);
      return rules.transact(context, async (scope) => {
        const fields = await fieldsOf(input, undefined, scope);
        const bookkeeping = { revision: 1, created: scope.at, modified: scope.at };
        const _id = await rules.nextId(type.type as SequenceName);
        return insertRow(type, { _id, ...bookkeeping, ...type.defaults, ...fields } as Row, scope);
      });
    },
    async update(id, body, context) {
      rules.authorize?.(context);
      return rules.transact(context, async (scope) => {
        const current = await find(id, context, scope);
        const input = readUpdate(body, type.type, id, current._id);
        const row = await changeRow(type, current, (await fieldsOf(input, current, scope)) as Partial<Row>, scope);
        await rules.onUpdate?.(row, current, scope);
        return row;
      });
    },
    async delete(id, context) {
      rules.authorize?.(context);
      return rules.transact(context, async (scope) => {
        const row = await find(id, context, scope);
        await rules.checkDelete?.(row, scope);
        await removeRow(type, row, scope);
        await rules.onDelete?.(row, scope);
        return row;
      });
    },
  };
}
