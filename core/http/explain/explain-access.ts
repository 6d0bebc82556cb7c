// `/auth/explain`: which rule allows or refuses a request of a user, and by which rows (D685). The checks are those of
// dispatch and of the objects themselves, run for that user; the access records each decision.
import type { components } from '../../../generated/api.d.ts';
import type { AccessService } from '../../access/access-service.ts';
import { USERS, type AccessDecision } from '../../access/access-rules.ts';
import { accessKind } from '../../access/authorization.ts';
import { applicationCaller, isActive, userCaller } from '../../accounts/credentials/bearer.ts';
import type { SignInServices } from '../../accounts/credentials/sign-in-services.ts';
import { requirementOf } from '../../accounts/factors/factor-requirement.ts';
import { assertMayChange } from '../../accounts/roles/role-priority.ts';
import type { Access, AccessMode, Caller, RequestContext } from '../../context.ts';
import { ApiError, invalidParameter, notFound } from '../../errors.ts';
import { assertWritable } from '../../objects/visibility/object-permissions.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import type { Clock } from '../../clock.ts';
import { explainAttributes, hiddenReason, permissionRowsOf } from '../../objects/permissions/explain-object.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { AccountDocument } from '../../store/store.ts';
import { isDangerousCall } from '../dangerous-writes.ts';
import type { MatchedOperation } from '../routing/operation.ts';
import type { Principal } from '../principal.ts';
import type { Match } from '../routing/routing-table.ts';
import { parseTarget, type RequestTarget } from '../request/request-target.ts';

type Explanation = components['schemas']['ExplainMeta'];
type Step = components['schemas']['ExplainStep'];
type Row = components['schemas']['ExplainRow'];

/** The steps of a request that decide about it (core/http/lifecycle.ts). */
export interface RequestChecks {
  match(target: RequestTarget, method: string): Promise<Match>;
  /** @throws ApiError authentication_required, forbidden … */
  assertAllowed(path: string, method: string, principal: Principal): Promise<void>;
}

interface ExplainServices {
  objects: ObjectServices;
  access: Pick<AccessService, 'current'>;
  signIn: Pick<SignInServices, 'factorPolicy'>;
  clock: Clock;
  checks(): RequestChecks;
}

interface ExplainRequest {
  method: string;
  path: string;
  /** undefined for a caller who is not signed in. */
  user?: number | undefined;
  application?: number | undefined;
}

const REASONS: Readonly<Record<AccessDecision['by'], string>> = {
  scope: 'The key of the application does not allow it.',
  always: 'Administrators are never locked out of this endpoint.',
  disabled: 'The endpoint is disabled.',
  block: 'This row blocks it, regardless of the others.',
  rows: 'These rows allow it.',
  none: 'No row allows it for this caller.',
};

/** @throws ApiError not_found */
async function callerOf(
  { objects: { store }, access }: ExplainServices,
  { user, application }: ExplainRequest,
): Promise<{ caller: Caller; isActive: boolean; account?: AccountDocument }> {
  const applicationId = application ?? null;
  if (applicationId !== null && !access.current().applicationById.has(applicationId)) {
    throw notFound(`applications "${applicationId}"`);
  }
  if (user === undefined) return { caller: applicationCaller(applicationId), isActive: true };
  const account = await store.findAccount(user);
  if (!account) throw notFound(`${USERS} "${user}"`);
  const caller = userCaller(user, account, applicationId);
  return { caller, account, isActive: isActive(account, access.current().accessOf(caller)) };
}

/** The access of a caller, which records a step for each decision. */
function notingAccess({ access }: ExplainServices, caller: Caller): { noting: Access; steps: Step[] } {
  const rules = access.current();
  const known = rules.accessOf(caller);
  const steps = new Map<string, Step>();
  const rowOf = (row: AccessDecision['rows'][number]): Row => ({
    type: 'endpoint_permissions',
    id: String(row._id),
    endpoint: row.endpoint_id === null ? null : (rules.endpointNames.get(row.endpoint_id) ?? null),
    role: row.role_id === null ? null : (known.roleNames.get(row.role_id) ?? null),
    application_id: row.application_id,
  });
  const grant = (endpoint: string, side: AccessMode) => {
    const { grant: given, by, rows } = rules.decide(caller, endpoint, side);
    const reason = given === 'mine' ? 'These rows allow it only for records of the user.' : REASONS[by];
    const about = { rule: 'endpoint', allowed: given !== 'none', subject: endpoint, side, grant: given } as const;
    steps.set(`${side} ${endpoint}`, { ...about, reason, rows: rows.map(rowOf) });
    return given;
  };
  return {
    noting: { ...known, grant },
    get steps() {
      return [...steps.values()];
    },
  };
}

/** The object of a path such as `/documents/12/parents`; undefined for paths without one. */
function objectOf(
  { modelService }: ObjectServices,
  { params }: MatchedOperation,
  { segments }: RequestTarget,
): { typeName: string; id: string } | undefined {
  const [typeName = ''] = segments;
  const id = params['object_id'] ?? params['folder_id'] ?? params['user_id'];
  const isType = typeName === 'objects' || modelService.current().types.has(typeName);
  return isType && id !== undefined && id === segments[1] ? { typeName, id } : undefined;
}

/** The checks of the object of the path, as its handlers make them. */
async function checkObject(
  { objects }: ExplainServices,
  { typeName, id }: { typeName: string; id: string },
  { side, context }: { side: AccessMode; context: RequestContext },
): Promise<{ step: Step; attributes?: Explanation['attributes'] }> {
  const step = (rest: Omit<Step, 'subject' | 'side'>): Step => ({ subject: `${typeName}/${id}`, side, ...rest });
  const hidden = await hiddenReason(objects, { typeName, id }, context);
  if (hidden) return { step: step({ rule: 'visibility', allowed: false, reason: hidden, rows: [] }) };
  const { rule, rows } = await permissionRowsOf(objects, id, context);
  try {
    const found = await findVisible(objects, typeName, id, context);
    if (side === 'write' && typeName === USERS) await assertMayChange(objects.store, [found], context);
    else if (side === 'write') assertWritable(found, context);
    const byRows = rows.length === 0 ? 'No permissions of the object restrict it.' : 'These rows allow it.';
    const reason = context.caller.isAdmin ? 'Administrators are always allowed.' : byRows;
    const attributes = explainAttributes(objects.modelService.current(), found.type, context);
    return { step: step({ rule, allowed: true, reason, rows }), ...(attributes.length > 0 && { attributes }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // cast: nothing is written here, so no attribute refuses
    const refusedBy = (error.faults[0]?.refusedBy ?? rule) as Step['rule'];
    throw Object.assign(error, { step: step({ rule: refusedBy, allowed: false, reason: error.message, rows }) });
  }
}

/** @throws ApiError invalid_parameter: the path has no operation */
async function matched(checks: RequestChecks, target: RequestTarget, method: string): Promise<MatchedOperation> {
  const match = await checks.match(target, method);
  if (match.kind === 'operation') return match;
  if (match.kind === 'path') throw invalidParameter('path', 'There is no operation at this path.');
  throw invalidParameter('method', `The path supports ${match.allow.join(', ')} only.`);
}

const CONFIRM =
  'The request needs a second factor that the session has confirmed recently; otherwise it is 403 fresh_factor_required.';
const BY_ROLES = 'If its body sets roles, the request needs a second factor that the session has confirmed recently.';
const ENROL =
  'A role of the user requires a second factor, and the time to enrol one has ended: signing in is 401 until then.';
const AHEAD = 'A role of the user requires a second factor; the time to enrol one begins with the next sign-in.';
const SOON = 'A role of the user requires a second factor, which may still be enrolled until `due`.';

/**
 * Whether the request needs a recent confirmation of the second factor (D694), and whether a role needs the user to enrol one
 * (D693). The database is not changed.
 * @returns undefined when the request does not depend on the second factor
 */
async function explainFactor(
  { objects: { store }, access, signIn: { factorPolicy }, clock }: ExplainServices,
  { operation, params }: MatchedOperation,
  user: { userId: number; account: AccountDocument },
): Promise<Explanation['second_factor']> {
  const services = { store, access, factorPolicy, clock };
  const isDangerous = await isDangerousCall(services, operation, { params, body: undefined });
  const isByRoles = !isDangerous && operation.facts.freshFactor.includes('roles');
  const { roles, isEnrolled, due } = await requirementOf(services, user);
  const { freshMs } = factorPolicy;
  if (isEnrolled) {
    if (freshMs === null || !(isDangerous || isByRoles)) return undefined;
    return { needs: 'confirmation', reason: isDangerous ? CONFIRM : BY_ROLES, roles, fresh_seconds: freshMs / 1000 };
  }
  if (roles.length === 0) return undefined;
  if (!due) return { needs: 'enrolment', reason: AHEAD, roles };
  return { needs: 'enrolment', reason: due <= clock.now() ? ENROL : SOON, roles, due: due.toISOString() };
}

/** The request and its user, before any rule is checked. */
async function aboutRequest(
  services: ExplainServices,
  method: string,
  requested: { matched: MatchedOperation; caller: Caller; account?: AccountDocument | undefined },
): Promise<Pick<Explanation, 'operation' | 'method' | 'user' | 'roles' | 'second_factor'>> {
  const { matched, caller, account } = requested;
  const { userId } = caller;
  const { roleNames } = services.access.current().accessOf(caller);
  const roles = [...caller.roles].flatMap((role) => roleNames.get(role) ?? []).sort();
  const about = { operation: matched.operation.operationId, method, user: userId, roles };
  const factor = userId !== null && account && (await explainFactor(services, matched, { userId, account }));
  return factor ? { ...about, second_factor: factor } : about;
}

/** Whether a request of a user is allowed, and why. @throws ApiError invalid_parameter, not_found */
export async function explainAccess(
  services: ExplainServices,
  request: ExplainRequest,
  context: RequestContext,
): Promise<Explanation> {
  const { method, path } = request;
  const target = parseTarget(path);
  const checks = services.checks();
  const operation = await matched(checks, target, method);
  const { caller, account, isActive: isUsable } = await callerOf(services, request);
  const noted = notingAccess(services, caller);
  const base = await aboutRequest(services, method, { matched: operation, caller, account });
  if (!isUsable) {
    const reason = 'The user is blocked or in the trash, or the status is not "on".';
    const steps: Step[] = [{ rule: 'account', allowed: false, reason, rows: [] }];
    return { ...base, allowed: false, status: 401, code: 'invalid_token', steps };
  }
  let object: Awaited<ReturnType<typeof checkObject>> | undefined;
  try {
    await checks.assertAllowed(path, method, { caller, access: noted.noting });
    const requested = objectOf(services.objects, operation, target);
    if (requested) {
      const as = { ...context, caller, access: noted.noting, precondition: undefined };
      object = await checkObject(services, requested, { side: accessKind(operation.operation.method), context: as });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // cast: checkObject adds the step to its errors
    const { step } = error as { step?: Step };
    const { status, code, message: detail } = error;
    return { ...base, allowed: false, status, code, detail, steps: [...noted.steps, ...(step ? [step] : [])] };
  }
  const steps = [...noted.steps, ...(object ? [object.step] : [])];
  if (object?.step.allowed === false) {
    return { ...base, allowed: false, status: 404, code: 'not_found', detail: object.step.reason, steps };
  }
  return { ...base, allowed: true, steps, ...(object?.attributes && { attributes: object.attributes }) };
}
