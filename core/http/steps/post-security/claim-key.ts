import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Claims the `Idempotency-Key`; a stored response is sent again (D500). @throws ApiError idempotency_key_reused, idempotency_key_in_use … */
export function claimKey(exchange: RequestExchange, services: StepServices): void | Promise<void> {
  return exchange.request.headers['idempotency-key'] === undefined ? undefined : claimed(exchange, services);
}

async function claimed(exchange: RequestExchange, services: StepServices): Promise<void> {
  const { request, operation, target, mediaType, principal, token, requestBody: body } = exchange;
  const { caller } = principal;
  exchange.key = await services.claimKey({ request, operation, target, mediaType, caller, token, body });
  exchange.requestBody = exchange.key.body;
  exchange.answer = exchange.key.answer;
}
