// Responses that are given again while nothing has changed that they were made from (D910): reads of content by callers
// who are neither signed in nor an application. By then a request has passed everything but its work: the limits, the
// permissions, the counting.
import type { ExactCache, Work } from '../store/exact-cache/exact-cache.ts';
import { matchesNone } from './etag.ts';
import type { RequestExchange } from './exchange.ts';
import type { OperationHooks } from './handler.ts';
import { JSON_API } from './media-types.ts';
import type { KeptAnswer, KeyedAnswer } from './sealed-answer.ts';

interface KeptAnswersOptions {
  cache: ExactCache<KeptAnswer>;
  /** Their effects and results are not known. */
  hooks: ReadonlyMap<string, OperationHooks>;
  baseUrl(host: string | undefined): string;
}

export interface KeptAnswers {
  /** Gives the request a kept response, or work whose response is kept (core/http/responder.ts). */
  find(exchange: RequestExchange): Promise<void>;
}

export const bytesOfAnswer = ({ headers, body }: KeptAnswer): number =>
  body.byteLength + JSON.stringify(headers).length;

/** Closed by default: only what other caches may keep, and nothing that has another effect. */
function mayKeep({ operation, mediaType, token, apiKey, principal, key }: RequestExchange): boolean {
  const { sharedCache, personal, audit, signed, access } = operation.facts;
  const isPublic = sharedCache && !personal && audit === false && !signed && access === 'rules';
  const { caller } = principal;
  const isAnybody =
    token === undefined && apiKey === undefined && caller.userId === null && caller.applicationId === null;
  return operation.method === 'get' && isPublic && isAnybody && mediaType === JSON_API && key.attempt === undefined;
}

/** The names of the parameters; of values only those of `include` decide which collections are read. */
function shapeOf({ operation, target }: RequestExchange): string {
  const parameters = [...target.linkQuery].map(([name, value]) => (name === 'include' ? `${name}=${value}` : name));
  return [operation.operationId, target.segments[0], ...parameters].join(' ');
}

/** The client has it already. */
function unmodified({ headers }: KeptAnswer): KeyedAnswer {
  const { 'Content-Type': _type, ...others } = headers;
  void _type;
  return { status: 304, headers: others };
}

/** For HEAD, the response has no body. */
function answerOf(kept: KeptAnswer, { request, headers }: RequestExchange): KeyedAnswer {
  const { ETag: tag } = kept.headers;
  if (typeof tag === 'string' && matchesNone(headers['if-none-match'], tag)) return unmodified(kept);
  return request.method === 'HEAD' ? { status: kept.status, headers: kept.headers } : kept;
}

export function createKeptAnswers({ cache, hooks, baseUrl }: KeptAnswersOptions): KeptAnswers {
  return {
    async find(exchange) {
      if (!mayKeep(exchange) || hooks.has(exchange.operation.operationId)) return;
      const { headers, mediaType, url, served } = exchange;
      const key = JSON.stringify([baseUrl(headers.host), mediaType, headers['accept-language'], url]);
      const found = await cache.find({ key, shape: shapeOf(exchange) });
      if (found && 'value' in found) {
        const answer = answerOf(found.value, exchange);
        const timing = { 'Server-Timing': `${served.timing.header()}, cache;desc="hit"` };
        exchange.answer = { ...answer, headers: { ...answer.headers, ...timing } };
      } else exchange.work = found?.work;
    },
  };
}

/** Keeps the response of work, if it may be given again. */
export function keepAnswer(work: Work<KeptAnswer>, { status, headers, body }: KeyedAnswer): void {
  if (status === 200 && body !== undefined) work.keep({ status, headers: { ...headers }, body: Buffer.from(body) });
}
