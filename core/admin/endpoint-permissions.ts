// Permissions of a role on an endpoint through an application, each null for any (D19).
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { EndpointPermissionRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { assertMayPermit, type Rule } from './permission-power.ts';
import { referredId } from './references.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';

export const permissionResources = (store: Store): DefinedResource<EndpointPermissionRow, 'EndpointPermissions'> =>
  defineResource<EndpointPermissionRow, 'EndpointPermissions'>({
    type: 'endpoint_permissions',
    path: '/admin/endpoint_permissions',
    collection: store.endpointPermissions,
    uniqueField: 'endpoint_id',
    attributes: {
      endpoint_id: { kind: 'integer', default: null },
      application_id: { kind: 'integer', default: null },
      role_id: { kind: 'integer', default: null },
      read: { kind: 'json', default: false },
      write: { kind: 'json', default: false },
      anonymous: { kind: 'boolean', default: false },
    },
  });

/** The ids in a body, or by names. @throws ApiError invalid_data, not_found */
async function subjectOf(store: Store, input: AttributesInput<'EndpointPermissions'>, transaction: Transaction) {
  const endpoint = { field: 'endpoint_id', id: input.endpoint_id, name: input.endpoint_name };
  const application = { field: 'application_id', id: input.application_id, name: input.application_name };
  const role = { field: 'role_id', id: input.role_id, name: input.role_name };
  // One after the other: a MongoDB transaction runs one operation at a time.
  return {
    endpoint_id: await referredId(store.endpoints, endpoint, transaction),
    application_id: await referredId(store.applications, application, transaction),
    role_id: await referredId(store.roles, role, transaction),
  };
}

const NEW_RULE: Rule = { endpoint_id: null, application_id: null, role_id: null, read: false, write: false };

/** The rule of a row after a change. */
function ruleAfter(current: Rule = NEW_RULE, change: { [Member in keyof Rule]?: Rule[Member] | undefined }): Rule {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}

/** The operations on endpoint permissions. */
export const endpointPermissions = (
  dependencies: RuleDependencies,
): RowOperations<EndpointPermissionRow, 'EndpointPermissions'> =>
  rowOperations(permissionResources(dependencies.store), {
    ...accessRules(dependencies),
    async check(input, current, scope) {
      const subject = await subjectOf(dependencies.store, input, scope.transaction);
      const { read, write } = input;
      await assertMayPermit(dependencies.store, [current, ruleAfter(current, { ...subject, read, write })], scope);
      return subject;
    },
    checkDelete: (row, scope) => assertMayPermit(dependencies.store, [row], scope),
  });
