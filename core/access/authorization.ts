// Whether a request is permitted: by its application, and by the rules for its caller (D18, D19).
import type { Access, AccessMode, Caller, RequestContext } from '../context.ts';
import type { OperationFacts } from '../description/operation-facts.ts';
import { ApiError, notFound, type RefusingRule } from '../errors.ts';
import type { Clock } from '../clock.ts';
import { isUsable } from './application-scope.ts';
import type { AccessService } from './access-service.ts';

/** What the permission of an operation depends on. */
export interface GuardedOperation {
  method: string;
  path: string;
  /** Of its description (openapi/operation-facts.yaml). */
  facts: Pick<OperationFacts, 'access' | 'signed'>;
}

export interface GuardedRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
}

type Principal = Pick<RequestContext, 'caller' | 'access'>;

const endpointOf = (path: string, params: GuardedRequest['params']): string => {
  const segment = path.split('/')[1] ?? '';
  return segment === '{object_type_name}' ? (params['object_type_name'] ?? '') : segment;
};

export const accessKind = (method: string): AccessMode => (method === 'get' || method === 'head' ? 'read' : 'write');

/** Whether the rules are checked for another caller or operation (D86, D693, D491). */
const isCheckedLater = (access: OperationFacts['access'], { userId }: Caller): boolean =>
  ['signIn', 'beforeSignIn', 'parts'].includes(access) || (userId === null && access === 'challenge');

export const authenticationRequired = (): ApiError =>
  new ApiError('authentication_required', 'Authentication is required to continue.', { 'WWW-Authenticate': 'Bearer' });

/** 401 for an anonymous caller, 403 for a known one. */
export function refusal(caller: Caller, detail: string, refusedBy: RefusingRule = 'endpoint'): ApiError {
  return caller.userId === null ? authenticationRequired() : new ApiError('forbidden', { detail, refusedBy });
}

const FOR_ADMINISTRATORS = 'Only administrators may use this operation, whatever the permissions of its endpoint.';

export type Authorization = ReturnType<typeof createAuthorization>;

export function createAuthorization(
  service: Pick<AccessService, 'current'>,
  options: { requireApiKey: boolean; clock: Clock; noteUse(applicationId: number): void },
) {
  function assertEnabled(endpoint: string): void {
    if (service.current().isDisabled(endpoint)) throw notFound(`/${endpoint}`);
  }

  function assertPermitted(endpoint: string, { method, facts }: GuardedOperation, { caller, access }: Principal): void {
    const side = accessKind(method);
    if (!service.current().isInScope(caller, endpoint, side)) {
      throw new ApiError('forbidden', 'The API key of this application does not allow this operation.');
    }
    if (access.grant(endpoint, side) === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
    if (facts.access === 'administrators' && !caller.isAdmin)
      throw caller.userId === null ? authenticationRequired() : new ApiError('forbidden', FOR_ADMINISTRATORS);
  }

  return {
    /** Application of an API key; null without one. @throws ApiError invalid_api_key */
    application(apiKey: string | undefined): number | null {
      if (apiKey === undefined) return null;
      const row = service.current().applicationOfKey(apiKey);
      if (!isUsable(row, options.clock.now())) {
        throw new ApiError('invalid_api_key', 'The API key does not belong to an enabled application.');
      }
      return row._id;
    },
    accessOf: (caller: Caller): Access => service.current().accessOf(caller),
    /** @throws ApiError missing_api_key, not_found (disabled), authentication_required, forbidden */
    authorize(operation: GuardedOperation, { params, query }: GuardedRequest, who: Principal): void {
      const { path, facts } = operation;
      const { caller } = who;
      if (facts.access === 'everyone') return;
      const endpoint = endpointOf(path, params);
      // The handler verifies the signature first (core/files/url-signer.ts, D179).
      if (query['signature'] !== undefined && facts.signed) return assertEnabled(endpoint);
      // The application of a sign-in is known after it; core/accounts/sign-in/sign-in.ts checks the rules then. Monitoring has none (D637).
      const needsKey = facts.access !== 'signIn' && facts.access !== 'monitoring';
      if (options.requireApiKey && caller.applicationId === null && needsKey) {
        throw new ApiError('missing_api_key', 'An API key is required, in the header X-Api-Key.');
      }
      if (caller.applicationId !== null) options.noteUse(caller.applicationId);
      if (facts.access !== 'monitoring') assertEnabled(endpoint);
      if (isCheckedLater(facts.access, caller)) return;
      assertPermitted(endpoint, operation, who);
    },
  };
}
