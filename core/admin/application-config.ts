// Configuration of an application: its own entries of context `app`, and the global ones that it does not override (D43, D559).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { ConfigRow, Document, Filter, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { assertSameEntry, configAttributes, configRules, forApplication, withoutContent } from './config-entries.ts';
import { assertConfigName } from './config-values.ts';
import type { RuleDependencies } from './rule-change.ts';

/** The one context for applications instead of the service. */
const CONTEXT = 'app';

const applicationConfigResources = (store: Store): DefinedResource<ConfigRow, 'PublicConfig'> =>
  defineResource<ConfigRow, 'PublicConfig'>({
    type: 'config',
    path: '/config',
    collection: store.config,
    searchable: ['name', 'content'],
    ids: 'text',
    attributes: configAttributes,
    recorded: withoutContent,
  });

/** The rows of the list; for equal names the application's own. */
async function applicationConfigScope(store: Store, context: RequestContext): Promise<Filter<Document>[]> {
  const own = context.caller.applicationId;
  if (own === null) return [{ context: CONTEXT, application_id: null }];
  const names = await store.config.distinct('name', { context: CONTEXT, application_id: own });
  return [{ context: CONTEXT, $or: [{ application_id: own }, { application_id: null, name: { $nin: names } }] }];
}

/** By id or name, the application's own first. @throws ApiError not_found */
async function findApplicationConfig(
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

/** The operations on the configuration of the caller's application. */
export function applicationConfig(dependencies: RuleDependencies): RowOperations<ConfigRow, 'PublicConfig'> {
  const { store } = dependencies;
  return rowOperations(applicationConfigResources(store), {
    ...configRules(dependencies),
    scope: (context) => applicationConfigScope(store, context),
    find: (id, context, scope) => findApplicationConfig(store, id, context, scope?.transaction),
    check({ name }, current, { context }) {
      if (current) return assertSameEntry(current, 'name', name);
      assertConfigName(name ?? '');
      return { context: CONTEXT, application_id: context.caller.applicationId };
    },
  });
}
