// Configuration entries, global and of applications (D53, D559).
import { EFFECTIVE_CONTEXTS } from '../access/access-rules.ts';
import type { RequestContext } from '../context.ts';
import { invalidData, notFound } from '../errors.ts';
import type { Condition } from '../query/filters.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { ConfigRow, Store } from '../store/store.ts';
import { assertConfigName, assertConfigValue, assertMayConfigure } from './config-values.ts';
import { referredId } from './references.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';
import { withoutValues } from './secrets.ts';

/** Entries for the application of the caller: its own and the global ones. */
const forApplication = ({ caller }: Pick<RequestContext, 'caller'>): Condition => ({
  application_id: { $in: caller.applicationId === null ? [null] : [caller.applicationId, null] },
});

const configAttributes = {
  name: { kind: 'string', bytewise: true },
  content: { kind: 'string', bytewise: true, default: '' },
} as const;

/** An entry can hold a password. */
const withoutContent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutValues(fields, ['content']);

export const configResources = (store: Store): DefinedResource<ConfigRow, 'Config'> =>
  defineResource<ConfigRow, 'Config'>({
    type: 'config',
    path: '/admin/config',
    collection: store.config,
    searchable: ['name', 'content'],
    ids: 'text',
    attributes: {
      ...configAttributes,
      context: { kind: 'string', bytewise: true, default: 'core' },
      application_id: { kind: 'integer', default: null },
    },
    recorded: withoutContent,
  });

/** Writing of entries, apart from permissions. */
const configRules = (dependencies: RuleDependencies) => ({
  ...accessRules(dependencies),
  filters: (context: RequestContext) => ({ mine: () => forApplication(context) }),
  idOf: ({ name, application_id: application }: ConfigRow) => (application === null ? name : `${application}:${name}`),
});

/** Both are part of the id, so neither changes. @throws ApiError invalid_data */
function assertSameEntry(current: ConfigRow, field: 'name' | 'application_id', value: unknown): void {
  if (value === undefined || value === current[field]) return;
  throw invalidData(`/data/attributes/${field}`, `[${field}.immutable]: The ${field} of an entry cannot be changed.`);
}

/** The operations on configuration entries. */
export function configEntries(dependencies: RuleDependencies): RowOperations<ConfigRow, 'Config'> {
  const { store } = dependencies;
  return rowOperations(configResources(store), {
    ...configRules(dependencies),
    async check(input, current, { context: request, transaction }) {
      const { name = current?.name ?? '', context = current?.context ?? 'core' } = input;
      if (current) assertSameEntry(current, 'name', name);
      else assertConfigName(name);
      const reference = { field: 'application_id', id: input.application_id, name: input.application };
      const application_id = await referredId(store.applications, reference, transaction);
      if (current) assertSameEntry(current, 'application_id', application_id);
      assertMayConfigure(name, [current?.context ?? context, context], request);
      if (EFFECTIVE_CONTEXTS.has(context)) assertConfigValue(name, input.content ?? current?.content ?? '');
      return { application_id };
    },
    checkDelete: ({ name, context }, scope) => assertMayConfigure(name, [context], scope.context),
  });
}

/** The one context for applications instead of the service. */
const CONTEXT = 'app';

/**
 * The operations on the configuration of the caller's application: its own entries of context `app`, and the global ones that
 * it does not override (D43).
 */
export function applicationConfig(dependencies: RuleDependencies): RowOperations<ConfigRow, 'PublicConfig'> {
  const { config } = dependencies.store;
  const type = defineResource<ConfigRow, 'PublicConfig'>({
    type: 'config',
    path: '/config',
    collection: config,
    searchable: ['name', 'content'],
    ids: 'text',
    attributes: configAttributes,
    recorded: withoutContent,
  });
  return rowOperations(type, {
    ...configRules(dependencies),
    async scope({ caller: { applicationId: own } }) {
      if (own === null) return [{ context: CONTEXT, application_id: null }];
      const names = await config.distinct('name', { context: CONTEXT, application_id: own });
      return [{ context: CONTEXT, $or: [{ application_id: own }, { application_id: null, name: { $nin: names } }] }];
    },
    async find(id, context, scope) {
      const filter = { $and: [{ context: CONTEXT }, forApplication(context), { $or: [{ _id: id }, { name: id }] }] };
      const rows = await config.find(filter, scope ? { session: scope.transaction } : {}).toArray();
      const row = rows.find((each) => each.application_id !== null) ?? rows[0];
      if (!row) throw notFound(`config "${id.slice(0, 100)}"`);
      return row;
    },
    check({ name }, current, { context }) {
      if (current) return assertSameEntry(current, 'name', name);
      assertConfigName(name ?? '');
      return { context: CONTEXT, application_id: context.caller.applicationId };
    },
  });
}
