// A service for one test file: a separate database on the run's mongod, a stopped clock, and requests whose responses
// are all checked against the live description.
import { firstKey } from './accounts/first-key.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import supertest, { type Response, type Test } from 'supertest';
import { afterAll, beforeAll, inject } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { openService, type Service } from '../../core/service/open-service.ts';
import type { DescriptionCheck, SeenResponse } from '../../scripts/contract/description-check.ts';
import { openKeptServer } from './clients/kept-server.ts';
import { notePhases, timed } from './run/phases.ts';
import { createPreparedDatabases, newDatabaseName } from './database/prepared-databases.ts';
import { noteStatus } from './run/seen-statuses.ts';
import { checkOf } from './run/shared-checks.ts';
import { asText, parseJson } from './clients/response-text.ts';
import { signedIn } from './accounts/signed-in.ts';
import { stoppedClock, type StoppedClock } from './run/stopped-clock.ts';

export const JSON_API = 'application/vnd.api+json';
export const PASSWORD = 'correct horse battery staple';

export interface TestService {
  service: Service;
  clock: StoppedClock;
  /** For processes, which may write to it for longer: it is dropped at the end. Another service of the test gets `beside`. */
  databaseName: string;
  /** For `beside`. */
  place: DatabasePlace;
  /** Of files and running uploads; a second service on the same database gets it as DATA_DIR. */
  dataDir: string;
  /** Unknown errors that the service logged, and responded to with 500. */
  loggedErrors: string[];
  /** All lines of the log. */
  logged: string[];
  /** Lines of the audit trail (core/audit.ts). */
  audited: Record<string, unknown>[];
  anonymous: Client;
  admin: Client;
  editor: Client;
  /** Signed in, without a role. */
  reader: Client;
  /** Fails when a response does not match the description; for responses to other clients. */
  checkAnswer(answer: SeenResponse): Promise<void>;
  /** A client of a new user with these roles. */
  addClient(username: string, roleIds: number[]): Promise<Client>;
  close(): Promise<void>;
}

/** A database that services of a test share; it ends with the last of them. */
interface DatabasePlace {
  name: string;
  users: number;
  /** Whether it is dropped at its end. */
  isDropped: boolean;
  giveBack?(): Promise<void>;
}

type Method = 'get' | 'post' | 'patch' | 'delete' | 'put' | 'head' | 'options';

/** Requests as one caller. */
export interface Client {
  token: string | undefined;
  request(method: Method, path: string, send?: (test: Test) => Test): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  delete(path: string, headers?: Record<string, string>, body?: unknown): Promise<Response>;
  /** POST of a resource; returns `data`, fails the test unless it is 201. */
  create(path: string, attributes: Record<string, unknown>): Promise<ResourceData>;
}

export interface ResourceData {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  meta: Record<string, unknown>;
}

export interface TestServiceOptions {
  env?: Record<string, string>;
  /** A service whose database this one works on too. */
  beside?: Pick<TestService, 'place'>;
  /** An existing database, which stays. */
  databaseName?: string;
  clock?: StoppedClock;
  /** Of another database server than that of all tests. */
  mongodbUri?: string;
  /** The client of the store reports each command (`commandStarted`). */
  monitorCommands?: boolean;
  /** A listener that passes the requests of the clients on to the service. */
  before?: (app: RequestListener) => RequestListener;
}

/**
 * Options of a connection to a database that is slow on a busy machine, not lost: after 2 s without a heartbeat the
 * service would respond with 503.
 */
export const PATIENCE = { connectTimeoutMS: '30000', serverSelectionTimeoutMS: '30000', wtimeoutMS: '60000' } as const;
/** The only member is always the primary: four heartbeats a second of each service tell nothing. */
const FEW_HEARTBEATS = { heartbeatFrequencyMS: '10000', serverMonitoringMode: 'poll' } as const;

/** Settings that first rows depend on. */
const OF_FIRST_ROWS = ['ADMIN_PASSWORD', 'JWT_SECRET', 'DATA_DIR', 'EXTENSIONS_DIR'];

/** The users of a new database. */
async function createUsers(admin: Client): Promise<void> {
  const newUser = (username: string) =>
    admin.create('/users', { username, password: PASSWORD, uname: `user-${username}`, status: 'on' });
  const { id } = await newUser('editor');
  await newUser('reader');
  await admin.post('/roles/2/relationships/users', { data: { type: 'users', id } });
}

const preparedFor = (env: Record<string, string>) =>
  createPreparedDatabases(async (databaseName) => {
    const { service, close } = await open({ databaseName, env, isNew: true });
    await service.services.store.refreshTokens.deleteMany({});
    await close();
  });
const prepared = { withoutRoot: preparedFor({}), withRoot: preparedFor({ LEGACY_ROOT: '' }) };

/**
 * The service of a file, or of a `describe`: opened before its tests, closed after them. Its members can be read in tests and
 * hooks only.
 */
export function serviceForTests(options?: TestServiceOptions): TestService {
  let opened: TestService | undefined;
  beforeAll(async () => {
    opened = await openTestService(options);
  });
  afterAll(() => opened?.close());
  const none = {} as TestService;
  return new Proxy(none, {
    get(_none, name) {
      if (!opened) throw new Error(`the service is not open yet: read ${String(name)} in a test or a hook`);
      return Reflect.get(opened, name, opened) as unknown;
    },
  });
}

export const openTestService = (options: TestServiceOptions = {}): Promise<TestService> =>
  timed('services', () => openAny(options));

async function openAny(options: TestServiceOptions): Promise<TestService> {
  const { beside, databaseName, mongodbUri, clock, env = {} } = options;
  if (beside) return openOn(beside.place, options);
  if (databaseName !== undefined) return openOn({ name: databaseName, users: 0, isDropped: false }, options);
  if (mongodbUri !== undefined || clock || OF_FIRST_ROWS.some((name) => name in env))
    return openOn({ name: newDatabaseName(), users: 0, isDropped: true }, options, true);
  const isRooted = env['LEGACY_ROOT'] !== undefined && env['LEGACY_ROOT'] !== 'off';
  const database = await prepared[isRooted ? 'withRoot' : 'withoutRoot'].take();
  return openOn({ ...database, users: 0, isDropped: false }, options);
}

async function openOn(place: DatabasePlace, options: TestServiceOptions, isNew = false): Promise<TestService> {
  const test = await open({ ...options, databaseName: place.name, isNew });
  place.users += 1;
  return {
    ...test,
    place,
    get databaseName() {
      if (place.giveBack) place.isDropped = true;
      return place.name;
    },
    async close() {
      place.users -= 1;
      const isLast = place.users === 0;
      if (isLast && place.isDropped) await test.service.services.store.db.dropDatabase();
      await test.close();
      if (isLast && !place.isDropped) await place.giveBack?.();
    },
  };
}

interface OpenOptions extends TestServiceOptions {
  databaseName: string;
  /** Its users are created. */
  isNew: boolean;
}

async function open({ databaseName, isNew, ...options }: OpenOptions): Promise<Omit<TestService, 'place'>> {
  const clock = options.clock ?? stoppedClock();
  const loggedErrors: string[] = [];
  const logged: string[] = [];
  const audited: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      const line = JSON.parse(chunk.toString()) as Record<string, unknown>;
      if (line['audit'] !== undefined) audited.push(line);
      else if (Number(line['level']) >= 50) loggedErrors.push(chunk.toString());
      done();
    },
  });
  const ownFolder = await mkdtemp(path.join(os.tmpdir(), 'colophon-service-'));
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: ownFolder,
    ADMIN_PASSWORD: PASSWORD,
    JWT_SECRET: 'a secret of more than thirty-two characters',
    PROCESS_ROLE: 'api',
    LEGACY_ROOT: 'off',
    // The clients of a test and other tests use the same event loop.
    LOOP_DELAY_LIMIT: 'off',
    ...options.env,
  };
  const config = readConfig(env);
  const base = new URL(inject('mongodbUri'));
  base.pathname = `/${databaseName}`;
  for (const [name, value] of Object.entries({ ...PATIENCE, ...FEW_HEARTBEATS })) base.searchParams.set(name, value);
  if (options.monitorCommands) base.searchParams.set('monitorCommands', 'true');
  const service = await openService({
    config,
    mongodbUri: options.mongodbUri ?? base.href,
    log: pino({ level: 'info' }, sink),
    clock,
  });
  const server = await openKeptServer(options.before?.(service.app) ?? service.app);
  const { modelService, description } = service.services;
  let current: { version: number; check: Promise<DescriptionCheck> } | undefined;
  const currentCheck = (): Promise<DescriptionCheck> => {
    const model = modelService.current();
    if (current?.version !== model.version) {
      const check = checkOf(service.services, () => description.document('http://127.0.0.1'));
      current = { version: model.version, check };
    }
    return current.check;
  };
  const checkAnswer = async (answer: SeenResponse): Promise<void> => {
    const { types } = modelService.current();
    (await currentCheck()).check(answer);
    noteStatus(answer, (name) => types.get(name)?.served === true);
  };

  const client = (token: string | undefined): Client => {
    const request = async (
      method: Method,
      path: string,
      send: (test: Test) => Test = (test) => test,
    ): Promise<Response> => {
      let test = supertest(server.url)[method](path).agent(server.agent);
      // One host for all requests, since responses contain links.
      test = test.set('Host', 'localhost');
      if (token !== undefined) test = test.set('Authorization', `Bearer ${token}`);
      const answered = async (): Promise<Response> =>
        send(test)
          .buffer(true)
          .parse(asText as never)
          .catch((error: { response?: Response }) => {
            if (error.response) return error.response;
            throw error as Error;
          });
      const response = await timed('requests', answered);
      // HEAD has no body, although superagent makes one.
      const text = typeof response.body === 'string' ? response.body : '';
      const { status, headers } = response;
      const seen = { method: method.toUpperCase(), url: path, status, headers: headers as never, text };
      await timed('checks', () => checkAnswer(seen));
      if (response.status >= 500 && response.status !== 503)
        throw new Error(`${method} ${path}: ${response.status} ${loggedErrors.join('')}`);
      return Object.assign(response, { text, body: parseJson(text) });
    };
    const withBody =
      (method: Method) =>
      (path: string, body: unknown, headers: Record<string, string> = {}) =>
        request(method, path, (test) =>
          test
            .set({ 'Content-Type': JSON_API, ...headers })
            .send(typeof body === 'string' ? body : JSON.stringify(body)),
        );
    const post = withBody('post');
    return {
      token,
      request,
      get: (path, headers = {}) => request('get', path, (test) => test.set(headers)),
      post,
      patch: withBody('patch'),
      delete: (path, headers = {}, body) =>
        body === undefined
          ? request('delete', path, (test) => test.set(headers))
          : withBody('delete')(path, body, headers),
      async create(path, attributes) {
        const type = path.split('/').at(-1) ?? '';
        const response = await post(path, { data: { type, attributes } });
        if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${response.text}`);
        return (response.body as { data: ResourceData }).data;
      },
    };
  };

  const anonymous = client(undefined);
  const signIn = async (username: string): Promise<Client> => {
    if (!config.requireApiKey) return client(await signedIn(service, username));
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': await firstKey({ service }) };
    const response = await anonymous.post('/auth', { username, password: PASSWORD }, headers);
    return client((response.body as { meta: { jwt: string } }).meta.jwt);
  };
  const admin = await signIn('admin');
  if (isNew) await createUsers(admin);
  const [editor, reader] = await Promise.all([signIn('editor'), signIn('reader')]);
  return {
    service,
    clock,
    databaseName,
    dataDir: config.dataDir,
    loggedErrors,
    logged,
    audited,
    anonymous,
    admin,
    editor,
    reader,
    checkAnswer,
    async addClient(username, roleIds) {
      const attributes = { username, password: PASSWORD, uname: `user-${username}`, status: 'on' };
      const { id } = await admin.create('/users', attributes);
      const data = roleIds.map((role) => ({ type: 'roles', id: String(role) }));
      if (data.length > 0) await admin.post(`/users/${id}/relationships/roles`, { data });
      return signIn(username);
    },
    async close() {
      await server.close();
      await service.close();
      notePhases();
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
}

/** `meta` of a 200. @throws Error for any other status */
export const metaOf = <Meta>(response: Pick<Response, 'status' | 'body' | 'text'>): Meta => {
  if (response.status !== 200) throw new Error(response.text);
  return (response.body as { meta: Meta }).meta;
};

/** Codes of an error response, the first being that of `error`. */
export const errorCodes = (response: Response): string[] => {
  const body = response.body as { error: { code: string }; errors: { code: string }[] };
  return [body.error.code, ...body.errors.map((error) => error.code)];
};

/** Pointers, parameters and headers that an error response names. */
export const errorSources = (response: Response): string[] =>
  (response.body as { errors: { source?: Record<string, string> }[] }).errors.flatMap((error) =>
    Object.values(error.source ?? {}),
  );
