// Configuration entries, global and of applications (D53, D559).
import { EFFECTIVE_CONTEXTS } from '../access/access-rules.ts';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import type { Condition } from '../query/filters.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { ConfigRow, Store } from '../store/store.ts';
import { assertConfigName, assertConfigValue, assertMayConfigure } from './config-values.ts';
import { referredId } from './references.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';
import { withoutValues } from './secrets.ts';

/** Entries for the application of the caller: its own and the global ones. */
export const forApplication = ({ caller }: Pick<RequestContext, 'caller'>): Condition => ({
  application_id: { $in: caller.applicationId === null ? [null] : [caller.applicationId, null] },
});

export const configAttributes = {
  name: { kind: 'string', bytewise: true },
  content: { kind: 'string', bytewise: true, default: '' },
} as const;

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

/** An entry can hold a password. */
export const withoutContent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutValues(fields, ['content']);

/** Writing of entries, apart from permissions. */
export const configRules = (dependencies: RuleDependencies) => ({
  ...accessRules(dependencies),
  filters: (context: RequestContext) => ({ mine: () => forApplication(context) }),
  idOf: ({ name, application_id: application }: ConfigRow) => (application === null ? name : `${application}:${name}`),
});

function assertValue({ name, context, content }: Pick<ConfigRow, 'name' | 'context' | 'content'>): void {
  if (EFFECTIVE_CONTEXTS.has(context)) assertConfigValue(name, content);
}

/** Both are part of the id, so neither changes. @throws ApiError invalid_data */
export function assertSameEntry(current: ConfigRow, field: 'name' | 'application_id', value: unknown): void {
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
      assertValue({ name, context, content: input.content ?? current?.content ?? '' });
      return { application_id };
    },
    checkDelete: ({ name, context }, scope) => assertMayConfigure(name, [context], scope.context),
  });
}
