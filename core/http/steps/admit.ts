import { assertAdmitted } from '../admission.ts';
import type { RequestExchange } from '../exchange.ts';
import { PROBES } from '../probes.ts';
import type { StepServices } from '../step.ts';

/** Refuses what this process, or its database, cannot do, and takes a place among the running requests. @throws ApiError service_unavailable */
export function admit({ target: { rawPath }, place }: RequestExchange, services: StepServices): void {
  assertAdmitted(rawPath, services);
  place.admit(PROBES.has(rawPath) ? 'probe' : 'cheap');
}
