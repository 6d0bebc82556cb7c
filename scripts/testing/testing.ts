// A service for the tests of a project: `import { startTestService } from 'colophon/testing'` (openapi/docs/projects.md).
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import createClient, { type Client } from 'openapi-fetch';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/log.ts';
import { openService, type Service } from '../../core/service/open-service.ts';
import { modelAtStart } from '../model/apply-at-start.ts';
import { readMails, type CaughtMail } from './caught-mails.ts';
import { borrowDatabase } from './test-database.ts';

export type { CaughtMail } from './caught-mails.ts';

const JSON_API = 'application/vnd.api+json';
const PASSWORD = 'correct horse battery staple';

export interface TestServiceOptions {
  /** Folder of extensions; none by default. */
  extensions?: string;
  /** Folder of model files; none by default. */
  model?: string;
  /** Settings of the service, as in its environment. */
  settings?: Readonly<Record<string, string>>;
}

/** @typeParam Paths `paths` of the project's own types; clients accept and return what its description says */
export interface TestService<Paths extends object> {
  url: string;
  anonymous: Client<Paths>;
  admin: Client<Paths>;
  /** A client of a new user with these roles, by name. */
  as(...roles: string[]): Promise<Client<Paths>>;
  /** Mails that the service has sent to this address, the oldest first. Waits up to 10 s for the first one. */
  mails(to: string): Promise<CaughtMail[]>;
  /** Ends the service, and removes its database and files. */
  close(): Promise<void>;
}

/** A service with a database and files of its own, on a free port of this machine. It runs jobs and schedules too. */
export async function startTestService<Paths extends object>({
  extensions,
  model,
  settings = {},
}: TestServiceOptions = {}): Promise<TestService<Paths>> {
  const applyModel = model === undefined ? undefined : modelAtStart(path.resolve(model));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-test-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  /** In the opposite order of their beginnings, all of them. */
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      JWT_SECRET: randomUUID() + randomUUID(),
      // Tests use the same event loop.
      LOOP_DELAY_LIMIT: 'off',
      ...(extensions !== undefined && { EXTENSIONS_DIR: path.resolve(extensions) }),
      ...settings,
    });
    const database = await borrowDatabase(config);
    ends.push(database.giveBack);
    const log = createLog('warn');
    const service = await openService({ config, mongodbUri: database.uri, log });
    ends.push(() => service.close());
    await applyModel?.(service, log);
    const server = await listen(service);
    ends.push(() => end(server, service));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    service.setPublicUrl(url);
    return { url, ...(await clientsOf<Paths>(url)), mails: (to) => readMails(path.join(dataDir, 'mail'), to), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen({ app }: Service): Promise<Server> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return server;
}

async function end(server: Server, service: Service): Promise<void> {
  service.endStreams();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** @throws Error for a response without success */
async function send(url: string, token: string | undefined, body?: object): Promise<unknown> {
  const headers = {
    'Content-Type': url.endsWith('/auth') ? 'application/json' : JSON_API,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function clientsOf<Paths extends object>(url: string) {
  const clientOf = (token?: string): Client<Paths> => {
    const headers = { 'Content-Type': JSON_API, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    return createClient<Paths>({ baseUrl: url, headers });
  };
  const signIn = async (username: string): Promise<string> => {
    const { meta } = (await send(`${url}/auth`, undefined, { username, password: PASSWORD })) as {
      meta: { jwt: string };
    };
    return meta.jwt;
  };
  const admin = await signIn('admin');
  return {
    anonymous: clientOf(),
    admin: clientOf(admin),
    async as(...roles: string[]): Promise<Client<Paths>> {
      const username = `test-${randomUUID()}`;
      const attributes = { username, password: PASSWORD, uname: username, status: 'on' };
      const user = (await send(`${url}/users`, admin, { data: { type: 'users', attributes } })) as Made;
      const found = (await send(`${url}/roles?page_size=100`, admin)) as { data: Role[] };
      const data = roles.map((name) => {
        const role = found.data.find(({ attributes: { name: each } }) => each === name);
        if (!role) throw new Error(`there is no role "${name}"`);
        return { type: 'roles', id: role.id };
      });
      if (data.length > 0) await send(`${url}/users/${user.data.id}/relationships/roles`, admin, { data });
      return clientOf(await signIn(username));
    },
  };
}

interface Made {
  data: { id: string };
}
interface Role {
  id: string;
  attributes: { name: string };
}
