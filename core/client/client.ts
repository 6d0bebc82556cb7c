// The client for TypeScript: openapi-fetch with the types of a description, a session, and responses instead of envelopes
// of data and error. Runs in browsers as well as in Node.
import createFetchClient from 'openapi-fetch';
import type { paths as OwnPaths } from '../../generated/api.d.ts';
import { ColophonError } from './colophon-error.ts';
import { eventsOf, type EventsRequest, type FeedEvent } from './events.ts';
import type { ResponseOf, OperationOf, PathsWith, RequestArguments, RequestSettings } from './operation-types.ts';
import { createKeptReads } from './kept-reads.ts';
import { firstByCursor, itemsOf, pagesFrom, type ListDocument } from './pages.ts';
import { serializeQuery } from './query.ts';
import { createRetries, type RetryOptions } from './retries.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

const JSON_API = 'application/vnd.api+json';
/** Of several operations in one transaction. */
const ATOMIC = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`;
/** JSON:API if there is a choice; files and the legacy side have other types. */
const accepted = `${JSON_API}, application/json;q=0.9, */*;q=0.8`;

export type ClientOptions = SessionOptions & RetryOptions;

type Call<Paths, M extends 'get' | 'post' | 'patch' | 'put' | 'delete'> = <Path extends PathsWith<Paths, M>>(
  path: Path,
  ...request: RequestArguments<OperationOf<Paths, Path, M>>
) => Promise<ResponseOf<OperationOf<Paths, Path, M>>>;

/** Paths of lists. */
type ListPath<Paths> = {
  [Path in PathsWith<Paths, 'get'>]: ResponseOf<OperationOf<Paths, Path, 'get'>> extends ListDocument ? Path : never;
}[PathsWith<Paths, 'get'>];

type PageOf<Paths, Path extends PathsWith<Paths, 'get'>> = Extract<
  ResponseOf<OperationOf<Paths, Path, 'get'>>,
  ListDocument
>;

/**
 * @typeParam Paths those that openapi-typescript generates from the description of a project; by default the paths that
 * every project has, with those of types as `/{object_type_name}`
 */
export interface Client<Paths = OwnPaths> extends Omit<Session, 'fetch'> {
  /** The body of the response; undefined for 204. Each throws ColophonError, and the errors of fetch. */
  get: Call<Paths, 'get'>;
  post: Call<Paths, 'post'>;
  patch: Call<Paths, 'patch'>;
  put: Call<Paths, 'put'>;
  delete: Call<Paths, 'delete'>;
  /**
   * The pages of a list, each read on demand: by cursor if the list has cursors, so that no item is missed while others
   * write.
   */
  pages<Path extends ListPath<Paths>>(
    path: Path,
    ...request: RequestArguments<OperationOf<Paths, Path, 'get'>>
  ): AsyncGenerator<PageOf<Paths, Path>, void, undefined>;
  /** The resources of a list, over all its pages. */
  items<Path extends ListPath<Paths>>(
    path: Path,
    ...request: RequestArguments<OperationOf<Paths, Path, 'get'>>
  ): AsyncGenerator<PageOf<Paths, Path>['data'][number], void, undefined>;
  /**
   * Changes as they happen (`GET /feed`). After a disconnection it connects again without missing events; it ends with
   * the loop or the signal. Throws ColophonError for permanent errors, such as `cursor_expired`.
   */
  events(request?: EventsRequest): AsyncGenerator<FeedEvent, void, undefined>;
  /**
   * Any address of the service, such as a link of a response or `meta.media_url`, with the tokens; like the global
   * fetch it throws no ColophonError.
   */
  fetch: Session['fetch'];
}

interface LooseRequest extends RequestSettings {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Sends no request yet. @throws TypeError for an invalid `url` */
export function createClient<Paths = OwnPaths>(options: ClientOptions): Client<Paths> {
  const session = createSession(options);
  const send = createRetries((request) => session.fetch(request), options);
  const requests = createFetchClient<Record<string, never>>({
    baseUrl: session.url,
    fetch: createKeptReads(send, () => session.caller),
    querySerializer: serializeQuery,
    bodySerializer,
    headers: { accept: accepted },
  });

  /** `search` is a query string instead of `query`. */
  const call =
    (method: 'get' | 'post' | 'patch' | 'put' | 'delete') =>
    async (path: string, request: LooseRequest = {}, search?: string) => {
      const { path: pathParameters, query, body, headers, signal } = request;
      const init = {
        params: { ...(pathParameters && { path: pathParameters }), ...(query && { query }) },
        headers: withContentType(headers, body),
        parseAs: 'stream',
        ...(search === undefined ? {} : { querySerializer: () => search }),
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
        ...(signal ? { signal } : {}),
      };
      // cast: `Call` has checked method, path and request against the description
      const { response, error } = await requests.request(method as never, path as never, init as never);
      if (!response.ok) throw new ColophonError(response, error);
      return readBody(response);
    };

  const get = call('get');
  const pages = (path: string, request: LooseRequest = {}) => {
    // cast: `pages` accepts paths of lists only
    const read = (search: string) => get(path, request, search) as Promise<ListDocument>;
    return pagesFrom(firstByCursor(serializeQuery(request.query ?? {}), read), read);
  };

  // Parameters and results have the types of the description only.
  // cast: the functions are for any path; only the description's types tell the results apart
  return {
    get url() {
      return session.url;
    },
    get tokens() {
      return session.tokens;
    },
    signIn: session.signIn,
    signOut: session.signOut,
    fetch: session.fetch,
    get,
    post: call('post'),
    patch: call('patch'),
    put: call('put'),
    delete: call('delete'),
    pages,
    events: (request: EventsRequest = {}) => eventsOf(session, request),
    items: (path: string, request: LooseRequest) => itemsOf(pages(path, request)),
  } as unknown as Client<Paths>;
}

const isFile = (body: unknown): boolean =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body) ||
  body instanceof ReadableStream;

const bodySerializer = (body: unknown): unknown => (isFile(body) ? body : JSON.stringify(body));

/** Signing in and up are flat JSON (D57); every other body is a document with `data`. */
function withContentType(given: Readonly<Record<string, string>> | undefined, body: unknown): Headers {
  const headers = new Headers(given);
  const isObject = typeof body === 'object' && body !== null;
  const isAtomic = isObject && 'atomic:operations' in body;
  if (!headers.has('accept')) headers.set('accept', isAtomic ? ATOMIC : accepted);
  if (body === undefined || headers.has('content-type')) return headers;
  if (isFile(body)) headers.set('content-type', (body instanceof Blob && body.type) || 'application/octet-stream');
  else if (isAtomic) headers.set('content-type', ATOMIC);
  else headers.set('content-type', isObject && 'data' in body ? JSON_API : 'application/json');
  return headers;
}

/** Parsed JSON, else a Blob; undefined without a body. */
async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (!/[/+]json/i.test(type)) return response.blob();
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
