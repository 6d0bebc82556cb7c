import type { RequestExchange } from '../exchange.ts';
import type { StepServices } from '../step.ts';

/** Finds the caller of the access token, if there is one; all security schemes carry the same tokens (D17). @throws ApiError invalid_token, expired_token */
export async function authenticate(exchange: RequestExchange, services: StepServices): Promise<void> {
  if (exchange.token === undefined) return;
  const caller = await services.authenticate(exchange.token, exchange.applicationId, exchange.request);
  exchange.principal = { caller, access: services.accessOf(caller) };
}
