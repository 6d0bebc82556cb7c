// Requests that a test sends at the same time reach the service in one turn of the event loop, on a busy machine too. So what they
// share does not depend on the order in which sockets are read.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export interface Gate {
  /** A listener that passes requests on to the given one. */
  before(app: RequestListener): RequestListener;
  /** The next requests wait until there are as many as this. */
  gather(requests: number): void;
}

export function createGate(): Gate {
  let awaited = 1;
  let waiting: [IncomingMessage, ServerResponse][] = [];
  return {
    before: (app) => (request, response) => {
      waiting.push([request, response]);
      if (waiting.length < awaited) return;
      const gathered = waiting;
      waiting = [];
      awaited = 1;
      // The body of the last one arrives within this turn.
      setImmediate(() => {
        for (const each of gathered) void app(...each);
      });
    },
    gather(requests) {
      awaited = requests;
    },
  };
}
