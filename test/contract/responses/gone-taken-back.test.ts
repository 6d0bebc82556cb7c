// Linkage is taken back after its resource is gone (D768): what a caller has read as linked can be removed, and sent in the
// list as it was read. The walk follows the live description; a new relationship is part of it.
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { sendOperations } from '../../support/clients/atomic.ts';
import type { Ids, Row } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { makeWorld, prepareRequest } from '../../support/clients/prepared-request.ts';
import { errorCodes, errorSources, JSON_API, type Client, serviceForTests } from '../../support/service.ts';

interface Identifier {
  type: string;
  id: string;
  meta?: object;
}

const paths = nodeAt(bundle, 'paths');
const idAt = (path: string, method: string): string => String(nodeAt(paths, path, method)['operationId'] ?? '');

/** Relationships to many that can be changed. */
const changeable = Object.keys(paths).filter(
  (path) =>
    path.includes('/relationships/') && ['delete', 'patch', 'post'].every((method) => TABLE[idAt(path, method)]),
);
/** Refused for every body. */
const isNever = (path: string): boolean => TABLE[idAt(path, 'post')]?.status === 403;
const walked = changeable.filter((path) => !isNever(path));

const SELF: Readonly<Record<string, string>> = {
  object_types: '/model/object_types',
  roles: '/roles',
  users: '/users',
};
const selfOf = ({ type, id }: Identifier): string => `${SELF[type] ?? `/${type}`}/${id}`;

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d', RATE_LIMIT: 'off' } });
let world: Ids = {};
beforeAll(async () => {
  world = await makeWorld(test.admin);
});

/** A new object, role or type of those that a relationship leads to. */
async function target(path: string): Promise<Identifier> {
  const name = `gone${Math.random().toString(36).slice(2, 8)}`;
  if (path.endsWith('/roles')) return { type: 'roles', id: (await test.admin.create('/roles', { name })).id };
  if (path.endsWith('/users')) {
    const attributes = { username: name, uname: name, password: 'Some-Password-1' };
    return { type: 'users', id: (await test.admin.create('/users', attributes)).id };
  }
  if (path.endsWith('_object_types')) {
    const type = await test.admin.create('/model/object_types', {
      name,
      singular: `${name}_one`,
      parent_name: 'objects',
    });
    return { type: 'object_types', id: type.id };
  }
  const type = path.endsWith('/parents') ? 'folders' : 'documents';
  return { type, id: (await test.admin.create(`/${type}`, { title: name })).id };
}

interface Linked {
  path: string;
  /** As a GET shows the linkage. */
  read: Identifier[];
  gone: Identifier;
  other: Identifier;
}

/** A relationship with two resources, both read. */
async function linked(template: string): Promise<Linked> {
  const { path } = await prepareRequest(test.admin, TABLE[idAt(template, 'get')] as Row, world);
  const [gone, other] = [await target(template), await target(template)];
  const added = await test.admin.post(path, { data: [gone, other] });
  expect(added.status, added.text).toBe(200);
  const read = ((await test.admin.get(`${path}?page_size=100`)).body as { data: Identifier[] }).data;
  expect(read.map(({ id }) => id)).toEqual(expect.arrayContaining([gone.id, other.id]));
  return { path, read, gone, other };
}

const idsOf = async (client: Client, path: string): Promise<string[]> =>
  ((await client.get(`${path}?page_size=100`)).body as { data: Identifier[] }).data.map(({ id }) => id);

const send = (client: Client, method: 'post' | 'patch' | 'delete', path: string, data: unknown) =>
  client.request(method, path, (sent) =>
    sent.set('Content-Type', JSON_API).serialize(String).send(JSON.stringify({ data })),
  );
const unlink = (path: string, ...data: readonly unknown[]) => send(test.admin, 'delete', path, data);

const remove = async (resource: Identifier): Promise<void> =>
  expect((await test.admin.delete(selfOf(resource))).status).toBe(204);
const purge = async ({ id }: Identifier): Promise<void> =>
  expect((await test.admin.delete(`/trash/${id}`)).status).toBe(204);
const hasTrash = ({ type }: Identifier): boolean => type !== 'roles' && type !== 'object_types';

it('all relationships to many are walked', () => {
  expect(walked.length).toBeGreaterThan(6);
});

describe.each(walked)('%s', (template) => {
  it('a resource in the trash, or removed, can stay in the list as it was read, and be taken out', async () => {
    const { path, read, gone } = await linked(template);
    await remove(gone);
    const kept = await test.admin.patch(path, { data: read });
    expect([200, 204], kept.text).toContain(kept.status);
    const part = await sendOperations(test.admin, [{ op: 'update', href: path, data: read }]);
    if (!part.text.includes('cannot be part of an atomic request'))
      expect([200, 204], part.text).toContain(part.status);
    expect(await idsOf(test.admin, path)).not.toContain(gone.id);
    if (hasTrash(gone)) {
      // The link is still there.
      const restored = await test.admin.patch(`/trash/${gone.id}`, { data: { id: gone.id, type: 'objects' } });
      expect(restored.status).toBe(204);
      expect(await idsOf(test.admin, path)).toEqual(read.map(({ id }) => id));
      await remove(gone);
    }
    const taken = await unlink(path, gone);
    expect([200, 204], taken.text).toContain(taken.status);
    if (hasTrash(gone)) {
      await test.admin.patch(`/trash/${gone.id}`, { data: { id: gone.id, type: 'objects' } });
      expect(await idsOf(test.admin, path)).not.toContain(gone.id);
    }
  });

  it('a purged one is no longer linked, and no error', async () => {
    const { path, read, gone, other } = await linked(template);
    await remove(gone);
    if (hasTrash(gone)) await purge(gone);
    const kept = await test.admin.patch(path, { data: read });
    expect([200, 204], kept.text).toContain(kept.status);
    const after = await idsOf(test.admin, path);
    expect(after).toContain(other.id);
    expect(after).not.toContain(gone.id);
    const taken = await unlink(path, gone, other);
    expect([200, 204], taken.text).toContain(taken.status);
    expect(await idsOf(test.admin, path)).not.toContain(other.id);
  });

  it('no new link leads to it, and none to one that never was', async () => {
    const { path, read, other } = await linked(template);
    const unlinked = await target(template);
    await remove(unlinked);
    for (const [method, id] of [
      ['post', unlinked.id],
      ...(hasTrash(unlinked) ? [['patch', unlinked.id] as const] : []),
      ['post', '999999999'],
      ['patch', '999999999'],
      ['delete', '999999999'],
    ] as const) {
      const data = [other, { ...unlinked, id }];
      const answer = await send(test.admin, method, path, data);
      expect([method, answer.status, errorCodes(answer)[0]]).toEqual([method, 404, 'not_found']);
    }
    expect(await idsOf(test.admin, path)).toEqual(read.map(({ id }) => id));
  });
});

/** A resource as GET with `include` shows it. */
const copyOf = async (client: Client, self: string, name: string): Promise<Copy> =>
  ((await client.get(`${self}?include=${name}`)).body as { data: Copy }).data;

interface Copy {
  relationships: Record<string, { data?: Identifier[] | Identifier | null }>;
  meta?: object;
}

/** Sends a copy to its resource, alone and in POST /operations. @returns statuses, with the text of refusals */
async function sendCopy(self: string, data: Copy): Promise<string[]> {
  const alone = await test.admin.patch(self, { data });
  const part = await sendOperations(test.admin, [{ op: 'update', href: self, data }]);
  const isAlone = part.text.includes('cannot be part of an atomic request');
  return [alone, ...(isAlone ? [] : [part])].flatMap(({ status, text }) => (status < 300 ? [] : [`${status} ${text}`]));
}

describe('a resource is taken back with the linkage that it had', () => {
  it.each(walked)('%s', async (template) => {
    const { path, gone, other } = await linked(template);
    const [self = '', name = ''] = path.split('/relationships/');
    const copy = await copyOf(test.admin, self, name);
    expect(JSON.stringify(copy.relationships[name]?.data)).toContain(`"${gone.id}"`);
    await remove(gone);
    expect(await sendCopy(self, copy)).toEqual([]);
    if (hasTrash(gone)) {
      await purge(gone);
      expect(await sendCopy(self, copy)).toEqual([]);
    }
    const after = await idsOf(test.admin, path);
    expect([after.includes(gone.id), after.includes(other.id)]).toEqual([false, true]);
    const never = { ...gone, id: '999999999' };
    const wrong = { ...copy, relationships: { [name]: { data: [never] } } };
    expect(await sendCopy(self, wrong)).not.toEqual([]);
  });

  /** Relationships that no request changes: what they lead to, and how it goes. */
  const others: Record<string, () => Promise<{ self: string; name: string; steps: (() => Promise<void>)[] }>> = {
    translations: async () => {
      const { id } = await test.admin.create('/documents', { title: 'Translated' });
      const fields = { lang: 'it', status: 'on', translated_fields: { title: 'Tradotto' } };
      const translation = await test.admin.create('/translations', { object_id: Number(id), ...fields });
      return {
        self: `/documents/${id}`,
        name: 'translations',
        steps: [() => remove({ type: 'translations', id: translation.id })],
      };
    },
    ...Object.fromEntries(
      ['created_by_user', 'modified_by_user'].map((name) => [
        name,
        async () => {
          const author = await test.addClient(`author-${name}-${Math.random().toString(36).slice(2, 8)}`, [1]);
          const { id, meta } = await author.create('/documents', { title: 'By somebody' });
          const user = { type: 'users', id: String(meta['created_by']) };
          return { self: `/documents/${id}`, name, steps: [() => remove(user), () => purge(user)] };
        },
      ]),
    ),
  };
  it.each(Object.keys(others))('%s', async (key) => {
    const made = await others[key]?.();
    if (!made) throw new Error(key);
    const { self, name, steps } = made;
    const copy = await copyOf(test.admin, self, name);
    expect([copy.relationships[name]?.data].flat()).toHaveLength(1);
    for (const step of steps) {
      await step();
      expect(await sendCopy(self, copy)).toEqual([]);
    }
    const [shown] = [copy.relationships[name]?.data].flat();
    const never = { type: shown?.type ?? '', id: '999999999' };
    const data = Array.isArray(copy.relationships[name]?.data) ? [never] : never;
    expect(await sendCopy(self, { ...copy, relationships: { [name]: { data } } })).not.toEqual([]);
  });

  it('an earlier copy may have an earlier editor', async () => {
    const { id } = await test.admin.create('/documents', { title: 'Edited' });
    const self = `/documents/${id}`;
    const copy = await copyOf(test.admin, self, 'modified_by_user');
    test.clock.advance(5_000);
    expect(
      (await test.editor.patch(self, { data: { type: 'documents', id, attributes: { title: 'B' } } })).status,
    ).toBe(200);
    expect(await sendCopy(self, copy)).toEqual([]);
    const fresh = await copyOf(test.admin, self, 'modified_by_user');
    const { data: editor } = (await test.editor.get('/auth/user')).body as { data: Identifier };
    const other = { data: { type: 'users', id: editor.id } };
    const refused = await test.admin.patch(self, { data: { ...fresh, relationships: { modified_by_user: other } } });
    expect([refused.status, errorSources(refused)]).toEqual([400, ['/data/relationships/modified_by_user']]);
  });
});

it('what the caller may not see stays 404, in the trash and purged, as an id that never was', async () => {
  const role_id = Number((await test.admin.create('/roles', { name: 'gone_readers' })).id);
  const { editor } = test;
  const [a, hidden, open] = await Promise.all(
    ['A', 'B', 'C'].map(async (title) => ({
      type: 'documents',
      id: (await test.admin.create('/documents', { title, status: 'on' })).id,
    })),
  );
  if (!a || !hidden || !open) throw new Error('no documents');
  const path = `/documents/${a.id}/relationships/see_also`;
  expect((await send(editor, 'post', path, [hidden, open])).status).toBe(200);
  await test.admin.create('/object_permissions', { object_id: Number(hidden.id), role_id, permission: 'read' });
  const seen = async (identifier: Identifier) => {
    const answer = await send(editor, 'delete', path, [identifier]);
    return [answer.status, answer.status < 300 ? [] : errorSources(answer)];
  };
  const never = await seen({ type: 'documents', id: '999999999' });
  expect(never).toEqual([404, ['/data/0/id']]);
  for (const step of [() => Promise.resolve(), () => remove(hidden), () => purge(hidden)]) {
    await step();
    expect(await seen(hidden)).toEqual(never);
  }
  await remove(open);
  await purge(open);
  expect(await seen(open)).toEqual([204, []]);
});
