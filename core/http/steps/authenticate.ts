import { RequestExchange, type Exchange } from '../exchange.ts';
import type { StepServices } from '../step.ts';

async function verify(exchange: Exchange, services: StepServices): Promise<boolean> {
  if (exchange instanceof RequestExchange && exchange.token !== undefined) {
    const caller = await services.authenticate(exchange.token, exchange.applicationId);
    exchange.principal = { caller, access: services.accessOf(caller) };
  }
  return exchange.principal.caller.userId !== null;
}

/**
 * The security handler of all schemes, which carry the same tokens (D17). Operations without a scheme read none: sign-in has
 * its own tokens.
 * @returns whether a user is signed in @throws ApiError invalid_token, expired_token
 */
export function authenticate(exchange: Exchange, services: StepServices): Promise<boolean> {
  exchange.authentication ??= verify(exchange, services);
  return exchange.authentication;
}
