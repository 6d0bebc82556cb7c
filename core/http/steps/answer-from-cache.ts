import type { RequestExchange } from '../exchange.ts';
import type { StepServices } from '../step.ts';

/** Gives the response that an equal request got, if nothing has changed that it was made from (D910). */
export function answerFromCache(exchange: RequestExchange, { keptAnswers }: StepServices): void | Promise<void> {
  return keptAnswers?.find(exchange);
}
