import type { RequestExchange } from '../../exchange.ts';
import { costOf } from '../../limits/request-cost.ts';

/** Takes a place of the request's cost, which is known by now. @throws ApiError service_unavailable */
export function weigh({ place, operation, target, mediaType }: RequestExchange): void {
  place.admit(costOf({ operation, query: target.query, mediaType }));
}
