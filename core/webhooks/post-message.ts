// Sends a message over HTTP: to public addresses unless others are allowed, with limits on time and on the size of the
// response, and without following redirects.
import { Agent as HttpAgent, request as overHttp, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { assertPublicHost, publicLookup } from '../network/private-networks.ts';
import { asError } from '../values.ts';

/** From the lookup of the host to the end of the response. */
const TIME_LIMIT_MS = 15_000;
/** Characters of a response that are read. */
const MOST_READ = 1_000;
/** Of an idle connection. */
const IDLE_MS = 4_000;

export interface Answer {
  /** True for 2xx only. */
  isDelivered: boolean;
  /** null without a response. */
  status: number | null;
  /** The beginning of the response, or the reason why there is none. */
  response: string;
  milliseconds: number;
  /** Milliseconds that the receiver asks to wait before the next message; a day at most (D767). */
  retryAfter?: number | undefined;
}

const DAY_MS = 86_400_000;

/** Of a `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). @returns ms; undefined without a valid one */
export function waitOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : /[a-z]/i.test(text) ? Date.parse(text) - now : NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), DAY_MS);
}

export type Messenger = ReturnType<typeof createMessenger>;

type Reply = Omit<Answer, 'milliseconds'>;

/** @param allowsPrivate addresses of private networks, and http, are allowed */
export function createMessenger({
  allowsPrivate,
  timeLimitMs = TIME_LIMIT_MS,
}: {
  allowsPrivate: boolean;
  timeLimitMs?: number;
}) {
  const lookup = allowsPrivate ? {} : { lookup: publicLookup() };
  const options = { keepAlive: true, timeout: IDLE_MS, ...lookup };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };

  function begin(url: URL, headers: Record<string, string>, signal: AbortSignal): ClientRequest {
    if (!allowsPrivate) assertPublicHost(url.hostname);
    const shared = { method: 'POST', headers, signal };
    return url.protocol === 'https:'
      ? overHttps(url, { ...shared, agent: agents.https })
      : overHttp(url, { ...shared, agent: agents.http });
  }

  const send = (url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Reply> =>
    new Promise((done, fail) => {
      const request = begin(url, headers, signal);
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver has closed a connection while it was used again.
        if (request.reusedSocket && error.code === 'ECONNRESET') done(send(url, headers, body, signal));
        else fail(error);
      });
      request.on('response', (response) => {
        let text = '';
        const status = response.statusCode ?? 0;
        const retryAfter = waitOf(response.headers['retry-after'], Date.now());
        const end = (): void =>
          done({ isDelivered: status >= 200 && status < 300, status, response: text.slice(0, MOST_READ), retryAfter });
        response.setEncoding('utf8');
        response.on('error', fail);
        response.on('end', end);
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length < MOST_READ) return;
          end();
          response.destroy();
        });
      });
      request.end(body);
    });

  return {
    /** Never fails. @returns undefined when it was cut off by `signal`: whether it has arrived is not known */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      signal: AbortSignal,
    ): Promise<Answer | undefined> {
      const since = performance.now();
      const limit = AbortSignal.timeout(timeLimitMs);
      const answered = (reply: Reply): Answer => ({ ...reply, milliseconds: Math.round(performance.now() - since) });
      try {
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        const both = AbortSignal.any([signal, limit]);
        return answered(await send(new URL(url), { ...headers, ...length }, body, both));
      } catch (error) {
        if (signal.aborted) return undefined;
        const reason = limit.aborted ? `no answer within ${timeLimitMs / 1_000} s` : asError(error).message;
        return answered({ isDelivered: false, status: null, response: reason.slice(0, MOST_READ) });
      }
    },
    close(): void {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
