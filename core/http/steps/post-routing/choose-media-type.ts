import type { RequestExchange } from '../../exchange.ts';
import { JSON_TYPE, negotiateFor } from '../../request/media-types.ts';
import { apiKeyOf, tokenOf } from '../../request/request-target.ts';

/** Chooses the media type of the response, and reads the credentials; the headers of an open probe are not read. @throws ApiError not_acceptable */
export function chooseMediaType(exchange: RequestExchange): void {
  const { operation, request, target } = exchange;
  exchange.served.matched = { operation, params: exchange.params };
  if (operation.facts.access === 'everyone') {
    exchange.mediaType = JSON_TYPE;
    return;
  }
  exchange.mediaType = negotiateFor(operation, request.headers);
  exchange.apiKey = apiKeyOf(request, target);
  exchange.token = tokenOf(request, target);
}
