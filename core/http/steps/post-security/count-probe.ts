import { ownersOfRequest } from '../../../access/request-owners.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Leaves a permitted probe out of the rate limit: of `/metrics` only permitted requests are those of a probe. @throws ApiError too_many_requests */
export function countProbe(
  { request, principal, place, counter, operation }: RequestExchange,
  { addressOf }: StepServices,
): void {
  if (operation.facts.cost !== 'probe') return;
  place.identify(ownersOfRequest(principal.caller, addressOf(request)));
  counter.skip();
}
