import { assertAdmitted } from '../../limits/admission.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Refuses what this process, or its database, cannot do, and takes a place among the running requests. @throws ApiError service_unavailable */
export function admit({ target: { rawPath }, place }: RequestExchange, services: StepServices): void {
  assertAdmitted(rawPath, services.alwaysAnswered, services);
  place.admit(services.alwaysAnswered.probes.has(rawPath) ? 'probe' : 'cheap');
}
