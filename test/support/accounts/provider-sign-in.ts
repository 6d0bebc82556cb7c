// A service whose users sign in through providers: rows of providers, and log lines.
import { Writable } from 'node:stream';
import type { Response } from 'supertest';
import { sealParams, type Params } from '../../../core/accounts/sealed-secrets.ts';
import { createLog } from '../../../core/log.ts';
import type { AuthProviderRow, ObjectDocument, Store } from '../../../core/store/store.ts';
import { openTestService, type TestService, type TestServiceOptions } from '../service.ts';
import { someContext } from '../database/stores.ts';

/** As an administrator writes it. */
export type GivenProvider = Partial<Omit<AuthProviderRow, 'params'>> & { params?: Params | null };

export interface ProviderTest extends TestService {
  store: Store;
  /** Writes the row of a provider, in place of an earlier one of the same name. */
  provide(row: GivenProvider & { name: string }): Promise<void>;
  addUser(username: string, fields?: Record<string, unknown>): Promise<number>;
  /** POST /auth/authorization. */
  begin(body: object, headers?: Record<string, string>): Promise<Response>;
  /** POST /auth, each from a different address unless one is given. */
  signIn(body: object, headers?: Record<string, string>): Promise<Response>;
  /** User of an access token. */
  userOf(response: Response): Promise<ObjectDocument | null>;
  audited: { event: string; grant_type?: string; [fact: string]: unknown }[];
  /** Lines that signing in logged. */
  logged: string[];
}

/** The client id of the service at providers. */
export const CLIENT = {
  client_id: 'colophon',
  client_secret: 'a secret that only the provider knows',
  redirect_uri: 'https://app.example.org/signed-in',
};

/** The data that an application gets at the start. */
export interface Begun {
  authorization_url: string;
  state: string;
  code_verifier: string;
  expires_in: number;
}

const JSON_BODY = { 'Content-Type': 'application/json' };
let lastAddress = 0;

export async function openProviderTest(options: TestServiceOptions = {}): Promise<ProviderTest> {
  const test = await openTestService({
    ...options,
    env: { TRUST_PROXY: '1', PROVIDER_PRIVATE_NETWORKS: 'on', ...options.env },
  });
  const { services } = test.service;
  const { store } = services;
  const audited: ProviderTest['audited'] = [];
  const logged: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  services.providers.audit = (event, facts) => void audited.push({ event, ...facts });
  services.providers.log = createLog('trace', 'json', sink);
  let revision = 0;

  return {
    ...test,
    store,
    audited,
    logged,
    async provide({ params = null, ...row }) {
      const now = test.clock.now();
      const found = await store.authProviders.findOne({ name: row.name });
      const _id = found?._id ?? (await store.sequences.next('auth_providers'));
      const base = { auth_class: 'OpenIDConnect', url: null, enabled: true, created: now, modified: now };
      const sealed = { params: sealParams(services.sealer, params), revision: ++revision };
      await store.authProviders.replaceOne({ _id }, { ...base, ...row, ...sealed }, { upsert: true });
    },
    async addUser(username, fields = {}) {
      const now = test.clock.now();
      const { email = null, ...more } = fields as { email?: string | null };
      const user = { username, email, name: null, surname: null, status: 'on' as const, verified: now, role_ids: [] };
      const id = await services.providers.createUser(user, someContext, () => Promise.resolve());
      await store.documents('users').updateOne({ _id: id }, { $set: { username, ...more } });
      return id;
    },
    begin: (body, headers = {}) => test.anonymous.post('/auth/authorization', body, { ...JSON_BODY, ...headers }),
    signIn: (body, headers = {}) =>
      test.anonymous.post('/auth', body, {
        ...JSON_BODY,
        'X-Forwarded-For': `10.1.${++lastAddress >> 8}.${lastAddress & 255}`,
        ...headers,
      }),
    async userOf(response) {
      const { jwt } = (response.body as { meta: { jwt: string } }).meta;
      const { id } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { id: number };
      return store.documents('users').findOne({ _id: id });
    },
  };
}

export const detailOf = (response: Response): string => (response.body as { error: { detail: string } }).error.detail;
