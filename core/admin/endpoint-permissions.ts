// Permissions of a role on an endpoint through an application, each null for any (D19).
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import type { EndpointPermissionRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { referredId } from './references.ts';
import { accessRules, type RuleDependencies } from './rule-change.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { assertMayManage } from '../accounts/roles/role-priority.ts';
import type { WriteScope } from '../resources/resource-type.ts';

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

/** A permission, without the members that only narrow or describe it. */
type Rule = Pick<EndpointPermissionRow, 'endpoint_id' | 'application_id' | 'role_id' | 'read' | 'write'>;

const forbidden = (detail: string): ApiError => new ApiError('forbidden', detail);

/** A `block` counts as a full permission: without it, other rows give what they say. */
function assertHolds({ access }: RequestContext, endpoint: string, rule: Rule): void {
  for (const side of ['read', 'write'] as const) {
    const held = access.grant(endpoint, side);
    const isHeld = rule[side] === false || held === 'all' || (held === 'mine' && rule[side] === 'mine');
    if (!isHeld)
      throw forbidden(`You permit only what you may do yourself: your roles do not give ${side} on "${endpoint}".`);
  }
}

/**
 * Whether the caller may write a rule, before and after its change: without role admin only what it may do itself, to roles
 * that it may manage (D761).
 * @throws ApiError forbidden
 */
async function assertMayPermit(
  store: Store,
  rules: readonly (Rule | undefined)[],
  { context, transaction }: WriteScope,
): Promise<void> {
  if (context.caller.isAdmin) return;
  for (const rule of rules) {
    if (!rule) continue;
    if (rule.role_id === null || rule.endpoint_id === null) {
      throw forbidden('Only administrators write rules for all roles or for all endpoints.');
    }
    await assertMayManage(store, [rule.role_id], context.caller, transaction);
    const endpoint = await store.endpoints.findOne({ _id: rule.endpoint_id }, { session: transaction });
    if (endpoint) assertHolds(context, endpoint.name, rule);
  }
}

/**
 * Whether the caller may write all rules of an endpoint: they end with it, and move with its name.
 * @throws ApiError forbidden
 */
export async function assertMayMoveRules(
  store: Store,
  { endpointId, name }: { endpointId: number; name?: string | undefined },
  scope: WriteScope,
): Promise<void> {
  const ofEndpoint = store.endpointPermissions.find({ endpoint_id: endpointId }, { session: scope.transaction });
  const rules = await ofEndpoint.toArray();
  await assertMayPermit(store, rules, scope);
  if (name === undefined || scope.context.caller.isAdmin) return;
  for (const rule of rules) assertHolds(scope.context, name, rule);
}
