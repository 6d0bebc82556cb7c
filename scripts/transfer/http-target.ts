// A service over HTTP: persistent connections, renewal of the token, retries when it is busy.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../command-line.ts';
import {
  Refusal,
  Unavailable,
  withPatience,
  type Answer,
  type Fault,
  type Known,
  type Method,
  type Resource,
  type Target,
} from './target.ts';

const JSON_API = 'application/vnd.api+json';
const TIMEOUT_MS = 120_000;
/** Unames of one look-up: its URL stays well below the limit. */
const NAMES_AT_ONCE = 40;

export interface Access {
  /** Without trailing slash. */
  url: string;
  token: string | undefined;
  /** Gets another token in the place of signing in. */
  renewToken?: () => Promise<string>;
  username: string;
  password: string | undefined;
  apiKey: string | undefined;
  atOnce: number;
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Readable | undefined;
}

interface ErrorDocument {
  errors?: { status?: string; code?: string; detail?: string; source?: Record<string, string> }[];
}

function faultsOf(status: number, body: string): Fault[] {
  let errors: ErrorDocument['errors'];
  try {
    errors = (JSON.parse(body) as ErrorDocument).errors;
  } catch {
    // Not of Colophon: such as a proxy.
  }
  if (!errors?.length) return [{ status, code: 'no_response', detail: `The answer has status ${status}.` }];
  return errors.map(({ code = '', detail = '', source }) => ({
    status,
    code,
    detail,
    pointer: source?.['pointer'] ?? source?.['parameter'],
  }));
}

/** @throws Refusal, Unavailable */
async function answered(response: http.IncomingMessage): Promise<http.IncomingMessage> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 200 && status < 300) return response;
  const body = await readText(response).catch(() => '');
  const faults = faultsOf(status, body);
  if ([429, 502, 503, 504].includes(status)) {
    throw new Unavailable(faults[0]?.detail ?? '', Number(headers['retry-after']) || 0);
  }
  throw new Refusal(faults);
}

interface Connection {
  /** @throws Unavailable */
  send(sent: Sent): Promise<http.IncomingMessage>;
  close(): void;
}

/** Persistent connections to the service. */
function openConnection({ url, atOnce }: Pick<Access, 'url' | 'atOnce'>): Connection {
  const base = new URL(url);
  const { Agent, request } = base.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, scheduling: 'lifo' });
  const prefix = base.pathname.replace(/\/$/, '');

  const send = ({ method, path, headers, body }: Sent): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          protocol: base.protocol,
          hostname: base.hostname,
          port: base.port,
          path: prefix + path,
          method,
          agent,
          headers,
        },
        resolve,
      );
      outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      outgoing.once('error', (error: NodeJS.ErrnoException) =>
        reject(new Unavailable(`no answer from ${url} (${error.code ?? error.message})`)),
      );
      if (body instanceof Readable) {
        body.once('error', (error) => outgoing.destroy(error));
        body.pipe(outgoing);
      } else outgoing.end(body);
    });

  return { send, close: () => agent.destroy() };
}

type SignedRequest = Omit<Sent, 'headers'> & { more?: Record<string, string> };

/** Requests with the token, which is renewed when it has expired. @throws CommandError when the sign-in fails */
async function openSession(access: Access, send: Connection['send']) {
  let token = access.token;
  let renewal: Promise<void> | undefined;

  const headersOf = (more: Record<string, string> = {}): Record<string, string> => ({
    accept: JSON_API,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(access.apiKey !== undefined && { 'x-api-key': access.apiKey }),
    ...more,
  });

  async function signIn(): Promise<void> {
    const { username, password } = access;
    if (access.renewToken) return void (token = await access.renewToken());
    if (password === undefined) throw new CommandError('the access token has ended: give another one, or a password');
    const body = JSON.stringify({ username, password });
    const headers = headersOf({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    delete headers['authorization'];
    const response = await withPatience(async () =>
      answered(await send({ method: 'POST', path: '/auth', headers, body })),
    );
    token = (JSON.parse(await readText(response)) as { meta: { jwt: string } }).meta.jwt;
  }

  const renew = (): Promise<void> => (renewal ??= signIn().finally(() => (renewal = undefined)));

  /** Retried with another token when the first one has expired. */
  const sendSigned = (sent: () => Promise<SignedRequest>) =>
    withPatience(async () => {
      for (let again = false; ; again = true) {
        const { more, ...rest } = await sent();
        try {
          return await answered(await send({ ...rest, headers: headersOf(more) }));
        } catch (error) {
          const mayRenew = access.password !== undefined || access.renewToken !== undefined;
          if (!mayRenew || again || !(error instanceof Refusal && error.status === 401)) throw error;
          await renew();
        }
      }
    });

  const call = async <Body>(method: Method, path: string, body?: unknown): Promise<Body> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const more =
      text === undefined ? undefined : { 'content-type': JSON_API, 'content-length': String(Buffer.byteLength(text)) };
    const response = await sendSigned(() => Promise.resolve({ method, path, body: text, ...(more && { more }) }));
    const answer = await readText(response);
    return (answer === '' ? undefined : JSON.parse(answer)) as Body;
  };

  if (token === undefined) {
    await signIn().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new CommandError(`"${access.username}" cannot sign in at ${access.url}: ${error.message}`);
    });
  }

  return { sendSigned, call };
}

async function find(call: Target['call'], unames: readonly string[]): Promise<Map<string, Known>> {
  const found = new Map<string, Known>();
  const parts: string[] = [];
  for (let at = 0; at < unames.length; at += NAMES_AT_ONCE) {
    parts.push(
      unames
        .slice(at, at + NAMES_AT_ONCE)
        .map((name) => `filter[uname][]=${encodeURIComponent(name)}`)
        .join('&'),
    );
  }
  await Promise.all(
    parts.flatMap((names) =>
      // Lists of all objects contain no users.
      ['/objects', '/users'].map(async (path) => {
        const query = `${names}&fields=uname&page_size=${NAMES_AT_ONCE}&page[total]=none`;
        const { data } = await call<Answer<Resource[]>>('GET', `${path}?${query}`);
        for (const { id, type, attributes } of data) found.set(String(attributes['uname']), { id, type });
      }),
    ),
  );
  return found;
}

/** @throws CommandError when the sign-in fails */
export async function openHttpTarget(access: Access): Promise<Target> {
  const { url, atOnce } = access;
  const { send, close } = openConnection(access);
  const { sendSigned, call } = await openSession(access, send);

  return {
    name: url,
    atOnce,
    call,
    find: (unames) => find(call, unames),
    async upload(path, file) {
      const { size } = await stat(file.path);
      const more = { 'content-type': file.mediaType, 'content-length': String(size) };
      const response = await sendSigned(() =>
        Promise.resolve({ method: 'POST', path, body: createReadStream(file.path), more }),
      );
      response.resume();
    },
    async download(path, to) {
      const response = await sendSigned(() => Promise.resolve({ method: 'GET', path, more: { accept: '*/*' } }));
      await pipeline(response, createWriteStream(to));
    },
    async create(type, attributes, relationships) {
      const { data } = await call<Answer>('POST', `/${type}`, { data: { type, attributes, relationships } });
      return { id: data.id, uname: String(data.attributes['uname']) };
    },
    async update({ type, id }, { attributes, locked }) {
      const meta = locked === undefined ? undefined : { locked };
      await call('PATCH', `/${type}/${id}`, { data: { type, id, attributes, meta } });
    },
    async link({ type, id }, relation, data) {
      await call('POST', `/${type}/${id}/relationships/${encodeURIComponent(relation)}`, { data });
    },
    close() {
      close();
      return Promise.resolve();
    },
  };
}
