// The deployment in a run: users, the present description, and a check of every response.
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { Connection, notColophon, parsed, type ClientRequest, type ConnectionOptions } from './wire/connection.ts';
import { ContractError, NoAnswer } from './contract-error.ts';
import { deviationOf } from './report/deviations.ts';
import { createDescriptionCheck, type DescriptionCheck } from './description-check.ts';
import { createSchemaValidators } from './schema-validators.ts';
import { jsonApiFaults } from './json-api.ts';
import { JSON_API, operationsOf, type Operation } from './operations.ts';
import { curlLine, showText, type Report } from './report/report.ts';
import type { WireResponse, WireRequest } from './wire/transport.ts';

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

export type Session = Pick<DescribedSession, Exclude<keyof DescribedSession, 'begin'>>;

export interface SessionOptions extends ConnectionOptions {
  username: string;
  password: string | undefined;
  report: Report;
}

/** Paths without a response, one after the other, that end the run: the deployment is gone. */
const MAX_UNANSWERED = 3;

class DescribedSession {
  readonly url: string;
  /** `operationId status` of all responses. */
  readonly reached = new Set<string>();
  /** Paths of created resources, oldest first. */
  readonly created: string[] = [];
  /** Lines about responses: known deviations from JSON:API 1.1, and headers that the description does not have. */
  readonly notes = new Set<string>();
  readonly #options: SessionOptions;
  readonly #connection: Connection;
  readonly #validators = createSchemaValidators();
  readonly #unanswered = new Set<string>();
  #document: OpenApiDocument = {};
  #operations: readonly Operation[] = [];
  #check: DescriptionCheck | undefined;
  /** Since the description was read. */
  #hasModelChanged = false;
  #halted: ContractError | undefined;
  #isCleaning = false;

  constructor(options: SessionOptions) {
    this.url = options.url;
    this.#options = options;
    this.#connection = new Connection(options);
  }

  async begin(): Promise<void> {
    const { password } = this.#options;
    if (this.#connection.tokens.admin === undefined) {
      if (password === undefined)
        throw new ContractError(
          `there is neither a password nor a token for ${this.url}: give --password, or set CONTRACT_PASSWORD or CONTRACT_TOKEN` +
            ' (ADMIN_PASSWORD is for a deployment on this machine only)',
        );
      await this.#signIn(password);
    }
    await this.reload();
    const { status } = await this.#me();
    if (status !== 200) throw new ContractError(`${this.url} does not take these credentials (${status})`);
  }

  /** Of the present model. */
  operations(): readonly Operation[] {
    return this.#operations;
  }

  /** The description as sent. */
  document(): OpenApiDocument {
    return this.#document;
  }

  /** Sends requests for `reader` as this user. @throws ContractError */
  async signInReader(username: string, password: string): Promise<void> {
    this.#connection.tokens.reader = await this.#connection.signIn(username, password);
  }

  token(): string {
    return this.#connection.tokens.admin ?? '';
  }

  async #signIn(password: string): Promise<void> {
    this.#connection.tokens.admin = await this.#connection.signIn(this.#options.username, password);
  }

  /** Asks who the caller is. */
  #me(): Promise<WireResponse> {
    return this.#connection.exchange(this.#connection.requestOf({ method: 'GET', path: '/auth/user' }));
  }

  /** Signs in again if the token is refused, as requests of others with it may have ended it. @throws ContractError */
  async keepSignedIn(): Promise<void> {
    const { password } = this.#options;
    if (password !== undefined && (await this.#me()).status === 401) await this.#signIn(password);
  }

  /** From now on only requests with `untilTheEnd` are sent: `send` throws this error. */
  halt(reason: ContractError): void {
    this.#halted = reason;
  }

  /** For requests that are sent even after a halt: cleaning up. */
  async untilTheEnd<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#isCleaning = true;
    return act();
  }

  close(): void {
    this.#connection.close();
  }

  #assertGoing(): void {
    if (this.#isCleaning) return;
    if (this.#halted) throw this.#halted;
    if (performance.now() > this.#options.deadline)
      throw new ContractError('the time is up: give it more with --minutes');
  }

  /** A request without a response is a failure, and the run goes on. @throws NoAnswer when no request has one any more */
  async #exchangeOnce(request: WireRequest): Promise<WireResponse | undefined> {
    try {
      const answer = await this.#connection.exchange(request);
      this.#unanswered.clear();
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const path = request.url.slice(this.url.length);
      if (this.#unanswered.add(path.split('?')[0] ?? '').size === MAX_UNANSWERED) throw error;
      const operation = this.#find(request.method, path)?.operationId ?? 'run';
      this.#options.report.failRun(operation, {
        title: 'no answer',
        detail: error.message,
        request: curlLine(request),
      });
      return undefined;
    }
  }

  /** Downloads the description again. @throws ContractError */
  async reload(): Promise<void> {
    const { status, headers, bytes } = await this.#connection.exchange(
      this.#connection.requestOf({ method: 'GET', path: '/openapi.json?side=all' }),
    );
    const body = parsed(bytes.toString()) as (OpenApiDocument & { error?: { detail?: string } }) | undefined;
    if (headers['x-api-version'] !== undefined && status >= 400 && body?.error?.detail !== undefined)
      throw new ContractError(`${this.url} does not give its description: ${body.error.detail} (${status})`);
    if (status !== 200 || headers['x-api-version'] === undefined || body?.['paths'] === undefined)
      throw notColophon(this.url, status);
    this.#document = body;
    this.#operations = operationsOf(body);
    // A proxy may have set them.
    const noteUnknown = (names: string[]) => void this.notes.add(`headers without a description: ${names.join(', ')}`);
    this.#check = createDescriptionCheck(body, this.#validators, noteUnknown);
    this.#hasModelChanged = false;
  }

  #find(method: string, path: string): Operation | undefined {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const described = this.#check?.pathOf(path, verb);
    return this.#operations.find((each) => each.path === described && each.method === verb.toUpperCase());
  }

  /** Faults of the response; a model that has changed since is read again first. */
  async #describedFault(seen: Parameters<DescriptionCheck['check']>[0]): Promise<string | undefined> {
    const fault = (): string | undefined => {
      try {
        this.#check?.check(seen);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const first = fault();
    if (first === undefined || !this.#hasModelChanged) return first;
    await this.reload();
    return fault();
  }

  #keepTrack(method: string, path: string, { status, headers, json }: Answer): void {
    if (status >= 300 || method === 'GET') return;
    if (path.startsWith('/model/')) this.#hasModelChanged = true;
    if (status === 201) this.created.push(...pathsOfMade([headers['location'] ?? ''], this.url));
    const data = (json as { data?: Made } | undefined)?.data;
    if (status === 202 && data?.type === 'users') this.created.push(`/users/${data.id}`);
    this.created.push(...madeAtOnce(json));
  }

  /** The status is 0 without a response. @throws ContractError when the run is over, or no request has a response */
  async send(sent: ClientRequest): Promise<Answer> {
    this.#assertGoing();
    const request = this.#connection.requestOf(sent);
    let wire = await this.#exchangeOnce(request);
    if (!wire) return notAnswered(request);
    const { method, path, as = 'admin' } = sent;
    const { password } = this.#options;
    if (wire.status === 401 && isExpired(wire.bytes) && as === 'admin' && password !== undefined) {
      await this.#signIn(password);
      Object.assign(request, this.#connection.requestOf(sent));
      wire = await this.#connection.exchange(request);
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
      json: /json/.test(mediaType) ? parsed(text) : undefined,
      operation: this.#find(method, path),
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
    this.#keepTrack(method, path, answer);
    await this.#judge(sent, answer, text);
    return answer;
  }

  async #judge({ method, path }: ClientRequest, answer: Answer, text: string): Promise<void> {
    const { status, headers, mediaType, shown } = answer;
    const fault = await this.#describedFault({ method, url: path, status, headers, text });
    answer.operation ??= this.#find(method, path);
    const operation = answer.operation?.operationId ?? `${method} ${path.split('?')[0]}`;
    this.reached.add(`${operation} ${status}`);
    // Its second line is the body, which the report shows anyway.
    if (fault === undefined) this.#options.report.pass('structure', operation);
    else
      this.#options.report.fail('structure', operation, {
        title: 'not as described',
        detail: fault.split('\n')[0] ?? '',
        ...shown,
      });
    if (!mediaType.startsWith(JSON_API) || method === 'HEAD') return;
    const body = answer.json;
    const faults = jsonApiFaults({ status, mediaType, location: headers['location'], url: path, method, body });
    if (faults.length === 0) this.#options.report.pass('structure', operation);
    for (const detail of faults) {
      const deviation = deviationOf(answer.operation, detail);
      if (deviation) this.notes.add(`not JSON:API 1.1, as is known: ${deviation.reason}`);
      else this.#options.report.fail('structure', operation, { title: 'not JSON:API 1.1', detail, ...shown });
    }
  }
}

/**
 * Signs in, and reads the description.
 * @throws ContractError without a response, with wrong credentials, or when the URL is not that of Colophon
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const session = new DescribedSession(options);
  try {
    await session.begin();
  } catch (error) {
    session.close();
    throw error;
  }
  return session;
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

function isExpired(bytes: Buffer): boolean {
  const body = parsed(bytes.toString()) as { error?: { code?: string } } | undefined;
  // The code itself is a setting (EXPIRED_TOKEN_CODE).
  return body?.error?.code !== undefined && !['authentication_required', 'invalid_token'].includes(body.error.code);
}
