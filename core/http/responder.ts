// Sends the responses of dispatch: a reply as a document, a file or a stream, and errors.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestUrl } from '../context.ts';
import { isEventStream } from '../event-stream.ts';
import { databaseDown } from './admission.ts';
import { varyOf } from './cors.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { createErrorAnswer, toApiError } from './error-responder.ts';
import type { AnyReply } from './handler.ts';
import type { HeldKey } from './keyed-request.ts';
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
  /** Called with the complete response; undefined when it is not kept. */
  keep: ((answer: KeyedAnswer) => void) | undefined;
}

/** Sends nothing to a request whose database was lost: that has its response. */
export class Responder {
  /** Headers of every response. */
  readonly common: Headers;
  readonly #options: Pick<DispatchOptions, 'log'>;
  readonly #lostRequests: Pick<LostRequests, 'isLost'>;
  readonly #vary: string;
  readonly #publicCache: ReturnType<typeof createPublicCache>;
  readonly #errorAnswer: ReturnType<typeof createErrorAnswer>;

  constructor(options: DispatchOptions, lostRequests: Pick<LostRequests, 'isLost'>) {
    this.#options = options;
    this.#lostRequests = lostRequests;
    this.#errorAnswer = createErrorAnswer(options);
    this.#vary = varyOf(options.corsOrigins);
    this.#publicCache = createPublicCache(options.publicCache, this.#vary);
    this.common = {
      Vary: this.#vary,
      'X-Api-Version': options.version,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    };
  }

  /** The work of the request continues: its response is stored for its key, if it has one. @returns the code of the error */
  sendLost(request: IncomingMessage, response: ServerResponse): string {
    const error = databaseDown();
    sendNow(request, response, this.#withCommon(this.#errorAnswer(request, error, error)));
    return error.face.code;
  }

  async sendReply(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
    const { body } = sent.reply;
    if (isBinary(body)) {
      await sent.key.settle(undefined);
      if (this.#lostRequests.isLost(response)) return;
      sent.place.sending();
      const headers = { ...this.common, ...sent.limits, ...ownHeaders(sent), [REQUEST_ID]: requestIdOf(request) };
      return sendBinary(request, response, body, { headers });
    }
    if (isEventStream(body)) {
      if (this.#lostRequests.isLost(response)) return;
      sent.place.sending();
      const headers = { ...this.common, ...sent.limits, [REQUEST_ID]: requestIdOf(request) };
      return sendEventStream(request, response, body, headers);
    }
    return this.#sendDocument(request, response, sent);
  }

  async #sendDocument(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
    const { reply, operation, mediaType, limits, timing, key } = sent;
    const own = ownHeaders(sent);
    const representation = representationOf(reply, { request, ...sent }, this.#vary);
    Object.assign(own, representation.headers, this.#publicCache(request, sent));
    const headers = (): Headers => ({ ...this.common, ...limits, ...own, ...timingOf(operation, timing) });
    if (representation.isKnown) return this.send(request, response, { status: 304, headers: headers() });
    if (reply.body !== undefined) own['Content-Type'] = mediaType;
    const body = request.method === 'HEAD' ? undefined : await representation.body();
    await sent.noteReads();
    Object.assign(own, this.#publicCache(request, sent, body));
    const answer = { status: reply.status, headers: own, ...(body !== undefined && { body }) };
    sent.keep?.(answer);
    await key.settle(answer);
    this.send(request, response, { ...answer, headers: headers() });
  }

  /** @returns the code of the error; undefined when the response was broken off */
  async sendError(
    request: IncomingMessage,
    response: ServerResponse,
    { thrown, limits, key }: { thrown: unknown; limits: Headers; key: HeldKey },
  ): Promise<string | undefined> {
    const { log } = this.#options;
    const facts = requestFacts(request);
    const isLost = this.#lostRequests.isLost(response);
    if (!isLost && (response.headersSent || request.socket.destroyed)) {
      if (response.headersSent) log.error({ err: thrown, ...facts }, 'answer broken off');
      await key.settle(undefined);
      response.destroy();
      return undefined;
    }
    const error = toApiError(thrown, log, facts);
    const answer = this.#errorAnswer(request, error, thrown);
    await key.settle(answer);
    this.send(request, response, this.#withCommon(answer, limits));
    return error.face.code;
  }

  #withCommon(answer: KeyedAnswer, limits?: Headers): KeyedAnswer {
    return { ...answer, headers: { ...this.common, ...limits, ...answer.headers } };
  }

  send(request: IncomingMessage, response: ServerResponse, answer: KeyedAnswer): void {
    if (!this.#lostRequests.isLost(response)) sendNow(request, response, answer);
  }
}

const ownHeaders = ({ reply }: Sent): Headers => ({ ...(reply.headers as Headers | undefined) });

function sendNow(request: IncomingMessage, response: ServerResponse, { status, headers, body }: KeyedAnswer): void {
  headers[REQUEST_ID] = requestIdOf(request);
  if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
  // A string is sent in one piece with the headers; a buffer would be a second one.
  if (isUnread(request)) return endUnread(request, response.writeHead(status, withClose(request, headers)), body);
  response.writeHead(status, headers).end(body);
}
