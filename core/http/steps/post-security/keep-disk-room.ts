import { assertDiskRoom } from '../../limits/admission.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Refuses a write when the disk is nearly full (D619). @throws ApiError service_unavailable */
export function keepDiskRoom({ operation, request }: RequestExchange, services: StepServices): void | Promise<void> {
  return assertDiskRoom(operation, request, services);
}
