// The stored response of an Idempotency-Key is checked against the rules of now, and secrets are kept for minutes (D763).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpJobs } from '../../../core/jobs/clean-up.ts';
import OPENAPI from '../../../generated/openapi.json' with { type: 'json' };
import { sendOperations } from '../../support/clients/atomic.ts';
import { documentBody, keyed, lastKey, replayed } from '../../support/clients/keyed-requests.ts';
import { type Client, errorCodes, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let member: Client;
let memberId: string;
let roleId: number;
beforeAll(async () => {
  roleId = Number((await test.admin.create('/roles', { name: 'board' })).id);
  member = await test.addClient('member', [2, roleId]);
  const found = await test.service.services.store.documents('users').findOne({ username: 'member' } as never);
  memberId = String(found?._id);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
});

const secretNote = (headers: Record<string, string>, client = member) =>
  client.post('/documents', documentBody('Kept', { note: 'a secret note', status: 'on' }), headers);
const dataOf = (answer: { body: unknown }) => (answer.body as { data: ResourceData }).data;

async function typeRule(attributes: object): Promise<void> {
  const types = (await test.admin.get('/model/object_types?filter[name]=documents')).body as { data: ResourceData[] };
  const id = types.data[0]?.id ?? '';
  const data = { id, type: 'object_types', attributes };
  expect((await test.admin.patch(`/model/object_types/${id}`, { data })).status).toBe(200);
}

/** Each rule by which the caller no longer reads a value of the response, and its end. */
const RULES: Record<string, (id: string) => Promise<() => Promise<unknown>>> = {
  'an attribute for other roles': async () => {
    await typeRule({ attribute_permissions: { note: { read: ['admin'], write: null } } });
    return () => typeRule({ attribute_permissions: null });
  },
  'a hidden attribute': async () => {
    await typeRule({ hidden: ['note'] });
    return () => typeRule({ hidden: [] });
  },
  'a role that the caller lost': async () => {
    await typeRule({ attribute_permissions: { note: { read: ['board'], write: null } } });
    const data = { data: [{ type: 'roles', id: String(roleId) }] };
    await test.admin.delete(`/users/${memberId}/relationships/roles`, {}, data);
    return async () => {
      await test.admin.post(`/users/${memberId}/relationships/roles`, data);
      await typeRule({ attribute_permissions: null });
    };
  },
  'an object for other roles': async (id) => {
    const row = { object_id: Number(id), role_id: 1, permission: 'read' };
    const { id: rule } = await test.admin.create('/object_permissions', row);
    return () => test.admin.delete(`/object_permissions/${rule}`);
  },
};

describe.each(Object.entries(RULES))('%s', (_name, restrict) => {
  it('is not in the response to a repeated request, which does no work', async () => {
    const headers = keyed();
    const made = await secretNote(headers);
    expect(made.text).toContain('a secret note');
    const { id } = dataOf(made);
    const lift = await restrict(id);
    try {
      const before = await test.service.services.store.objects.countDocuments();
      const again = await secretNote(headers);
      if (again.status === 201) expect(replayed(again)).toBe('true');
      else expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_response_lost']);
      expect(again.text).not.toContain('a secret note');
      if (again.status === 201) expect(dataOf(again).id).toBe(id);
      expect(await test.service.services.store.objects.countDocuments()).toBe(before);
    } finally {
      await lift();
    }
  });
});

/** Each change by which another object that the response shows is seen by fewer, or other, callers (D865). */
const CHANGES: Record<string, (path: string) => Promise<unknown>> = {
  'is for other roles': async (path) => {
    const object_id = Number(path.split('/')[2]);
    await test.admin.create('/object_permissions', { object_id, role_id: 1, permission: 'read' });
  },
  'is not published': (path) => patched(path, { status: 'off' }),
  'is no longer published': (path) => patched(path, { publish_end: '2001-01-01T00:00:00Z' }),
  'is in the trash': (path) => test.admin.delete(path),
};
async function patched(path: string, attributes: object): Promise<void> {
  const [, type, id] = path.split('/');
  expect((await test.admin.patch(path, { data: { type, id, attributes } })).status).toBe(200);
}

describe.each(Object.entries(CHANGES))('an object that %s', (_name, change) => {
  const other = () => test.admin.create('/documents', { title: 'A secret other', status: 'on' });
  const identifier = (id: string) => ({ data: [{ type: 'documents', id }] });

  it('is in no repeated response of /operations, which changed it', async () => {
    const { id } = await other();
    const headers = keyed();
    const operations = [
      { op: 'add', data: { type: 'documents', attributes: { title: 'Own' } } },
      { op: 'update', data: { type: 'documents', id, attributes: { lang: 'en' } } },
    ];
    const make = () => sendOperations(member, operations, headers);
    const made = await make();
    expect([made.status, made.text.includes('A secret other')]).toEqual([200, true]);
    expect(replayed(await make())).toBe('true');
    await change(`/documents/${id}`);
    const again = await make();
    expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_response_lost']);
    expect(again.text).not.toContain('A secret other');
  });

  it('is in no repeated response of a change of links, and none of a bulk edit', async () => {
    const { id: source } = await member.create('/documents', { title: 'Source' });
    const { id } = await other();
    const requests: [string, object, Record<string, string>][] = [
      [`/documents/${source}/relationships/see_also`, identifier(id), keyed()],
      ['/bulk/edit', { objects: { documents: [Number(source), Number(id)] }, attributes: { lang: 'en' } }, keyed()],
    ];
    const given: unknown[] = [];
    for (const [path, body, headers] of requests) {
      const first = await test.admin.post(path, body, headers);
      if (first.text.includes(`"${id}"`)) given.push([path, body, headers]);
    }
    expect(given).not.toEqual([]);
    await change(`/documents/${id}`);
    for (const [path, body, headers] of given as typeof requests) {
      const again = await test.admin.post(path, body, headers);
      expect([path, again.status, errorCodes(again)[0]]).toEqual([path, 409, 'idempotency_response_lost']);
    }
  });
});

it('operations that write nothing are done again', async () => {
  const { id } = await test.editor.create('/documents', { title: 'Linked' });
  const folder = await test.editor.create('/folders', { title: 'Folder' });
  const add = (headers: Record<string, string>) =>
    test.editor.post(`/folders/${folder.id}/relationships/children`, { data: [{ type: 'documents', id }] }, headers);
  await add({});
  const headers = keyed();
  expect((await add(headers)).status).toBe(200);
  await typeRule({ hidden: ['note'] });
  expect((await add(headers)).status).toBe(200);
  await typeRule({ hidden: [] });
});

describe('responses with secrets', () => {
  it('are those that no cache may keep', () => {
    const secret = Object.entries(OPENAPI.paths).flatMap(([path, item]) => {
      const { post } = item as { post?: { responses: Record<string, { headers?: object }> } };
      const successes = Object.entries(post?.responses ?? {}).filter(([status]) => status.startsWith('2'));
      return successes.some(([, { headers = {} }]) => 'Cache-Control' in headers) ? [path] : [];
    });
    expect(secret).toEqual(
      expect.arrayContaining([
        '/auth',
        '/auth/second_factor',
        '/auth/second_factor/recovery_codes',
        '/admin/applications',
        '/admin/webhooks',
        '/admin/webhooks/{webhook_id}/secret',
        '/streams/direct_uploads',
      ]),
    );
  });

  it('are given again for some minutes only, and then removed', async () => {
    const headers = keyed();
    let count = 0;
    const make = () =>
      test.admin.post(
        '/admin/applications',
        { data: { type: 'applications', attributes: { name: 'robot' } } },
        headers,
      );
    const first = await make();
    const { api_key: key } = dataOf(first).meta;
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    test.clock.advance(4 * 60_000);
    expect((await make()).text).toContain(key);
    test.clock.advance(2 * 60_000);
    for (count = 0; count < 2; count++) {
      const again = await make();
      expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_response_lost']);
      const { store } = test.service.services;
      await cleanUpJobs({ store, clock: test.clock, keepDays: 1 });
      expect(await lastKey(test)).not.toHaveProperty('answer');
    }
    expect(await test.service.services.store.applications.countDocuments({ name: 'robot' })).toBe(1);
  });
});
