// Whether a request may go on: the application it comes from, and what the rules give its caller (D18, D19).
import type { Access, Caller } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { AccessService } from './access-service.ts';

/** An operation as far as permissions go. */
export interface GuardedOperation {
  method: string;
  path: string;
}

export interface GuardedRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
}

/** For orchestrators, which have no accounts: no rule closes these. */
const UNGUARDED: ReadonlySet<string> = new Set(['health', 'ready']);

/** What a user needs before anybody can know who it is (D86). */
const BEFORE_SIGN_IN: ReadonlySet<string> = new Set(['post /auth', 'get /auth/providers', 'post /auth/authorization']);

/**
 * What may be addressed by signed URLs (D179). With a signature neither a token nor an API key nor a permission is asked for: the
 * handler looks at nothing before it has verified it (core/files/url-signer.ts).
 */
const SIGNED: ReadonlySet<string> = new Set([
  'get /streams/download/{stream_id}',
  'get /media/thumbs/{object_id}/{file_name}',
]);

const endpointOf = (path: string, params: Readonly<Record<string, string>>): string => {
  const segment = path.split('/')[1] ?? '';
  return segment === '{object_type_name}' ? (params['object_type_name'] ?? '') : segment;
};

export const sideOf = (method: string): 'read' | 'write' => (method === 'get' || method === 'head' ? 'read' : 'write');

/** The rules hold for each operation in it (D491). */
export const IN_PARTS = 'post /operations';

/** 401 for nobody, 403 for somebody. */
export function refusal(caller: Caller, detail: string): ApiError {
  if (caller.userId !== null) return new ApiError('forbidden', detail);
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
  options: { requireApiKey: boolean },
): Authorization {
  function assertEnabled(endpoint: string): void {
    if (service.current().isDisabled(endpoint)) throw notFound(`/${endpoint}`);
  }

  return {
    application(apiKey) {
      if (apiKey === undefined) return null;
      const row = service.current().applicationByKey.get(apiKey);
      if (!row?.enabled) throw new ApiError('invalid_api_key', 'The API key is not one of an enabled application.');
      return row._id;
    },
    accessOf: (caller) => service.current().accessOf(caller),
    authorize(operation, { params, query }, { caller, access }) {
      const endpoint = endpointOf(operation.path, params);
      if (UNGUARDED.has(endpoint)) return;
      const name = `${operation.method} ${operation.path}`;
      if (query['signature'] !== undefined && SIGNED.has(name)) return assertEnabled(endpoint);
      // Who signs in, and from which application, is known only afterwards; core/accounts/sign-in.ts asks the rules then.
      const isSigningIn = name === 'post /auth';
      if (options.requireApiKey && caller.applicationId === null && !isSigningIn) {
        throw new ApiError('missing_api_key', 'An API key is required, in the header X-Api-Key.');
      }
      assertEnabled(endpoint);
      // Who signs in is known only afterwards; the rules are asked then.
      if (BEFORE_SIGN_IN.has(name) || name === IN_PARTS) return;
      if (access.grant(endpoint, sideOf(operation.method)) === 'none') {
        throw refusal(caller, 'Your roles do not allow this operation.');
      }
    },
  };
}
