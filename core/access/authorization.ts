// Whether a request is permitted: by its application, and by the rules for its caller (D18, D19).
import type { Access, Caller } from '../context.ts';
import { ApiError, notFound, type RefusingRule } from '../errors.ts';
import type { Clock } from '../clock.ts';
import { isUsable } from './application-scope.ts';
import type { AccessService } from './access-service.ts';

/** The permission that an operation needs. */
export interface GuardedOperation {
  method: string;
  path: string;
}

export interface GuardedRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
}

/** For orchestrators, which have no accounts: always permitted. */
const UNGUARDED: ReadonlySet<string> = new Set(['health', 'ready']);

/** For monitoring, which has no application either; the rules decide (D637). */
const METRICS = 'metrics';

/** Needed before a user can be identified (D86). */
const BEFORE_SIGN_IN: ReadonlySet<string> = new Set(['post /auth', 'get /auth/providers', 'post /auth/authorization']);

/** For callers with the challenge of a sign-in. The handler checks the challenge and the rules for its user (D693). */
const WITH_CHALLENGE: ReadonlySet<string> = new Set([
  'post /auth/second_factor',
  'patch /auth/second_factor',
  'post /auth/passkeys',
  'patch /auth/passkeys',
  'post /auth/passkeys/challenge',
]);

/**
 * Operations that signed URLs can address (D179). With a signature no token, API key or permission is needed: the handler
 * verifies the signature first (core/files/url-signer.ts).
 */
const SIGNED: ReadonlySet<string> = new Set([
  'get /streams/download/{stream_id}',
  'get /media/thumbs/{object_id}/{file_name}',
]);

const endpointOf = (path: string, params: Readonly<Record<string, string>>): string => {
  const segment = path.split('/')[1] ?? '';
  return segment === '{object_type_name}' ? (params['object_type_name'] ?? '') : segment;
};

export const accessKind = (method: string): 'read' | 'write' =>
  method === 'get' || method === 'head' ? 'read' : 'write';

/** The rules apply to each operation in it (D491). */
export const ATOMIC_OPERATIONS = 'post /operations';

const isCheckedLater = (name: string, { userId }: Caller): boolean =>
  BEFORE_SIGN_IN.has(name) || name === ATOMIC_OPERATIONS || (userId === null && WITH_CHALLENGE.has(name));

/** 401 for an anonymous caller, 403 for a known one. */
export function refusal(caller: Caller, detail: string, refusedBy: RefusingRule = 'endpoint'): ApiError {
  if (caller.userId !== null) return new ApiError('forbidden', { detail, refusedBy });
  return new ApiError('authentication_required', 'Authentication is required to continue.', {
    'WWW-Authenticate': 'Bearer',
  });
}

export interface Authorization {
  /** Application of an API key; null without one. @throws ApiError invalid_api_key */
  application(apiKey: string | undefined): number | null;
  accessOf(caller: Caller): Access;
  /** @throws ApiError missing_api_key, not_found (disabled), authentication_required, forbidden */
  authorize(operation: GuardedOperation, request: GuardedRequest, who: { caller: Caller; access: Access }): void;
}

export function createAuthorization(
  service: Pick<AccessService, 'current'>,
  options: { requireApiKey: boolean; clock: Clock; noteUse(applicationId: number): void },
): Authorization {
  function assertEnabled(endpoint: string): void {
    if (service.current().isDisabled(endpoint)) throw notFound(`/${endpoint}`);
  }

  return {
    application(apiKey) {
      if (apiKey === undefined) return null;
      const row = service.current().applicationOfKey(apiKey);
      if (!isUsable(row, options.clock.now())) {
        throw new ApiError('invalid_api_key', 'The API key does not belong to an enabled application.');
      }
      return row._id;
    },
    accessOf: (caller) => service.current().accessOf(caller),
    authorize(operation, { params, query }, { caller, access }) {
      const endpoint = endpointOf(operation.path, params);
      if (UNGUARDED.has(endpoint)) return;
      const name = `${operation.method} ${operation.path}`;
      if (query['signature'] !== undefined && SIGNED.has(name)) return assertEnabled(endpoint);
      // The user and the application are known only after the sign-in; core/accounts/sign-in.ts checks the rules then.
      const isSigningIn = name === 'post /auth';
      if (options.requireApiKey && caller.applicationId === null && !isSigningIn && endpoint !== METRICS) {
        throw new ApiError('missing_api_key', 'An API key is required, in the header X-Api-Key.');
      }
      if (caller.applicationId !== null) options.noteUse(caller.applicationId);
      if (endpoint !== METRICS) assertEnabled(endpoint);
      // The user is known only after the sign-in, which checks the rules.
      if (isCheckedLater(name, caller)) return;
      if (!service.current().isInScope(caller, endpoint, accessKind(operation.method))) {
        throw new ApiError('forbidden', 'The API key of this application does not allow this operation.');
      }
      if (access.grant(endpoint, accessKind(operation.method)) === 'none') {
        throw refusal(caller, 'Your roles do not allow this operation.');
      }
    },
  };
}
