// Repeats requests that the service or the network refuses for the moment, where this cannot do the work twice.

import { pause } from './pause.ts';
import { canRepeat } from './session.ts';

type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** Most repetitions of one request; 2 by default, 0 for none. */
  retries?: number | undefined;
  /** Milliseconds that a repetition is waited for at most; 20,000 by default. A longer `Retry-After` is an error at once. */
  longestWait?: number | undefined;
}

/** Without `Retry-After`: milliseconds before the first repetition, twice as many before each further one. */
const FIRST_WAIT = 200;

/** A 429 has done nothing. After other refusals the work may have been done, and its response is lost. */
const mayRepeat = ({ method, headers }: Request, response?: Response): boolean =>
  response?.status === 429 || method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');

const isForNow = ({ status }: Response): boolean => status === 429 || status === 503;

function waitBefore(attempt: number, response: Response | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** The last response, or the error of the network, is that of the caller. */
export function createRetries(send: Send, { retries = 2, longestWait = 20_000 }: RetryOptions): Send {
  return async (first) => {
    let request = first;
    for (let attempt = 0; ; attempt++) {
      const again = attempt < retries && canRepeat(request) ? request.clone() : undefined;
      const outcome = await send(request).catch((error: unknown) => ({ error }));
      const response = outcome instanceof Response ? outcome : undefined;
      const wait = waitBefore(attempt, response);
      const ends = response !== undefined && !isForNow(response);
      if (ends || !again || first.signal.aborted || !mayRepeat(first, response) || wait > longestWait) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      await response?.body?.cancel();
      await pause(wait, first.signal);
      first.signal.throwIfAborted();
      request = again;
    }
  };
}
