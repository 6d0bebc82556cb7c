// A purge of a folder with more children than one transaction changes in time (D574): its result is visible
// immediately, a job does the remaining work, and changes of its children during that treat the folder as removed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ABOVE, openLargePurges, type PurgeWorld } from '../../support/processes/large-purges.ts';
import type { ResourceData, TestService } from '../../support/service.ts';
import { idsAt, item, type Linked } from '../../support/writes/tree-world.ts';
import { faultLines } from '../../support/database/verified.ts';

let test: TestService;
let world: PurgeWorld;
beforeAll(async () => {
  world = await openLargePurges();
  ({ test } = world);
});
afterEach(() => world.assertSound());
afterAll(() => test.close());

const store = () => test.service.services.store;

const only = (role: number, object: ResourceData): Promise<ResourceData> =>
  test.admin.create('/object_permissions', { object_id: Number(object.id), role_id: role, permission: 'read' });

const permsOf = async (object: ResourceData): Promise<unknown> => {
  const { body } = await test.admin.get(`/documents/${object.id}`);
  return (body as { data: { meta: { perms?: unknown } } }).data.meta.perms;
};

describe('the purge of a large folder', () => {
  it('is complete at once for readers, and its job removes the rest', async () => {
    const { top, sub, inside } = await world.filled();
    const other = await world.folder('Other');
    await world.place(other, inside[0] as ResourceData, inside[1] as ResourceData);
    await world.purge(top);
    const look = async () => ({
      gone: await Promise.all(
        [`/folders/${top.id}`, `/trash/${top.id}`, `/trash/${sub.id}`].map(
          async (path) => (await test.admin.get(path)).status,
        ),
      ),
      trash: (await idsAt(test.admin, '/trash')).filter((id) => [top.id, sub.id].includes(id)),
      roots: (await idsAt(test.admin, '/folders?filter[roots]=1')).includes(top.id),
      parents: await Promise.all(inside.map(({ id }) => idsAt(test.admin, `/documents/${id}/parents`))),
      below: await idsAt(test.admin, `/objects?filter[ancestor]=${other.id}`),
      counts: await Promise.all(
        inside.map(async ({ id }) => {
          const { body } = await test.admin.get(`/documents/${id}/relationships/parents`);
          return (body as Linked).data.length;
        }),
      ),
    });
    const seen = await look();
    const [first, second, ...rest] = inside.map(({ id }) => id);
    expect(seen).toEqual({
      gone: [404, 404, 404],
      trash: [],
      roots: false,
      parents: [[other.id], [other.id], ...rest.map(() => [])],
      below: [first, second],
      counts: [1, 1, ...rest.map(() => 0)],
    });
    expect(await world.marked()).toBe(2);
    expect(await faultLines(test)).toEqual([]);
    expect((await test.admin.delete(`/trash/${top.id}`)).status).toBe(404);
    const job = await world.theJob();
    const shown = async (): Promise<ResourceData> => {
      const { body } = await test.admin.get(`/admin/async_jobs/${job._id}`);
      return (body as { data: ResourceData }).data;
    };
    expect((await shown()).attributes).toMatchObject({
      service: 'purge',
      payload: { folder_id: Number(top.id), objects: 4, detached: 0 },
    });
    const messages = await world.run(job);
    expect(messages).toEqual([`folder ${top.id}: 4 objects have lost their places in it`]);
    expect((await shown()).attributes['payload']).toMatchObject({ detached: 4 });
    expect(await look()).toEqual(seen);
    const ids = [top, sub].map(({ id }) => Number(id));
    expect(
      await store().trees.countDocuments({ $or: [{ object_id: { $in: ids } }, { parent_id: { $in: ids } }] }),
    ).toBe(0);
    const rows = await store()
      .documents('documents')
      .find({ _id: { $in: inside.map(({ id }) => Number(id)) } })
      .toArray();
    expect(rows.map(({ parents }) => parents)).toEqual([[Number(other.id)], [Number(other.id)], undefined, undefined]);
    const changes = await store()
      .changes.find({ resource_id: first as string, 'changed.parents': { $exists: true } })
      .toArray();
    expect(changes.at(-1)).toMatchObject({
      user_id: 1,
      user_action: 'update',
      changed: { parents: [Number(other.id)] },
    });
  });

  it('of few children is one transaction without a job', async () => {
    const { top } = await world.filled(ABOVE);
    await world.purge(top);
    expect([(await world.jobs()).length, await world.marked()]).toEqual([0, 0]);
  });

  it('reveals no object to other callers, and hides at once objects that only the folder made visible', async () => {
    const { top, inside } = await world.filled();
    const narrow = await world.folder('Narrow');
    await only(2, narrow);
    const [shared, ...others] = inside as [ResourceData, ...ResourceData[]];
    await world.place(narrow, shared);
    expect((await test.anonymous.get(`/documents/${shared.id}`)).status).toBe(200);
    await world.purge(top);
    const statuses = async () => [
      (await test.anonymous.get(`/documents/${shared.id}`)).status,
      ...(await Promise.all(others.map(async ({ id }) => (await test.anonymous.get(`/documents/${id}`)).status))),
    ];
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    await world.run(await world.theJob());
    expect(await statuses()).toEqual([401, 200, 200, 200]);
  });

  it('keeps objects hidden that its folder has hidden', async () => {
    const { top, inside } = await world.filled();
    await only(2, top);
    await world.purge(top);
    const statuses = () =>
      Promise.all(inside.map(async ({ id }) => (await test.anonymous.get(`/documents/${id}`)).status));
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    await world.run(await world.theJob());
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(await permsOf(inside[0] as ResourceData)).toMatchObject({ inherited: false });
  });
});

describe('a child of a purged folder', () => {
  it('that is placed during the purge inherits from its new folder only', async () => {
    const { top, inside } = await world.filled();
    const [first, second] = inside as [ResourceData, ResourceData];
    const narrow = await world.folder('Narrow');
    await only(2, narrow);
    await world.purge(top);
    await world.place(narrow, first);
    expect((await test.anonymous.get(`/documents/${first.id}`)).status).toBe(401);
    expect(
      (
        await store()
          .documents('documents')
          .findOne({ _id: Number(first.id) })
      )?.parents,
    ).toEqual([Number(narrow.id)]);
    // The same in one transaction of several operations.
    const data = [item(second)];
    const body = { 'atomic:operations': [{ op: 'add', href: `/folders/${narrow.id}/relationships/children`, data }] };
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const answer = await test.admin.post('/operations', body, { 'Content-Type': type, Accept: type });
    expect(answer.status).toBe(204);
    expect((await test.anonymous.get(`/documents/${second.id}`)).status).toBe(401);
    await world.run(await world.theJob());
    expect((await test.anonymous.get(`/documents/${first.id}`)).status).toBe(401);
  });

  it('inherits only from the other folders once its own permissions, or those of another folder, change', async () => {
    const { top, inside } = await world.filled();
    const [first, second] = inside as [ResourceData, ResourceData];
    const [narrow, other] = [await world.folder('Narrow'), await world.folder('Other')];
    await only(2, narrow);
    await world.place(narrow, first);
    await world.place(other, second);
    const own = await only(2, first);
    await world.purge(top);
    expect((await test.admin.delete(`/object_permissions/${own.id}`)).status).toBe(204);
    expect((await test.anonymous.get(`/documents/${first.id}`)).status).toBe(401);
    expect((await test.anonymous.get(`/documents/${second.id}`)).status).toBe(200);
    await only(2, other);
    expect((await test.anonymous.get(`/documents/${second.id}`)).status).toBe(401);
    await world.run(await world.theJob());
  });

  it('may be changed, trashed, restored and purged during the purge', async () => {
    const { top, inside } = await world.filled(8);
    await world.purge(top);
    const [a, b, c] = inside as [ResourceData, ResourceData, ResourceData];
    const job = await world.theJob();
    const answers = await Promise.all([
      test.admin.patch(`/documents/${a.id}`, { data: { ...item(a), attributes: { title: 'Changed' } } }),
      test.admin.delete(`/documents/${b.id}`),
      test.admin.delete(`/documents/${c.id}`).then(() => test.admin.delete(`/trash/${c.id}`)),
      world.run(job),
    ]);
    expect(answers.slice(0, 3).map((each) => (each as { status: number }).status)).toEqual([200, 204, 204]);
    expect(await world.marked()).toBe(0);
    expect((await test.admin.patch(`/trash/${b.id}`, { data: { id: b.id, type: 'objects' } })).status).toBe(204);
    expect(await idsAt(test.admin, `/documents/${b.id}/parents`)).toEqual([]);
  });
});
