// Configuration as an application sees it: its own entries of context `app`, and the global ones that it has none of its
// own for (D43, reference/jsonapi.md 9).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { knownAttributes, readUpdate, type ResourceBody } from '../format/jsonapi/resource-input.ts';
import { changeRow, insertRow, removeRow, type ResourceType } from '../resources/resource-type.ts';
import type { ConfigRow, Document, Filter, Store } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import {
  assertSameEntry,
  CONFIG_FIELDS,
  configResources,
  forApplication,
  newEntry,
  readNewEntry,
} from './config-entries.ts';
import { changeRules, type RuleDependencies } from './rule-change.ts';

/** The one context that is for applications and not for the service. */
const CONTEXT = 'app';

export interface ApplicationConfigInput {
  name?: string;
  content?: string;
}

export const applicationConfigResources = (
  store: Store,
  context: RequestContext,
): ResourceType<ConfigRow, 'PublicConfig'> => ({
  ...configResources(store, context),
  path: '/config',
  fields: new Map([...CONFIG_FIELDS].filter(([name]) => name !== 'context' && name !== 'application_id')),
  toResource: (row) => {
    const { id, type, attributes, meta } = configResources(store).toResource(row);
    const { name, content } = attributes;
    return { id, type, path: `/config/${encodeURIComponent(row._id)}`, attributes: { name, content }, meta };
  },
});

/** What the list holds; of one name the application's own. */
export async function applicationConfigScope(store: Store, context: RequestContext): Promise<Filter<Document>[]> {
  const own = context.caller.applicationId;
  if (own === null) return [{ context: CONTEXT, application_id: null }];
  const names = await store.config.distinct('name', { context: CONTEXT, application_id: own });
  return [{ context: CONTEXT, $or: [{ application_id: own }, { application_id: null, name: { $nin: names } }] }];
}

/** By id or name, the application's own first. @throws ApiError not_found */
export async function findApplicationConfig(
  store: Store,
  id: string,
  context: RequestContext,
  transaction?: Transaction,
): Promise<ConfigRow> {
  const rows = await store.config
    .find(
      { $and: [{ context: CONTEXT }, forApplication(context), { $or: [{ _id: id }, { name: id }] }] },
      transaction ? { session: transaction } : {},
    )
    .toArray();
  const row = rows.find((each) => each.application_id !== null) ?? rows[0];
  if (!row) throw notFound(`config "${id.slice(0, 100)}"`);
  return row;
}

/** @throws ApiError invalid_data, already_exists, type_conflict, id_conflict */
export async function createApplicationConfig(
  dependencies: RuleDependencies,
  body: ResourceBody<ApplicationConfigInput>,
  context: RequestContext,
): Promise<ConfigRow> {
  const { input, id } = readNewEntry(body);
  const fields = {
    name: input.name ?? '',
    context: CONTEXT,
    content: input.content ?? '',
    application_id: context.caller.applicationId,
  };
  const row = newEntry(dependencies, fields, id);
  return changeRules(dependencies, context, (scope) =>
    insertRow(applicationConfigResources(dependencies.store, context), row, scope),
  );
}

/** @throws ApiError not_found, invalid_data, type_conflict, id_conflict, precondition_failed */
export async function updateApplicationConfig(
  dependencies: RuleDependencies,
  id: string,
  body: ResourceBody<ApplicationConfigInput>,
  context: RequestContext,
): Promise<ConfigRow> {
  const { store } = dependencies;
  return changeRules(dependencies, context, async (scope) => {
    const current = await findApplicationConfig(store, id, context, scope.transaction);
    const input = readUpdate(body, 'config', id, current._id);
    assertSameEntry(current, 'name', input.name);
    const fields = knownAttributes(input, ['content']);
    return changeRow(applicationConfigResources(store, context), current, fields, scope);
  });
}

/** @throws ApiError not_found, precondition_failed */
export async function deleteApplicationConfig(
  dependencies: RuleDependencies,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { store } = dependencies;
  await changeRules(dependencies, context, async (scope) => {
    const row = await findApplicationConfig(store, id, context, scope.transaction);
    await removeRow(applicationConfigResources(store, context), row, scope);
  });
}
