import { ownersOfRequest } from '../../access/request-owners.ts';
import { ANONYMOUS } from '../../context.ts';
import type { RequestExchange } from '../exchange.ts';
import { anonymousPrincipal } from '../principal.ts';
import { timingOf } from '../response/responder.ts';
import type { StepServices } from '../step.ts';

/** A request that is refused before its caller is known counts for its address. @returns the error to respond with */
function countUnknown(cause: unknown, { request, place }: RequestExchange, { addressOf }: StepServices): unknown {
  try {
    place.countUnknown(ownersOfRequest(ANONYMOUS, addressOf(request)));
    return cause;
  } catch (refusal) {
    return refusal;
  }
}

/** Responds with the error of a step. */
export async function refuse(exchange: RequestExchange, cause: unknown, services: StepServices): Promise<void> {
  const { request, response, served, principal, counter, key } = exchange;
  const { requestAudit, responder } = services;
  requestAudit.refused(request, served.matched, principal.caller, cause);
  const thrown = await counter.countRefused(countUnknown(cause, exchange, services), (applicationId) =>
    anonymousPrincipal(services, applicationId),
  );
  const limits = { ...counter.headers(), ...timingOf(served.matched?.operation, served.timing) };
  served.code = await responder.sendError(request, response, { thrown, limits, key });
}
