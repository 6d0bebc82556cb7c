// What a caller without role admin may permit: only what it may do itself, to roles that it may manage (D761).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { assertMayManage } from '../accounts/roles/role-priority.ts';
import type { WriteScope } from '../resources/resource-type.ts';
import type { EndpointPermissionRow, Store } from '../store/store.ts';

/** A permission, without the members that only narrow or describe it. */
export type Rule = Pick<EndpointPermissionRow, 'endpoint_id' | 'application_id' | 'role_id' | 'read' | 'write'>;

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
 * Whether the caller may write a rule, before and after its change.
 * @throws ApiError forbidden
 */
export async function assertMayPermit(
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
