// Responses that are given again while nothing has changed that they were made from, and 304 for those that the client has
// (D910): reads of content. Callers with the same roles share them, unless the work has asked who the caller is (D912). By then
// a request has passed everything but its work: the limits, the permissions, the counting.
import type { ExactCache, Wanted } from '../../store/exact-cache/exact-cache.ts';
import { knownTag, opaqueTags } from './etag.ts';
import type { RequestExchange } from '../exchange.ts';
import type { OperationHooks } from '../handler.ts';
import { JSON_API } from '../request/media-types.ts';
import type { KeyedResponse } from '../idempotency/sealed-response.ts';
import { unmodified, type KeptResponse } from './kept-response.ts';

interface KeptResponsesOptions {
  cache: ExactCache<KeptResponse>;
  /** Their effects and results are not known. */
  hooks: ReadonlyMap<string, OperationHooks>;
  baseUrl(host: string | undefined): string;
}

/** @returns the headers of a response by which caches keep it */
type CacheHeaders = (exchange: RequestExchange, base: string) => KeyedResponse['headers'];

export type KeptResponses = ReturnType<typeof createKeptResponses>;

/** Closed by default: only what other caches may keep, and nothing that has another effect. */
function mayKeep({ operation, mediaType, target, key }: RequestExchange): boolean {
  const { sharedCache, personal, audit, signed, access } = operation.facts;
  const isPublic = sharedCache && !personal && audit === false && !signed && access === 'rules';
  // Credentials in the address would be kept with it.
  const isPlain = target.accessToken === undefined && target.apiKey === undefined;
  return operation.method === 'get' && isPublic && isPlain && mediaType === JSON_API && key.attempt === undefined;
}

/** What is the same for callers with the same permissions. */
function classOf({ principal: { caller }, token, apiKey }: RequestExchange): unknown[] {
  const roles = [...caller.roles].sort((one, other) => one - other);
  const kind = [caller.userId !== null, token !== undefined, apiKey !== undefined];
  return [...kind, caller.isAdmin, caller.applicationId, roles];
}

/** The names of the parameters; of values only those of `include` decide which collections are read. */
function shapeOf({ operation, target, principal }: RequestExchange): string {
  const parameters = [...target.linkQuery].map(([name, value]) => (name === 'include' ? `${name}=${value}` : name));
  const isUser = principal.caller.userId !== null;
  return [isUser, operation.operationId, target.segments[0], ...parameters].join(' ');
}

/** In the form that the client has. */
function tagOf(proof: string, sent: string | undefined): string {
  const tag = `"${proof}"`;
  return knownTag(sent, tag) ?? tag;
}

export function createKeptResponses({ cache, hooks, baseUrl }: KeptResponsesOptions) {
  async function respond(
    exchange: RequestExchange,
    wanted: Omit<Wanted, 'key'>,
    headersOf: CacheHeaders,
  ): Promise<void> {
    const { request, headers, mediaType, url, served } = exchange;
    const base = baseUrl(headers.host);
    const key = JSON.stringify([base, mediaType, headers['accept-language'], url, classOf(exchange)]);
    const found = await cache.find({ ...wanted, key });
    if (!found || 'work' in found) {
      served.timing.noteCache(found && 'miss');
      exchange.work = found?.work;
      return;
    }
    served.timing.noteCache('value' in found ? 'hit' : 'validated');
    const answer =
      'value' in found
        ? await found.value.answer(request, found.sizeAgain)
        : unmodified(headersOf(exchange, base), tagOf(found.proof, headers['if-none-match']));
    exchange.answer = { ...answer, headers: { ...answer.headers, 'Server-Timing': served.timing.header() } };
  }

  return {
    /** Gives the request a kept response, 304, or work whose response is kept (core/http/response/responder.ts). */
    find(exchange: RequestExchange, headersOf: CacheHeaders): void | Promise<void> {
      if (!mayKeep(exchange) || hooks.has(exchange.operation.operationId)) return;
      const shape = shapeOf(exchange);
      const proofs = opaqueTags(exchange.headers['if-none-match']);
      if (proofs.length === 0 && cache.keepsNone(shape)) return;
      return respond(exchange, { caller: String(exchange.principal.caller.userId), shape, proofs }, headersOf);
    },
  };
}
