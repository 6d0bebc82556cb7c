import { ownersOfRequest } from '../../access/request-owners.ts';
import { ANONYMOUS } from '../../context.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import { PartExchange, RequestExchange, type Exchange } from '../exchange.ts';
import { withoutCredentials } from '../request/request-target.ts';
import type { StepServices } from '../step.ts';

/** Refuses an unknown path. @throws ApiError route_not_found */
export function refusePath({ target }: Exchange, { pluralOf }: StepServices): never {
  const plural = pluralOf(target.segments[0] ?? '');
  const hint = plural ? ` Did you mean "${plural}"?` : '';
  const detail = `There is nothing at "${withoutCredentials(target.rawPath).slice(0, 200)}".${hint}`;
  throw new ApiError('route_not_found', detail);
}

/** 400 for a path without its last segment, if the description of the operation has that response (D433). */
function missingSegment(
  method: string,
  { segments }: Exchange['target'],
  { router }: StepServices,
): ApiError | undefined {
  const longer = router.find(method, [...segments, 'x']);
  if (longer.kind !== 'operation') return undefined;
  const { definition, path } = longer.operation;
  const name = definition['x-required-segment'];
  if (name === undefined || !path.endsWith(`/{${name}}`)) return undefined;
  return invalidParameter(name, `${name} is missing from the path: ${method.toUpperCase()} ${path}.`);
}

/** Answers OPTIONS, and refuses other methods that the path does not have. @throws ApiError method_not_allowed, invalid_parameter */
export async function refuseMethod(exchange: Exchange, services: StepServices): Promise<void> {
  if (exchange instanceof PartExchange) exchange.part.assertTaken(undefined);
  const missing = missingSegment(exchange.method, exchange.target, services);
  if (missing) throw missing;
  const Allow = exchange.allow.join(', ');
  if (exchange.method !== 'options' || !(exchange instanceof RequestExchange))
    throw new ApiError('method_not_allowed', `Allowed here: ${Allow}.`, { Allow });
  const { place, counter, principal, request } = exchange;
  place.identify(ownersOfRequest(ANONYMOUS, services.addressOf(request)));
  await counter.count(principal);
  exchange.answer = { status: 204, headers: { Allow } };
}
