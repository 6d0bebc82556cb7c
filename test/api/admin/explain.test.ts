// GET /auth/explain, and the kind of rule that a refusal names (D685). Each explanation is compared with the request itself.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  errorCodes,
  openTestService,
  PASSWORD,
  serviceForTests,
  type TestService,
} from '../../support/service.ts';

const FLAT = { 'Content-Type': 'application/json' };

const test = serviceForTests();
let press: number;
const users: Record<'editor' | 'reader' | 'admin', number> = { editor: 0, reader: 0, admin: 1 };
beforeAll(async () => {
  press = Number((await test.admin.create('/roles', { name: 'press' })).id);
  for (const name of ['editor', 'reader'] as const) {
    const row = await test.service.services.store.documents('users').findOne({ username: name });
    users[name] = row?._id ?? 0;
  }
});

interface Step {
  rule: string;
  allowed: boolean;
  subject?: string;
  grant?: string;
  reason: string;
  rows: { type: string; id: string; role: string | null; object_id?: number }[];
}
interface Explanation {
  allowed: boolean;
  status?: number;
  code?: string;
  operation: string;
  roles: string[];
  steps: Step[];
}
const getExplanation = (query: Record<string, string>, client = test.admin) =>
  client.get(`/auth/explain?${new URLSearchParams(query)}`);
async function explain(method: string, path: string, user?: number): Promise<Explanation> {
  const response = await getExplanation({ method, path, ...(user !== undefined && { user: String(user) }) });
  if (response.status !== 200) throw new Error(response.text);
  return (response.body as { meta: Explanation }).meta;
}
const send = (client: Client, method: string, path: string) =>
  method === 'GET'
    ? client.get(path)
    : client.patch(path, { data: { type: path.split('/')[1], id: path.split('/')[2], attributes: { title: 'New' } } });

/** The explanation of a request, which the request itself bears out. */
async function borneOut(method: string, path: string, name: 'editor' | 'reader' | undefined): Promise<Explanation> {
  const explanation = await explain(method, path, name && users[name]);
  const response = await send(name ? test[name] : test.anonymous, method, path);
  expect([path, response.status]).toEqual([path, explanation.allowed ? 200 : explanation.status]);
  const { refused_by } = (response.body as { error?: { meta?: { refused_by?: string } } }).error?.meta ?? {};
  if (response.status === 403) expect(refused_by).toBe(explanation.steps.at(-1)?.rule);
  else expect(refused_by).toBeUndefined();
  return explanation;
}
const documentWith = async (permission: string | undefined, more: Record<string, unknown> = {}): Promise<number> => {
  const { id } = await test.admin.create('/documents', { title: 'A', status: 'on', ...more });
  if (permission) await permit(Number(id), permission);
  return Number(id);
};
const permit = (object_id: number, permission: string) =>
  test.admin.create('/object_permissions', { object_id, role_id: press, permission });

describe('an explanation of endpoints', () => {
  it('names the row that gives a permission', async () => {
    const id = await documentWith(undefined);
    const { allowed, operation, roles, steps } = await borneOut('PATCH', `/documents/${id}`, 'editor');
    expect([allowed, operation, roles]).toEqual([true, 'updateTypedObject', ['editor']]);
    expect(steps[0]).toMatchObject({ rule: 'endpoint', subject: 'documents', grant: 'all' });
    const [row] = steps[0]?.rows ?? [];
    const stored = (await test.admin.get(`/admin/endpoint_permissions/${row?.id}`)).body as {
      data: { attributes: { role_id: number; write: unknown } };
    };
    expect(stored.data.attributes).toMatchObject({ role_id: 2, write: true });
  });

  it('reports that no row gives it; the request is 403 by the endpoint, or 401 for anonymous callers', async () => {
    const id = await documentWith(undefined);
    const refused = await borneOut('PATCH', `/documents/${id}`, 'reader');
    expect(refused).toMatchObject({ allowed: false, status: 403, code: 'forbidden' });
    expect(refused.steps).toMatchObject([{ rule: 'endpoint', allowed: false, rows: [] }]);
    expect(await borneOut('PATCH', `/documents/${id}`, undefined)).toMatchObject({ allowed: false, status: 401 });
    expect(await borneOut('GET', `/documents/${id}`, undefined)).toMatchObject({ allowed: true });
  });

  it('names the blocking row, and restrictions to own records', async () => {
    const type = { name: 'bulletins', singular: 'bulletin', parent_name: 'objects' };
    await test.admin.create('/model/object_types', type);
    const endpoint = Number((await test.admin.create('/admin/endpoints', { name: 'bulletins' })).id);
    const row = (role_id: number, write: unknown) =>
      test.admin.create('/admin/endpoint_permissions', { endpoint_id: endpoint, role_id, read: true, write });
    const { id } = await test.admin.create('/bulletins', { title: 'A', status: 'on' });
    const blocking = await row(2, 'block');
    const { steps } = await borneOut('PATCH', `/bulletins/${id}`, 'editor');
    expect(steps.at(-1)?.rows.map((each) => each.id)).toEqual([blocking.id]);
    await row(press, 'mine');
    const member = await test.addClient('member', [press]);
    const stored = await test.service.services.store.documents('users').findOne({ username: 'member' });
    const own = await explain('PATCH', `/bulletins/${id}`, stored?._id);
    expect(own).toMatchObject({ allowed: false, status: 403 });
    expect(own.steps.at(-1)).toMatchObject({ rule: 'own', allowed: false });
    expect(own.steps[0]).toMatchObject({ rule: 'endpoint', grant: 'mine', allowed: true });
    const response = await send(member, 'PATCH', `/bulletins/${id}`);
    expect((response.body as { errors: { meta: object }[] }).errors[0]?.meta).toEqual({ refused_by: 'own' });
  });
});

describe('an explanation of objects', () => {
  it('names the row of the object that prevents a role from reading or writing it', async () => {
    for (const permission of ['read', 'write']) {
      const id = await documentWith(permission);
      const { steps } = await borneOut('PATCH', `/documents/${id}`, 'editor');
      expect(steps.at(-1)).toMatchObject({
        rule: 'object',
        allowed: false,
        rows: [{ type: 'object_permissions', object_id: id, role: 'press', permission }],
      });
    }
  });

  it('names the row of the folder that it inherits from', async () => {
    const { id: top } = await test.admin.create('/folders', { title: 'Top', status: 'on' });
    const { id: folder } = await test.admin.create('/folders', { title: 'Below', status: 'on' });
    const id = await documentWith(undefined);
    await permit(Number(top), 'read');
    await test.admin.patch(`/folders/${folder}/relationships/parent`, { data: { type: 'folders', id: top } });
    await test.admin.post(`/folders/${folder}/relationships/children`, {
      data: [{ type: 'documents', id: String(id) }],
    });
    for (const method of ['GET', 'PATCH']) {
      const { steps } = await borneOut(method, `/documents/${id}`, 'editor');
      expect(steps.at(-1)).toMatchObject({ rule: 'inherited', allowed: false, rows: [{ object_id: Number(top) }] });
    }
    const parents = await test.editor.get(`/documents/${id}/parents`);
    expect((parents.body as { error: { meta: object } }).error.meta).toEqual({ refused_by: 'inherited' });
    expect(await explain('PATCH', `/documents/${id}`, users.admin)).toMatchObject({ allowed: true });
  });

  it('gives the reason why an object is hidden, unlike the request', async () => {
    const future = { publish_start: '2099-01-01T00:00:00+00:00' };
    const rows: [string, Record<string, unknown>, RegExp][] = [
      ['draft', { status: 'draft' }, /status/],
      ['dated', future, /dates/],
    ];
    for (const [, attributes, reason] of rows) {
      const id = await documentWith(undefined, attributes);
      const { steps, status } = await borneOut('GET', `/documents/${id}`, 'reader');
      expect([status, steps.at(-1)?.rule]).toEqual([404, 'visibility']);
      expect(steps.at(-1)?.reason).toMatch(reason);
      expect((await explain('GET', `/documents/${id}`, users.editor)).allowed).toBe(true);
    }
    const gone = await documentWith(undefined);
    expect((await test.admin.delete(`/documents/${gone}`)).status).toBe(204);
    expect((await borneOut('GET', `/documents/${gone}`, 'editor')).steps.at(-1)?.reason).toMatch(/trash/);
    expect((await borneOut('GET', '/documents/99999', 'editor')).steps.at(-1)?.reason).toMatch(/no such/);
  });

  it('of accounts depends on the strength of roles', async () => {
    expect(await borneOut('PATCH', '/users/1', 'reader')).toMatchObject({ allowed: false, status: 403 });
    expect(await borneOut('GET', `/users/${users.reader}`, 'reader')).toMatchObject({ allowed: true });
  });
});

describe('an explanation of the second factor', () => {
  const POLICY = { SECOND_FACTOR_ROLES: 'press,nobody', SECOND_FACTOR_GRACE: '7d', JWT_TTL: '90d' };
  const DAY = 86_400_000;
  interface Factor {
    needs: string;
    roles: string[];
    fresh_seconds?: number;
    due?: string;
    reason: string;
  }
  let strict: TestService;
  let userId: string;
  beforeAll(async () => {
    strict = await openTestService({ env: POLICY });
    const role = await strict.admin.create('/roles', { name: 'press' });
    const attributes = { username: 'strict', uname: 'strict', password: PASSWORD, status: 'on' };
    ({ id: userId } = await strict.admin.create('/users', attributes));
    const data = [role.id, '1'].map((id) => ({ type: 'roles', id }));
    await strict.admin.post(`/users/${userId}/relationships/roles`, { data });
  });
  afterAll(() => strict.close());

  const factorFor = async (method: string, path: string, user = userId): Promise<Factor | undefined> => {
    const response = await strict.admin.get(`/auth/explain?${new URLSearchParams({ method, path, user })}`);
    return (response.body as { meta: { second_factor?: Factor } }).meta.second_factor;
  };
  const signIn = () => strict.anonymous.post('/auth', { username: 'strict', password: PASSWORD }, FLAT);
  const metaOf = <Meta>(response: Awaited<ReturnType<typeof signIn>>): Meta => (response.body as { meta: Meta }).meta;
  const like = (text: string): string => expect.stringContaining(text) as string;

  it('names the role that requires one, the deadline, and the pending confirmation', async () => {
    expect(await factorFor('POST', '/roles', '1')).toBeUndefined();
    expect(await factorFor('GET', '/documents')).toMatchObject({ needs: 'enrolment', roles: ['press'] });
    // The request does not start the time to enrol.
    expect((await factorFor('GET', '/documents'))?.due).toBeUndefined();
    const { jwt } = metaOf<{ jwt: string }>(await signIn());
    const due = new Date(strict.clock.now().getTime() + 7 * DAY).toISOString();
    expect(await factorFor('GET', '/documents')).toMatchObject({ due, reason: like('until `due`') });
    strict.clock.advance(8 * DAY);
    expect(await factorFor('POST', '/roles')).toMatchObject({ needs: 'enrolment', due, reason: like('has ended') });
    expect(errorCodes(await signIn())[0]).toBe('second_factor_enrolment_required');

    const headers = { ...FLAT, Authorization: `Bearer ${jwt}` };
    const begun = await strict.anonymous.post('/auth/second_factor', { password: PASSWORD }, headers);
    const secret = Secret.fromBase32(metaOf<{ secret: string }>(begun).secret);
    const code = new TOTP({ secret }).generate({ timestamp: strict.clock.now().getTime() });
    expect((await strict.anonymous.patch('/auth/second_factor', { code }, headers)).status).toBe(200);
    expect(await factorFor('GET', '/documents')).toBeUndefined();
    expect(await factorFor('POST', '/documents')).toBeUndefined();
    const dangerous = { needs: 'confirmation', roles: ['press'], fresh_seconds: 900 };
    for (const [method, path] of [
      ['POST', '/roles'],
      ['DELETE', `/users/${userId}`],
      ['PATCH', '/users/1'],
    ] as const)
      expect(await factorFor(method, path)).toMatchObject({ ...dangerous, reason: like('The request needs') });
    expect(await factorFor('POST', '/users')).toMatchObject({ ...dangerous, reason: like('If its body') });
  });

  it('is absent for anonymous callers', async () => {
    const response = await strict.admin.get('/auth/explain?method=GET&path=/documents');
    expect((response.body as { meta: object }).meta).not.toHaveProperty('second_factor');
  });

  it('comes with a warning at the start about unknown role names', () => {
    const lines = strict.logged.map((line) => JSON.parse(line) as { msg: string });
    const warning = lines.find(({ msg }) => msg === 'SECOND_FACTOR_ROLES has names that no role has');
    expect(warning).toMatchObject({ level: 40, roles: ['press', 'nobody'] });
  });
});

describe('GET /auth/explain', () => {
  it('reports that a blocked user has no access', async () => {
    const attributes = { username: 'shut', password: PASSWORD, uname: 'shut', status: 'off' };
    const { id } = await test.admin.create('/users', attributes);
    const explanation = await explain('GET', '/documents', Number(id));
    expect(explanation).toMatchObject({ allowed: false, status: 401, steps: [{ rule: 'account' }] });
  });

  it('is 400 for an unknown path or method, 404 for an unknown user, 403 for callers who are not administrators', async () => {
    const codeOf = async (query: Record<string, string>) => errorCodes(await getExplanation(query))[0];
    expect(await codeOf({ method: 'GET', path: '/nothing' })).toBe('invalid_parameter');
    expect(await codeOf({ method: 'PUT', path: '/documents' })).toBe('invalid_parameter');
    expect(await codeOf({ method: 'GET', path: 'documents' })).toBe('invalid_parameter');
    expect(await codeOf({ method: 'GET', path: '/documents/%zz' })).toBe('invalid_encoding');
    expect(await codeOf({ method: 'GET', path: '/documents', user: '99999' })).toBe('not_found');
    expect(await codeOf({ method: 'GET', path: '/documents', application: '99999' })).toBe('not_found');
    expect(await codeOf({ path: '/documents' })).toBe('invalid_parameter');
    const refused = await getExplanation({ method: 'GET', path: '/documents' }, test.editor);
    expect(errorCodes(refused)[0]).toBe('forbidden');
  });

  it('changes nothing', async () => {
    const id = await documentWith(undefined);
    await explain('DELETE', `/documents/${id}`, users.editor);
    expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(200);
    const body = { grant_type: 'password', username: 'reader', password: PASSWORD };
    expect((await test.anonymous.post('/auth', body, FLAT)).status).toBe(200);
  });
});
