// The connection to the service: a typed client, signing in, and readable errors. Independent of countries.
import { setTimeout as sleep } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/api.d.ts';
import { DemoError, RefusedError } from './demo-error.ts';

const JSON_API = 'application/vnd.api+json';
/** Longer than any request takes; a service that has just been started responds when its database is available. */
const timeoutMs = 60_000;
/** A busy service asks for a retry. */
const attempts = 5;

export type DemoClient = Client<paths>;

export interface Connection {
  /** Base URL, without trailing slash. */
  url: string;
  client: DemoClient;
}

/** A connection of an administrator. */
export interface SignedIn extends Connection {
  /** Access token. */
  token: string;
}

/** Sends no request yet. */
export function connect(url: string): Connection {
  const send = async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(timeoutMs);
      // No redirects with the password, which fetch would send along.
      const response = await fetch(request.clone(), { signal, redirect: 'manual' }).catch((error: unknown) => {
        throw explainNoAnswer(error, url);
      });
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status !== 503 || !(seconds > 0) || attempt === attempts) return response;
      await response.body?.cancel();
      await sleep(seconds * 1000);
    }
  };
  const headers = { accept: JSON_API, 'content-type': JSON_API };
  return { url, client: createClient<paths>({ baseUrl: url, headers, fetch: send }) };
}

/** Makes the client send the access token with all further requests. @throws DemoError */
export async function signIn(
  { url, client }: Connection,
  { username, password }: { username: string; password: string },
): Promise<SignedIn> {
  // POST /auth is no JSON:API operation: flat JSON (D57).
  const request = client.POST('/auth', {
    headers: { 'content-type': 'application/json' },
    body: { username, password },
  });
  const { meta } = await answerOf(request).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    const remedy =
      error.status === 401 ? `; where the service runs, "npm run password -- ${username}" sets a new password` : '';
    throw new DemoError(`"${username}" cannot sign in at ${url}: ${error.message}${remedy}`);
  });
  client.use({
    onRequest({ request: authorized }) {
      authorized.headers.set('authorization', `Bearer ${meta.jwt}`);
      return authorized;
    },
  });
  return { url, client, token: meta.jwt };
}

type Answer<Body> = Promise<{ data?: Body; error?: unknown; response: Response }>;

/** The body of a successful response. @throws RefusedError for an error of the service, DemoError for any other */
export function answerOf<Body>(request: Answer<Body>): Promise<NonNullable<Body>>;
/** The same for operations that response 204 without changes. */
export function answerOf<Body>(request: Answer<Body>, body: 'may be empty'): Promise<Body | undefined>;
export async function answerOf<Body>(request: Answer<Body>, body?: 'may be empty'): Promise<Body | undefined> {
  const { data, error, response } = await request.catch((fault: unknown) => {
    if (fault instanceof DemoError) throw fault;
    throw new DemoError(`the answer cannot be read (${(fault as Error).message}): is --url that of Colophon?`);
  });
  if (!response.ok) throw explainRefusal(error, response);
  if (body !== 'may be empty' && (data === undefined || data === null))
    throw new DemoError(`${response.url} answered without a body`);
  return data;
}

const pageSize = 100;

interface ListBody<Resource> {
  data: Resource[];
  links: { next: string | null };
}

/** All resources of a list, page by page: the service may reduce the requested page size. */
export async function readAll<Resource>(
  readPage: (query: { page: number; page_size: number; sort: string }) => Promise<ListBody<Resource>>,
): Promise<Resource[]> {
  const resources: Resource[] = [];
  for (let page = 1, isLast = false; !isLast; page++) {
    const body = await readPage({ page, page_size: pageSize, sort: 'id' });
    resources.push(...body.data);
    isLast = body.links.next === null;
  }
  return resources;
}

function explainNoAnswer(error: unknown, url: string): DemoError {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return new DemoError(`${url} gave no answer within ${timeoutMs / 1000} s`);
  const reason = cause?.code ?? cause?.message ?? String(error);
  return new DemoError(`no answer from ${url} (${reason}): start the service with npm start, or give its --url`);
}

function explainRefusal(body: unknown, { status, url }: Response): DemoError {
  const detail = (body as Partial<components['schemas']['ErrorResponse']> | undefined)?.error?.detail;
  if (detail !== undefined) return new RefusedError(status, detail);
  return new DemoError(`${url} answered ${status}, and not as Colophon does: is --url right?`);
}
