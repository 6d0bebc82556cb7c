import type { RequestExchange } from '../../exchange.ts';

/** Waits until the caller's other expensive requests leave room for this one. @throws ApiError too_many_requests, service_unavailable */
export function takeTurn({ place }: RequestExchange): void | Promise<void> {
  return place.takeTurn();
}
