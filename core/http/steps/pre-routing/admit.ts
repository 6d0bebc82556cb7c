import { ApiError } from '../../../errors.ts';
import { databaseDown } from '../../limits/admission.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** A planned change of the primary does not take longer. */
const GRACE_MS = 500;

/** Refuses what this process, or its database, cannot do, and takes a place among the running requests. @throws ApiError service_unavailable */
export function admit({ target: { rawPath: path }, place }: RequestExchange, services: StepServices): void {
  const { probes, withoutDatabase } = services.alwaysAnswered;
  if (probes.has(path)) return place.admit('probe');
  if (services.jobsOnly) throw new ApiError('service_unavailable', 'This process runs jobs, and answers no requests.');
  // Immediately, not after the driver's time limit for selecting a server (D620).
  if (!withoutDatabase.has(path) && services.primary.awayMs() > GRACE_MS) throw databaseDown();
  place.admit('cheap');
}
