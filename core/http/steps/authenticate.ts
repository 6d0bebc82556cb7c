import type { RequestExchange } from '../exchange.ts';
import type { StepServices } from '../step.ts';

/** Finds the caller of the access token, if there is one; all security schemes carry the same tokens (D17). @throws ApiError invalid_token, expired_token */
export function authenticate(exchange: RequestExchange, services: StepServices): void | Promise<void> {
  const { token, applicationId, request } = exchange;
  if (token === undefined) return;
  return services.authenticate(token, applicationId, request).then((caller) => {
    exchange.principal = { caller, access: services.accessOf(caller) };
  });
}
