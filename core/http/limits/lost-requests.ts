// Requests that were running when the database was lost: after some time their clients get an error (D616).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdmissionOptions } from './admission.ts';

export type LostRequests = ReturnType<typeof createLostRequests>;

/** @param primary reports that the database has been unavailable for too long */
export function createLostRequests(primary: AdmissionOptions['primary']) {
  const underWay = new Set<() => void>();
  const lost = new WeakSet<ServerResponse>();
  primary.onLost(() => {
    for (const giveUp of underWay) giveUp();
  });
  return {
    /**
     * Resolves at the end of the work of a request; before it when the database is lost for too long. Requests that are
     * still receiving a file, or whose response has started, are not ended.
     */
    outcome: (request: IncomingMessage, response: ServerResponse, work: Promise<void>) =>
      new Promise<'done' | 'lost'>((resolve, reject) => {
        const giveUp = (): void => {
          const isReceiving = !request.complete && request.readableFlowing;
          if (isReceiving || response.headersSent) return;
          underWay.delete(giveUp);
          lost.add(response);
          resolve('lost');
        };
        underWay.add(giveUp);
        work.finally(() => underWay.delete(giveUp)).then(() => resolve('done'), reject);
      }),
    /** Its response was sent already; its work still runs, and sends no other response. */
    isLost: (response: ServerResponse) => lost.has(response),
  };
}
