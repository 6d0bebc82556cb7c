// JWT_SECRET is replaced without an interruption: tokens and data of the previous secret are valid while
// JWT_SECRET_PREVIOUS names it (D680).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient } from '../../support/clients/browser-client.ts';
import { keyed, postKeyed, replayed } from '../../support/clients/keyed-requests.ts';
import { openRawClient } from '../../support/clients/raw-request.ts';
import { errorCodes, openTestService, type Client, type TestService } from '../../support/service.ts';
import { storeFile } from '../../support/files/uploads.ts';

const OLD = 'the old secret of more than thirty-two characters'.replaceAll(' ', '-');
const NEW = 'the new secret of more than thirty-two characters'.replaceAll(' ', '-');

let before: TestService;
let during: TestService;
let after: TestService;
beforeAll(async () => {
  before = await openTestService({ env: { JWT_SECRET: OLD } });
  const { databaseName, clock, dataDir } = before;
  const env = { JWT_SECRET: NEW, DATA_DIR: dataDir };
  during = await openTestService({ databaseName, clock, env: { ...env, JWT_SECRET_PREVIOUS: OLD } });
  after = await openTestService({ databaseName, clock, env });
});
afterAll(async () => {
  for (const each of [after, during, before]) await each.close();
});

const keyIdOf = ({ token = '' }: Client) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: string }).kid;

/** The response of the service `at` to the token of a client. */
const answers = async ({ token }: Client, at: TestService): Promise<string> => {
  const response = await at.anonymous.get('/auth/user', { Authorization: `Bearer ${token}` });
  return response.status === 200 ? '200' : `${response.status} ${errorCodes(response)[0]}`;
};

describe('an access token', () => {
  it('of the previous secret is valid until that is no longer configured', async () => {
    expect(await Promise.all([before, during, after].map((at) => answers(before.editor, at)))).toEqual([
      '200',
      '200',
      '401 invalid_token',
    ]);
  });

  it('is signed with the current secret, and names the key in its header', async () => {
    expect(await answers(during.editor, after)).toBe('200');
    expect(await answers(during.editor, before)).toBe('401 invalid_token');
    const [old, current, same] = [before, during, after].map(({ editor }) => keyIdOf(editor));
    expect(current).toMatch(/^[\w-]{8}$/);
    expect([same === current, old === current]).toEqual([true, false]);
  });
});

it('a signed address of a file remains valid as well', async () => {
  const { id } = await storeFile(before.admin);
  const { body } = await before.admin.get(`/streams/${id}`);
  const { pathname, search } = new URL((body as { data: { meta: { url: string } } }).data.meta.url);
  const statuses: number[] = [];
  for (const at of [before, during, after]) {
    const raw = await openRawClient(at);
    statuses.push((await raw.get(pathname + search)).status);
    await raw.close();
  }
  expect(statuses).toEqual([200, 200, 403]);
});

it('the session of a browser continues, and is sealed with the current secret once it is renewed', async () => {
  const [old, current, late] = [before, during, after].map(openBrowserClient);
  await old?.signIn('editor');
  for (const other of [current, late]) if (other) other.cookie = old?.cookie;
  expect((await current?.get('/home'))?.text).toContain('Signed in as <strong>editor</strong>');
  expect((await late?.get('/home'))?.text).not.toContain('Signed in as');
});

it('a repeated request gets its response, sealed with either secret', async () => {
  const headers = keyed();
  const first = await postKeyed(before.editor, headers);
  expect(first.status).toBe(201);
  const again = await postKeyed(during.editor, headers);
  expect([again.status, again.text, replayed(again)]).toEqual([201, first.text, 'true']);
  const refused = [await postKeyed(during.editor, headers, 'Another title'), await postKeyed(after.editor, headers)];
  expect(refused.map((response) => errorCodes(response)[0])).toEqual([
    'idempotency_key_reused',
    'idempotency_key_reused',
  ]);
});
