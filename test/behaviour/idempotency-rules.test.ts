// The stored response of an Idempotency-Key is checked against the rules of now, and secrets are kept for minutes (D763).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpJobs } from '../../core/jobs/clean-up.ts';
import OPENAPI from '../../generated/openapi.json' with { type: 'json' };
import { documentBody, keyed, lastKey, replayed } from '../support/keyed-requests.ts';
import { errorCodes, openTestService, type Client, type ResourceData, type TestService } from '../support/service.ts';

let test: TestService;
let member: Client;
let memberId: string;
let roleId: number;
beforeAll(async () => {
  test = await openTestService({ env: { JWT_TTL: '9999d' } });
  roleId = Number((await test.admin.create('/roles', { name: 'board' })).id);
  member = await test.addClient('member', [2, roleId]);
  const found = await test.service.services.store.documents('users').findOne({ username: 'member' } as never);
  memberId = String(found?._id);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
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
      else expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_answer_lost']);
      expect(again.text).not.toContain('a secret note');
      if (again.status === 201) expect(dataOf(again).id).toBe(id);
      expect(await test.service.services.store.objects.countDocuments()).toBe(before);
    } finally {
      await lift();
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
      expect([again.status, errorCodes(again)[0]]).toEqual([409, 'idempotency_answer_lost']);
      const { store } = test.service.services;
      await cleanUpJobs({ store, clock: test.clock, keepDays: 1 });
      expect(await lastKey(test)).not.toHaveProperty('answer');
    }
    expect(await test.service.services.store.applications.countDocuments({ name: 'robot' })).toBe(1);
  });
});
