// The connection to the deployment: requests with the tokens of the users, sent again when it is busy.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../../core/description/openapi-document.ts';
import { ContractError } from '../contract-error.ts';
import { JSON_API } from '../operations.ts';
import { openTransport, type WireResponse, type WireRequest } from './transport.ts';

export interface ClientRequest {
  method: string;
  /** Path and query, below the URL of the deployment. */
  path: string;
  headers?: Record<string, string>;
  /** JSON, or the bytes of a file. */
  body?: Json | Buffer;
  /** The user; an administrator by default. */
  as?: 'admin' | 'reader' | 'nobody';
  sending?: WireRequest['sending'];
}

export interface ConnectionOptions {
  url: string;
  token: string | undefined;
  apiKey: string | undefined;
  /** In milliseconds of `performance.now()`; no waiting after it. */
  deadline: number;
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A busy service, or one with a rate limit, says when to retry; the run does not wait longer than this. */
const MAX_WAIT_S = 60;
const ATTEMPTS = 5;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #transport = openTransport();
  readonly tokens: Record<'admin' | 'reader', string | undefined>;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.tokens = { admin: options.token, reader: undefined };
  }

  requestOf({ method, path, headers = {}, body, as = 'admin', sending }: ClientRequest): WireRequest {
    const token = as === 'nobody' ? undefined : this.tokens[as];
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return {
      method,
      url: `${this.#options.url}${path}`,
      headers: {
        ...(this.#options.apiKey === undefined ? {} : { 'x-api-key': this.#options.apiKey }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': JSON_API }),
        ...headers,
      },
      body: bytes,
      ...(sending === undefined ? {} : { sending }),
    };
  }

  /** Retries at the time that the deployment gives. */
  async exchange(request: WireRequest): Promise<WireResponse> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#transport.exchange(request);
      const seconds = Number(answer.headers['retry-after']);
      const isBusy = (answer.status === 503 || answer.status === 429) && seconds > 0 && seconds <= MAX_WAIT_S;
      if (!isBusy || attempt === ATTEMPTS || performance.now() + seconds * 1000 > this.#options.deadline) return answer;
      await sleep(seconds * 1000);
    }
  }

  async signIn(username: string, password: string): Promise<string> {
    const { status, headers, bytes } = await this.exchange(
      this.requestOf({
        method: 'POST',
        path: '/auth',
        headers: { accept: JSON_API, 'content-type': 'application/json' },
        body: { username, password },
        as: 'nobody',
      }),
    );
    const body = parsed(bytes.toString()) as { meta?: { jwt?: string }; error?: { detail?: string } } | undefined;
    if (status === 200 && body?.meta?.jwt !== undefined) return body.meta.jwt;
    if (headers['x-api-version'] === undefined || body?.error?.detail === undefined)
      throw notColophon(this.#options.url, status);
    throw new ContractError(`"${username}" cannot sign in at ${this.#options.url}: ${body.error.detail} (${status})`);
  }

  close(): void {
    this.#transport.close();
  }
}

export const notColophon = (url: string, status: number): ContractError =>
  new ContractError(`${url} answered ${status}, and not as Colophon does: is --url right?`);
