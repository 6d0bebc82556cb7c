// Sends the responses of dispatch: a reply as a document, a file or a stream, and errors.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestUrl } from '../context.ts';
import { isEventStream } from '../event-stream.ts';
import { databaseDown } from './admission.ts';
import { varyOf } from './cors.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { createErrorAnswer, toApiError } from './error-responder.ts';
import type { AnyReply } from './handler.ts';
import type { HeldKey } from './idempotency.ts';
import type { KeyedAnswer } from './sealed-answer.ts';
import type { RequestPlace } from './load-limits.ts';
import type { LostRequests } from './lost-requests.ts';
import type { Operation } from './operation.ts';
import { createPublicCache } from './public-cache.ts';
import { representationOf } from './representation.ts';
import { requestFacts, requestIdOf, REQUEST_ID } from './request-id.ts';
import { isBinary, sendBinary } from './send-binary.ts';
import { sendEventStream } from './send-event-stream.ts';
import type { ServerTiming } from './server-timing.ts';
import { endUnread, isUnread, withClose } from './unread-body.ts';

type Headers = Record<string, string | number>;

/** For reads only: the time of a sign-in or another write may reveal the values that it compares (D462). */
export const timingOf = (operation: Operation | undefined, timing: ServerTiming): Headers =>
  operation?.method === 'get' ? { 'Server-Timing': timing.header() } : {};

interface Sent {
  operation: Operation;
  mediaType: string;
  url: RequestUrl;
  reply: AnyReply;
  /** Called after the body is made. */
  noteReads(): Promise<void>;
  limits: Headers;
  timing: ServerTiming;
  key: HeldKey;
  place: RequestPlace;
}

export interface Responder {
  /** Headers of every response. */
  common: Headers;
  send(request: IncomingMessage, response: ServerResponse, answer: KeyedAnswer): void;
  sendReply(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void>;
  /** @returns the code of the error; undefined when the response was broken off */
  sendError(
    request: IncomingMessage,
    response: ServerResponse,
    error: { thrown: unknown; limits: Headers; key: HeldKey },
  ): Promise<string | undefined>;
  /** The work of the request continues: its response is stored for its key, if it has one. @returns the code of the error */
  sendLost(request: IncomingMessage, response: ServerResponse): string;
}

export function createResponder(options: DispatchOptions, lostRequests: Pick<LostRequests, 'isLost'>): Responder {
  const errorAnswer = createErrorAnswer(options);
  const vary = varyOf(options.corsOrigins);
  const publicCache = createPublicCache(options.publicCache, vary);
  const common: Headers = {
    Vary: vary,
    'X-Api-Version': options.version,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };

  function sendLost(request: IncomingMessage, response: ServerResponse): string {
    const error = databaseDown();
    sendNow(request, response, withCommon(errorAnswer(request, error, error)));
    return error.face.code;
  }

  async function sendReply(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
    const { reply, operation, mediaType, limits, timing, key, place } = sent;
    const own: Headers = { ...(reply.headers as Headers | undefined) };
    if (isBinary(reply.body)) {
      await key.settle(undefined);
      if (lostRequests.isLost(response)) return;
      place.sending();
      const headers = { ...common, ...limits, ...own, [REQUEST_ID]: requestIdOf(request) };
      return sendBinary(request, response, reply.body, { headers });
    }
    if (isEventStream(reply.body)) {
      if (lostRequests.isLost(response)) return;
      place.sending();
      const headers = { ...common, ...limits, [REQUEST_ID]: requestIdOf(request) };
      return sendEventStream(request, response, reply.body, headers);
    }
    const representation = representationOf(reply, { request, ...sent }, vary);
    Object.assign(own, representation.headers, publicCache(request, sent));
    const headers = (): Headers => ({ ...common, ...limits, ...own, ...timingOf(operation, timing) });
    if (representation.isKnown) return send(request, response, { status: 304, headers: headers() });
    if (reply.body !== undefined) own['Content-Type'] = mediaType;
    const body = request.method === 'HEAD' ? undefined : await representation.body();
    await sent.noteReads();
    Object.assign(own, publicCache(request, sent, body));
    const answer = { status: reply.status, headers: own, ...(body !== undefined && { body }) };
    await key.settle(answer);
    send(request, response, { ...answer, headers: headers() });
  }

  async function sendError(
    request: IncomingMessage,
    response: ServerResponse,
    { thrown, limits, key }: { thrown: unknown; limits: Headers; key: HeldKey },
  ): Promise<string | undefined> {
    const facts = requestFacts(request);
    const isLost = lostRequests.isLost(response);
    if (!isLost && (response.headersSent || request.socket.destroyed)) {
      if (response.headersSent) options.log.error({ err: thrown, ...facts }, 'answer broken off');
      await key.settle(undefined);
      response.destroy();
      return undefined;
    }
    const error = toApiError(thrown, options.log, facts);
    const answer = errorAnswer(request, error, thrown);
    await key.settle(answer);
    send(request, response, withCommon(answer, limits));
    return error.face.code;
  }

  const withCommon = (answer: KeyedAnswer, limits?: Headers): KeyedAnswer => ({
    ...answer,
    headers: { ...common, ...limits, ...answer.headers },
  });

  function send(request: IncomingMessage, response: ServerResponse, answer: KeyedAnswer): void {
    if (!lostRequests.isLost(response)) sendNow(request, response, answer);
  }

  function sendNow(request: IncomingMessage, response: ServerResponse, { status, headers, body }: KeyedAnswer): void {
    headers[REQUEST_ID] = requestIdOf(request);
    if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
    // A string is sent in one piece with the headers; a buffer would be a second one.
    if (isUnread(request)) return endUnread(request, response.writeHead(status, withClose(request, headers)), body);
    response.writeHead(status, headers).end(body);
  }

  return { common, send, sendReply, sendError, sendLost };
}
