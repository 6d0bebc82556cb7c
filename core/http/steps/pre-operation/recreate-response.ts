import type { RequestExchange } from '../../exchange.ts';
import { recreate } from '../../idempotency/recreated-response.ts';
import type { StepServices } from '../../step.ts';

/** Makes the response again if an earlier attempt has done the work (D501). @throws ApiError idempotency_response_lost */
export function recreateResponse(exchange: RequestExchange, services: StepServices): void | Promise<void> {
  const { key, operation, params, context } = exchange;
  if (!key.made) return;
  return recreate(key.made, { operation, params, context }, services).then((reply) => {
    exchange.reply = reply;
  });
}
