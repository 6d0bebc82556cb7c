import type { RequestExchange } from '../../exchange.ts';
import { urlOf } from '../../request/request-target.ts';
import type { StepServices } from '../../step.ts';

/** Gives the response that an equal request got, or 304, if nothing has changed that it was made from (D910). */
export function respondFromCache(
  exchange: RequestExchange,
  { keptResponses, responder }: StepServices,
): void | Promise<void> {
  return keptResponses?.find(exchange, ({ request, operation, mediaType, target }, base) =>
    responder.cacheHeaders(request, { operation, mediaType, url: urlOf(target, base) }),
  );
}
