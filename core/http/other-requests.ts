// Requests that are answered without dispatch: they pass the same limits as all others (D720).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownersOfRequest } from '../access/request-owners.ts';
import { ANONYMOUS } from '../context.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { anonymousPrincipal } from './principal.ts';
import type { Cost } from './limits/request-cost.ts';
import { createRequestCounter } from './limits/request-count.ts';

export type AdmitOther = ReturnType<typeof createAdmitOther>;

export interface OtherRequest {
  cost: Cost;
  /** Whether it counts for the rate limit over all processes: not if it makes requests that count, or is no request of a client's own. */
  counts: boolean;
}

/** Requests are admitted for their address, and leave their places when the response has ended. */
export function createAdmitOther(options: Pick<DispatchOptions, 'load' | 'addressOf' | 'countRequest' | 'accessOf'>) {
  /** @throws ApiError too_many_requests, service_unavailable */
  return async (request: IncomingMessage, response: ServerResponse, { cost, counts }: OtherRequest) => {
    const place = options.load();
    response.once('close', () => place.leave());
    place.admit(cost);
    place.identify(ownersOfRequest(ANONYMOUS, options.addressOf(request)));
    if (counts) {
      const counter = createRequestCounter(options.countRequest, () => options.addressOf(request));
      try {
        await counter.count(anonymousPrincipal(options));
      } finally {
        for (const [name, value] of Object.entries(counter.headers())) response.setHeader(name, value);
      }
    }
    await place.takeTurn();
    return place;
  };
}
