import { ownersOfRequest } from '../../../access/request-owners.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Counts the request against the limits of its caller; that of a probe is counted when it is permitted. @throws ApiError too_many_requests */
export function countRequest(exchange: RequestExchange, { addressOf }: StepServices): void | Promise<void> {
  const { request, principal, place, counter, operation } = exchange;
  if (operation.facts.cost === 'probe') return;
  place.identify(ownersOfRequest(principal.caller, addressOf(request)));
  return counter.count(principal);
}
