import type { RequestExchange } from '../exchange.ts';
import { recreate } from '../recreated-answer.ts';
import type { StepServices } from '../step.ts';

/** Makes the response again if an earlier attempt has done the work (D501). @throws ApiError idempotency_answer_lost */
export async function recreateAnswer(exchange: RequestExchange, services: StepServices): Promise<void> {
  const { key, operation, params, context } = exchange;
  if (key.made) exchange.reply = await recreate(key.made, { operation, params, context }, services);
}
