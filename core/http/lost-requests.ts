// Requests that were under way when the database was lost, and that it may never let end: after a while they are answered
// without their result (D616).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdmissionOptions } from './admission.ts';

export interface LostRequests {
  /**
   * Resolves at the end of the work of a request; before it when the database is lost for too long. Those whose file is coming in,
   * or whose answer has begun, are left to themselves.
   */
  outcome(request: IncomingMessage, response: ServerResponse, work: Promise<void>): Promise<'done' | 'lost'>;
  /** It has been answered already; its work is still under way, and gets no other answer. */
  isLost(response: ServerResponse): boolean;
}

/** @param primary tells of a database that is away for so long that requests are given up */
export function createLostRequests(primary: AdmissionOptions['primary']): LostRequests {
  const underWay = new Set<() => void>();
  const lost = new WeakSet<ServerResponse>();
  primary.onLost(() => {
    for (const giveUp of underWay) giveUp();
  });
  return {
    outcome: (request, response, work) =>
      new Promise((resolve, reject) => {
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
    isLost: (response) => lost.has(response),
  };
}
