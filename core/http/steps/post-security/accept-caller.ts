import type { RequestExchange } from '../../exchange.ts';
import { asError } from '../../../values.ts';

const errorOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined;

/** Refuses an invalid token, even if the operation needs none (D17). @throws ApiError invalid_token, expired_token */
export function acceptCaller({ security, principal, onAuthenticated }: RequestExchange): void {
  const error = Object.values(security).map(errorOf).find(Boolean);
  if (error) throw asError(error);
  onAuthenticated?.(principal);
}
