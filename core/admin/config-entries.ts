// Configuration entries, global and of applications (D53, reference/jsonapi.md 9).
import { EFFECTIVE_CONTEXTS } from '../access/access-rules.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { formatDateTime } from '../date-values.ts';
import { assertGiven } from '../model/names.ts';
import { changeRow, findRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { Condition, Field, NamedFilter } from '../query/filters.ts';
import type { ConfigRow, Store } from '../store/store.ts';
import { assertConfigName, assertConfigValue, assertMayConfigure } from './config-values.ts';
import { referredId } from './references.ts';
import { changeRules, newRow, type RuleDependencies } from './rule-change.ts';
import { withoutValues } from './secrets.ts';

export interface ConfigInput {
  name?: string;
  context?: string;
  content?: string;
  application_id?: number | null;
  /** Name of the application. */
  application?: string | null;
}

export const CONFIG_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'string' }],
  ['name', { path: 'name', kind: 'string' }],
  ['context', { path: 'context', kind: 'string' }],
  ['content', { path: 'content', kind: 'string' }],
  ['application_id', { path: 'application_id', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

/** Entries for the application of the caller: its own and the global ones. */
export const forApplication = ({ caller }: Pick<RequestContext, 'caller'>): Condition => ({
  application_id: { $in: caller.applicationId === null ? [null] : [caller.applicationId, null] },
});

const mine =
  (context: Pick<RequestContext, 'caller'>): NamedFilter =>
  () =>
    forApplication(context);

/** @param context whose application `filter[mine]` is about */
export const configResources = (store: Store, context?: RequestContext): ResourceType<ConfigRow, 'Config'> => ({
  type: 'config',
  path: '/admin/config',
  collection: store.config,
  fields: CONFIG_FIELDS,
  searchable: ['name', 'content'],
  ids: 'text',
  addressedBy: [],
  filters: context ? { mine: mine(context) } : {},
  toResource: (row) => ({
    id: row._id,
    type: 'config',
    path: `/admin/config/${encodeURIComponent(row._id)}`,
    attributes: { name: row.name, context: row.context, content: row.content, application_id: row.application_id },
    meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  }),
  // An entry can hold a password.
  recorded: (fields) => withoutValues(fields, ['content']),
});

const idOf = (name: string, applicationId: number | null): string =>
  applicationId === null ? name : `${applicationId}:${name}`;

function assertValue({ name, context, content }: Pick<ConfigRow, 'name' | 'context' | 'content'>): void {
  if (EFFECTIVE_CONTEXTS.has(context)) assertConfigValue(name, content);
}

/** What the body of a new entry says; the id of the client is looked at when that of the service is known. */
export function readNewEntry(body: ResourceBody<ConfigInput>): { input: ConfigInput; id: string | number | undefined } {
  const { id, ...data } = body.data;
  const input = readCreate({ data }, 'config');
  assertGiven(input, ['name']);
  assertConfigName(input.name ?? '');
  return { input, id };
}

/** @throws ApiError id_conflict when the client gives another id than D53 does */
export function newEntry(
  dependencies: RuleDependencies,
  fields: Pick<ConfigRow, 'name' | 'context' | 'content' | 'application_id'>,
  givenId: string | number | undefined,
): ConfigRow {
  const _id = idOf(fields.name, fields.application_id);
  if (givenId !== undefined && String(givenId) !== _id) {
    const detail = `The id of this entry is "${_id.slice(0, 100)}".`;
    throw new ApiError('id_conflict', { detail, source: { pointer: '/data/id' } });
  }
  assertValue(fields);
  return { _id, ...newRow(dependencies), ...fields };
}

/** @throws ApiError forbidden, invalid_data, not_found, already_exists, type_conflict, id_conflict */
export async function createConfigEntry(
  dependencies: RuleDependencies,
  body: ResourceBody<ConfigInput>,
  context: RequestContext,
): Promise<ConfigRow> {
  const { store } = dependencies;
  const { input, id } = readNewEntry(body);
  const reference = { field: 'application_id', id: input.application_id, name: input.application };
  return changeRules(dependencies, context, async (scope) => {
    const fields = {
      name: input.name ?? '',
      context: input.context ?? 'core',
      content: input.content ?? '',
      application_id: (await referredId(store.applications, reference, scope.transaction)) ?? null,
    };
    assertMayConfigure(fields.name, [fields.context], context);
    return insertRow(configResources(store), newEntry(dependencies, fields, id), scope);
  });
}

/** The id is made of both, so neither changes. @throws ApiError invalid_data */
export function assertSameEntry(current: ConfigRow, field: 'name' | 'application_id', value: unknown): void {
  if (value === undefined || value === current[field]) return;
  throw invalidData(`/data/attributes/${field}`, `[${field}.immutable]: An entry keeps its ${field}.`);
}

/** @throws ApiError forbidden, not_found, invalid_data, type_conflict, id_conflict, precondition_failed */
export async function updateConfigEntry(
  dependencies: RuleDependencies,
  id: string,
  body: ResourceBody<ConfigInput>,
  context: RequestContext,
): Promise<ConfigRow> {
  const { store } = dependencies;
  const type = configResources(store);
  return changeRules(dependencies, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const input = readUpdate(body, 'config', id);
    const reference = { field: 'application_id', id: input.application_id, name: input.application };
    assertSameEntry(current, 'name', input.name);
    assertSameEntry(current, 'application_id', await referredId(store.applications, reference, scope.transaction));
    const fields = knownAttributes(input, ['context', 'content']) as Partial<ConfigRow>;
    assertMayConfigure(current.name, [current.context, fields.context ?? current.context], context);
    assertValue({ ...current, ...fields });
    return changeRow(type, current, fields, scope);
  });
}

/** @throws ApiError forbidden, not_found, precondition_failed */
export async function deleteConfigEntry(
  dependencies: RuleDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const type = configResources(dependencies.store);
  await changeRules(dependencies, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    assertMayConfigure(row.name, [row.context], context);
    await removeRow(type, row, scope);
  });
}
