import { authenticationRequired } from '../../../access/authorization.ts';
import type { Exchange } from '../../exchange.ts';
import { ApiError } from '../../../errors.ts';
import { needsUser, takesToken } from '../../routing/operation.ts';
import type { StepServices } from '../../step.ts';

/** A caller with a token is told why it is anonymous: the description of an operation decides that, not the token (D866). */
function explained(error: unknown, { operation, headers, target }: Exchange): unknown {
  const hasToken = (headers.authorization ?? '').trim() !== '' || target.accessToken !== undefined;
  const isAsked = error instanceof ApiError && error.code === 'authentication_required';
  if (!isAsked || !hasToken || takesToken(operation)) return error;
  const detail =
    'This operation reads no token, since `security` in its description names no scheme such as `bearer`: all callers are ' +
    'anonymous here, and the permissions of its endpoint do not admit them.';
  return new ApiError('authentication_required', detail, error.headers);
}

/** Checks the permission, and that a user is signed in if the operation needs one. @throws ApiError authentication_required, forbidden … */
export function authorise(exchange: Exchange, { authorize }: StepServices): void {
  const { operation, params, target, security, principal } = exchange;
  try {
    authorize(operation, { params, query: target.query }, principal);
  } catch (error) {
    throw explained(error, exchange);
  }
  // The body is read before openapi-backend refuses it by itself.
  if (needsUser(operation) && security['authorized'] !== true) throw authenticationRequired();
}
