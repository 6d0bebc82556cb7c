// Sends the responses of dispatch: a reply as a document, a file or a stream, and errors.
import { isBinary } from '../../network/is-binary-body.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestUrl } from '../../context.ts';
import { isEventStream } from '../../network/event-stream.ts';
import { databaseDown } from '../limits/admission.ts';
import { varyOf } from './cors.ts';
import type { DispatchOptions } from '../dispatch-options.ts';
import { createErrorResponse, toApiError } from './error-responder.ts';
import type { AnyReply } from '../handler.ts';
import type { HeldKey } from '../idempotency/keyed-request.ts';
import type { Work } from '../../store/exact-cache/exact-cache.ts';
import { bodyTag, knownTag } from './etag.ts';
import { KeptResponse, unmodified } from './kept-response.ts';
import type { KeyedResponse } from '../idempotency/sealed-response.ts';
import type { RequestPlace } from '../limits/load-limits.ts';
import type { LostRequests } from '../limits/lost-requests.ts';
import type { Operation } from '../routing/operation.ts';
import { createPublicCache } from './public-cache.ts';
import { representationOf, varyByEncoding } from './representation.ts';
import { requestFacts, requestIdOf, REQUEST_ID } from '../request/request-id.ts';
import { sendBinary } from './send-binary.ts';
import { sendEventStream } from './send-event-stream.ts';
import type { ServerTiming } from '../limits/server-timing.ts';
import { endUnread, isUnread, withClose } from '../request/unread-body.ts';

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
  /** Work whose response may be kept, as far as is known after its body was made; undefined when it is not. */
  kept: { work: Work<KeptResponse>; mayKeep(): boolean } | undefined;
}

/** Characters or bytes of a body whose representation costs more than the proof that it still holds. */
const LARGE = 32_768;

/** Its document is tagged, unless its resource has a tag of its own. */
const isTagged = ({ method, facts }: Operation): boolean => method === 'get' && facts.sharedCache;

/** A resource alone is read by its id for less than the versions are, unless it is large (D919). */
function workToKeep({ kept, reply }: Sent, body: string | Buffer | undefined): Work<KeptResponse> | undefined {
  if (!kept?.mayKeep()) return undefined;
  const { work } = kept;
  if (reply.etag === undefined || work.reads.names.size > 1 || (body?.length ?? 0) >= LARGE) return work;
  work.decline();
  return undefined;
}

/** Sends nothing to a request whose database was lost: that has its response. */
export class Responder {
  /** Headers of every response. */
  readonly common: Headers;
  readonly #options: Pick<DispatchOptions, 'log'>;
  readonly #lostRequests: Pick<LostRequests, 'isLost'>;
  readonly #vary: string;
  readonly #publicCache: ReturnType<typeof createPublicCache>;
  readonly #errorAnswer: ReturnType<typeof createErrorResponse>;

  constructor(options: DispatchOptions, lostRequests: Pick<LostRequests, 'isLost'>) {
    this.#options = options;
    this.#lostRequests = lostRequests;
    this.#errorAnswer = createErrorResponse(options);
    this.#vary = varyOf(options.corsOrigins);
    this.#publicCache = createPublicCache(options.publicCache, varyByEncoding(this.#vary));
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
    const own = isBinary(body) && sent.reply.headers;
    if (!isBinary(body) && !isEventStream(body)) return this.#sendDocument(request, response, sent);
    if (isBinary(body)) await sent.key.settle(undefined);
    if (this.#lostRequests.isLost(response)) return;
    sent.place.sending();
    const headers = { ...this.common, ...sent.limits, ...own, [REQUEST_ID]: requestIdOf(request) };
    if (isBinary(body)) return sendBinary(request, response, body, { headers });
    return sendEventStream(request, response, body, headers);
  }

  async #sendDocument(request: IncomingMessage, response: ServerResponse, sent: Sent): Promise<void> {
    const { reply, operation, mediaType, limits, timing, key } = sent;
    const own: Headers = { ...reply.headers };
    const representation = representationOf(reply, { request, ...sent }, this.#vary);
    Object.assign(own, representation.headers, this.#publicCache(request, sent));
    const send = ({ headers, ...rest }: KeyedResponse): void => {
      const all = { ...this.common, ...limits, ...headers, ...timingOf(operation, timing) };
      this.send(request, response, { ...rest, headers: all });
    };
    if (representation.isKnown) return send({ status: 304, headers: own });
    if (reply.body !== undefined) own['Content-Type'] = mediaType;
    const hasTag = isTagged(operation) && reply.etag === undefined;
    // The tag of a list is known after its work.
    const made = request.method === 'HEAD' && !hasTag ? undefined : await representation.body();
    await sent.noteReads();
    const work = workToKeep(sent, made);
    if (hasTag && made !== undefined) own['ETag'] = tagOf(made, work);
    Object.assign(own, this.#publicCache(request, sent, made));
    if (work && made !== undefined) {
      const value = new KeptResponse(own, made, hasTag && work.isShared());
      return send(await value.answer(request, work.keep(value)));
    }
    const isSent = made !== undefined && request.method !== 'HEAD';
    const answer = { status: reply.status, headers: own, ...(isSent && { body: made }) };
    await key.settle(answer);
    send(hasTag ? unlessKnown(request, answer) : answer);
  }

  /** Headers by which caches keep a document, without its tags. */
  cacheHeaders(request: IncomingMessage, sent: Pick<Sent, 'operation' | 'mediaType' | 'url'>): Headers {
    const vary = varyByEncoding(this.#vary);
    return { 'Cache-Control': 'no-cache', Vary: vary, ...this.#publicCache(request, sent) };
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

  #withCommon(answer: KeyedResponse, limits?: Headers): KeyedResponse {
    return { ...answer, headers: { ...this.common, ...limits, ...answer.headers } };
  }

  send(request: IncomingMessage, response: ServerResponse, answer: KeyedResponse): void {
    if (!this.#lostRequests.isLost(response)) sendNow(request, response, answer);
  }
}

/** By what the response was made from, else by its bytes. */
function tagOf(body: string | Buffer, work: Work<KeptResponse> | undefined): string {
  const proof = work?.proof();
  return proof === undefined ? bodyTag(body) : `"${proof}"`;
}

/** @returns 304 if the client has it */
function unlessKnown({ headers: sent }: IncomingMessage, answer: KeyedResponse): KeyedResponse {
  const known = knownTag(sent['if-none-match'], String(answer.headers['ETag']));
  return known === undefined ? answer : unmodified(answer.headers, known);
}

function sendNow(request: IncomingMessage, response: ServerResponse, { status, headers, body }: KeyedResponse): void {
  headers[REQUEST_ID] = requestIdOf(request);
  if (body !== undefined) headers['Content-Length'] = Buffer.byteLength(body);
  // A string is sent in one piece with the headers; a buffer would be a second one.
  if (isUnread(request)) return endUnread(request, response.writeHead(status, withClose(request, headers)), body);
  response.writeHead(status, headers).end(body);
}
