// The deployment in a run: users, the present description, and a check of every response.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { ContractError, NoAnswer } from './contract-error.ts';
import { deviationOf } from './report/deviations.ts';
import { createDescriptionCheck, type DescriptionCheck } from './description-check.ts';
import { createSchemaValidators } from './schema-validators.ts';
import { jsonApiFaults } from './json-api.ts';
import { JSON_API, operationsOf, type Operation } from './operations.ts';
import { curlLine, showText, type Report } from './report/report.ts';
import { openTransport, type WireResponse, type WireRequest } from './transport.ts';

interface Made {
  type?: string;
  id?: string;
}

/** Paths of the objects in the results of several operations. */
function madeAtOnce(json: unknown): string[] {
  const { 'atomic:results': results = [] } = (json ?? {}) as { 'atomic:results'?: { data?: Made }[] };
  return results.flatMap(({ data }) => (data?.id === undefined ? [] : [`/${data.type}/${data.id}`]));
}

/** @param addresses from `Location`; links between objects are removed with them */
export const pathsOfMade = (addresses: readonly string[], url: string): string[] =>
  addresses
    .map((address) => (address.startsWith(url) ? address.slice(url.length) : address))
    .filter((path) => path.startsWith('/') && !/\/objects\/[^/]+\//.test(path));

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

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  mediaType: string;
  /** The parsed body, if it is JSON. */
  json: unknown;
  operation: Operation | undefined;
  /** For the report. */
  shown: { request: string; answer: string };
}

export interface Session {
  url: string;
  /** Of the present model. */
  operations(): readonly Operation[];
  /** The description as sent. */
  document(): OpenApiDocument;
  /** Downloads the description again. @throws ContractError */
  reload(): Promise<void>;
  /** The status is 0 without a response. @throws ContractError when the run is over, or no request has a response */
  send(sent: ClientRequest): Promise<Answer>;
  /** `operationId status` of all responses. */
  reached: Set<string>;
  /** Paths of created resources, oldest first. */
  created: string[];
  /** Lines about responses: known deviations from JSON:API 1.1, and headers that the description does not have. */
  notes: Set<string>;
  /** Sends requests for `reader` as this user. @throws ContractError */
  signInReader(username: string, password: string): Promise<void>;
  token(): string;
  /** From now on only requests with `untilTheEnd` are sent: `send` throws this error. */
  halt(reason: ContractError): void;
  /** For requests that are sent even after a halt: cleaning up. */
  untilTheEnd<Result>(act: () => Promise<Result>): Promise<Result>;
  close(): void;
}

export interface SessionOptions {
  url: string;
  username: string;
  password: string | undefined;
  token: string | undefined;
  apiKey: string | undefined;
  report: Report;
  /** In milliseconds of `performance.now()`; no waiting after it. */
  deadline: number;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A busy service, or one with a rate limit, says when to retry; the run does not wait longer than this. */
const MAX_WAIT_S = 60;
const ATTEMPTS = 5;

/** Paths without a response, one after the other, that end the run: the deployment is gone. */
const MAX_UNANSWERED = 3;

/**
 * Signs in, and reads the description.
 * @throws ContractError without a response, with wrong credentials, or when the URL is not that of Colophon
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { url, report } = options;
  const transport = openTransport();
  const tokens: Record<'admin' | 'reader', string | undefined> = { admin: options.token, reader: undefined };
  const reached = new Set<string>();
  const created: string[] = [];
  const notes = new Set<string>();
  let document: OpenApiDocument = {};
  let operations: readonly Operation[] = [];
  let check: DescriptionCheck | undefined;
  const validators = createSchemaValidators();
  // Since the description was read.
  let hasModelChanged = false;
  let halted: ContractError | undefined;
  let isCleaning = false;

  function assertGoing(): void {
    if (isCleaning) return;
    if (halted) throw halted;
    if (performance.now() > options.deadline) throw new ContractError('the time is up: give it more with --minutes');
  }

  function wireRequest({ method, path, headers = {}, body, as = 'admin', sending }: ClientRequest): WireRequest {
    const token = as === 'nobody' ? undefined : tokens[as];
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return {
      method,
      url: `${url}${path}`,
      headers: {
        ...(options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': JSON_API }),
        ...headers,
      },
      body: bytes,
      ...(sending === undefined ? {} : { sending }),
    };
  }

  /** Retries at the time that the deployment gives. */
  async function exchange(request: WireRequest) {
    for (let attempt = 1; ; attempt++) {
      const answer = await transport.exchange(request);
      const seconds = Number(answer.headers['retry-after']);
      const isBusy = (answer.status === 503 || answer.status === 429) && seconds > 0 && seconds <= MAX_WAIT_S;
      if (!isBusy || attempt === ATTEMPTS || performance.now() + seconds * 1000 > options.deadline) return answer;
      await sleep(seconds * 1000);
    }
  }

  const unanswered = new Set<string>();

  /** A request without a response is a failure, and the run goes on. @throws NoAnswer when no request has one any more */
  async function exchangeOnce(request: WireRequest): Promise<WireResponse | undefined> {
    try {
      const answer = await exchange(request);
      unanswered.clear();
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const path = request.url.slice(url.length);
      if (unanswered.add(path.split('?')[0] ?? '').size === MAX_UNANSWERED) throw error;
      const operation = find(request.method, path)?.operationId ?? 'run';
      report.failRun(operation, { title: 'no answer', detail: error.message, request: curlLine(request) });
      return undefined;
    }
  }

  async function signIn(username: string, password: string): Promise<string> {
    const { status, headers, bytes } = await exchange(
      wireRequest({
        method: 'POST',
        path: '/auth',
        headers: { accept: JSON_API, 'content-type': 'application/json' },
        body: { username, password },
        as: 'nobody',
      }),
    );
    const body = parse(bytes.toString()) as { meta?: { jwt?: string }; error?: { detail?: string } } | undefined;
    if (status === 200 && body?.meta?.jwt !== undefined) return body.meta.jwt;
    if (headers['x-api-version'] === undefined || body?.error?.detail === undefined) throw notColophon(url, status);
    throw new ContractError(`"${username}" cannot sign in at ${url}: ${body.error.detail} (${status})`);
  }

  async function reload(): Promise<void> {
    const { status, headers, bytes } = await exchange(wireRequest({ method: 'GET', path: '/openapi.json?side=all' }));
    const body = parse(bytes.toString()) as (OpenApiDocument & { error?: { detail?: string } }) | undefined;
    if (headers['x-api-version'] !== undefined && status >= 400 && body?.error?.detail !== undefined)
      throw new ContractError(`${url} does not give its description: ${body.error.detail} (${status})`);
    if (status !== 200 || headers['x-api-version'] === undefined || body?.['paths'] === undefined)
      throw notColophon(url, status);
    document = body;
    operations = operationsOf(document);
    // A proxy may have set them.
    const noteUnknown = (names: string[]) => void notes.add(`headers without a description: ${names.join(', ')}`);
    check = createDescriptionCheck(document, validators, noteUnknown);
    hasModelChanged = false;
  }

  function find(method: string, path: string): Operation | undefined {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const described = check?.pathOf(path, verb);
    return operations.find((each) => each.path === described && each.method === verb.toUpperCase());
  }

  /** Faults of the response; a model that has changed since is read again first. */
  async function describedFault(seen: Parameters<DescriptionCheck['check']>[0]): Promise<string | undefined> {
    const fault = (): string | undefined => {
      try {
        check?.check(seen);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const first = fault();
    if (first === undefined || !hasModelChanged) return first;
    await reload();
    return fault();
  }

  function keepTrack(method: string, path: string, { status, headers, json }: Answer): void {
    if (status >= 300 || method === 'GET') return;
    if (path.startsWith('/model/')) hasModelChanged = true;
    if (status === 201) created.push(...pathsOfMade([headers['location'] ?? ''], url));
    const data = (json as { data?: Made } | undefined)?.data;
    if (status === 202 && data?.type === 'users') created.push(`/users/${data.id}`);
    created.push(...madeAtOnce(json));
  }

  async function send(sent: ClientRequest): Promise<Answer> {
    assertGoing();
    const request = wireRequest(sent);
    const first = await exchangeOnce(request);
    if (!first) return notAnswered(request);
    let wire = first;
    const { method, path } = sent;
    if (
      wire.status === 401 &&
      isExpired(wire.bytes) &&
      (sent.as ?? 'admin') === 'admin' &&
      options.password !== undefined
    ) {
      tokens.admin = await signIn(options.username, options.password);
      const again = wireRequest(sent);
      Object.assign(request, again);
      wire = await exchange(request);
    }
    const text = wire.bytes.toString();
    const headers = wire.headers as Record<string, string | undefined>;
    const mediaType = headers['content-type'] ?? '';
    const { status, bytes } = wire;
    const shownBody = () => (/json|text|xml|yaml/.test(mediaType) ? showText(text) : `${bytes.length} bytes`);
    const answer: Answer = {
      status,
      headers,
      mediaType,
      json: /json/.test(mediaType) ? parse(text) : undefined,
      operation: find(method, path),
      // Hiding secrets takes longer than most checks, and only failures are shown.
      shown: {
        get request() {
          return curlLine(request);
        },
        get answer() {
          return `${status} ${mediaType}\n${shownBody()}`;
        },
      },
    };
    keepTrack(method, path, answer);
    await judge(sent, answer, text);
    return answer;
  }

  async function judge({ method, path }: ClientRequest, answer: Answer, text: string): Promise<void> {
    const { status, headers, mediaType, shown } = answer;
    const fault = await describedFault({ method, url: path, status, headers, text });
    answer.operation ??= find(method, path);
    const operation = answer.operation?.operationId ?? `${method} ${path.split('?')[0]}`;
    reached.add(`${operation} ${status}`);
    // Its second line is the body, which the report shows anyway.
    if (fault === undefined) report.pass('structure', operation);
    else
      report.fail('structure', operation, { title: 'not as described', detail: fault.split('\n')[0] ?? '', ...shown });
    if (!mediaType.startsWith(JSON_API) || method === 'HEAD') return;
    const body = answer.json;
    const faults = jsonApiFaults({ status, mediaType, location: headers['location'], url: path, method, body });
    if (faults.length === 0) report.pass('structure', operation);
    for (const detail of faults) {
      const deviation = deviationOf(answer.operation, detail);
      if (deviation) notes.add(`not JSON:API 1.1, as is known: ${deviation.reason}`);
      else report.fail('structure', operation, { title: 'not JSON:API 1.1', detail, ...shown });
    }
  }

  try {
    if (tokens.admin === undefined) {
      if (options.password === undefined)
        throw new ContractError(
          `there is neither a password nor a token for ${url}: give --password, or set CONTRACT_PASSWORD or CONTRACT_TOKEN` +
            ' (ADMIN_PASSWORD is for a deployment on this machine only)',
        );
      tokens.admin = await signIn(options.username, options.password);
    }
    await reload();
    const me = await exchange(wireRequest({ method: 'GET', path: '/auth/user' }));
    if (me.status !== 200) throw new ContractError(`${url} does not take these credentials (${me.status})`);
  } catch (error) {
    transport.close();
    throw error;
  }
  return {
    url,
    operations: () => operations,
    document: () => document,
    reload,
    send,
    reached,
    created,
    notes,
    async signInReader(username, password) {
      tokens.reader = await signIn(username, password);
    },
    token: () => tokens.admin ?? '',
    halt: (reason) => {
      halted = reason;
    },
    async untilTheEnd(act) {
      isCleaning = true;
      return act();
    },
    close: () => transport.close(),
  };
}

/** In place of a response that did not come. */
const notAnswered = (request: WireRequest): Answer => ({
  status: 0,
  headers: {},
  mediaType: '',
  json: undefined,
  operation: undefined,
  shown: { request: curlLine(request), answer: 'no answer' },
});

const notColophon = (url: string, status: number): ContractError =>
  new ContractError(`${url} answered ${status}, and not as Colophon does: is --url right?`);

function isExpired(bytes: Buffer): boolean {
  const body = parse(bytes.toString()) as { error?: { code?: string } } | undefined;
  // The code itself is a setting (EXPIRED_TOKEN_CODE).
  return body?.error?.code !== undefined && !['authentication_required', 'invalid_token'].includes(body.error.code);
}
