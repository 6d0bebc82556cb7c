import { authenticationRequired } from '../admission.ts';
import type { Exchange } from '../exchange.ts';
import { needsUser } from '../operation.ts';
import type { StepServices } from '../step.ts';

/** Checks the permission, and that a user is signed in if the operation needs one. @throws ApiError authentication_required, forbidden … */
export function authorise(exchange: Exchange, { authorize }: StepServices): void {
  const { operation, params, target, security, principal } = exchange;
  authorize(operation, { params, query: target.query }, principal);
  // The body is read before openapi-backend refuses it by itself.
  if (needsUser(operation) && !security.authorized) throw authenticationRequired();
}
