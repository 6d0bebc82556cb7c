// Links and places of objects in the trash in the legacy envelope (D768).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';

const JSON_ONLY = { Accept: 'application/json' };

let world: LegacyWorld;
beforeAll(async () => {
  world = await openLegacyWorld();
});
afterAll(() => world.test.close());

const trash = async (id: number): Promise<void> =>
  expect((await world.test.admin.delete(`/documents/${id}`)).status).toBe(204);
const restore = async (id: number): Promise<void> =>
  expect((await world.test.admin.patch(`/trash/${id}`, { data: { id: String(id), type: 'objects' } })).status).toBe(
    204,
  );
const linked = (id: number): Promise<number[]> => world.related(id, 'see_also');

async function related(): Promise<[hub: number, gone: number, kept: number]> {
  const [hub, gone, kept] = [await world.document('Hub'), await world.document('Gone'), await world.document('Kept')];
  const links = [{ related_id: gone }, { related_id: kept }];
  expect((await world.send('post', `/objects/${hub}/relations/see_also`, links)).status).toBe(201);
  await trash(gone);
  return [hub, gone, kept];
}

describe('a link to an object in the trash', () => {
  it('is removed', async () => {
    const [hub, gone, kept] = await related();
    expect((await world.test.admin.delete(`/objects/${hub}/relations/see_also/${gone}`, JSON_ONLY)).status).toBe(204);
    await restore(gone);
    expect(await linked(hub)).toEqual([kept]);
  });

  it('stays in a list as it was read', async () => {
    const [hub, gone, kept] = await related();
    const relations = { see_also: [{ related_id: gone }, { related_id: kept }] };
    const saved = await world.save({ id: hub, object_type: 'document', title: 'Hub', relations });
    expect([200, 201], JSON.stringify(saved.body)).toContain(saved.status);
    await restore(gone);
    expect(await linked(hub)).toEqual([gone, kept]);
  });

  it('is omitted from a list as it was read, after its purge', async () => {
    const [hub, gone, kept] = await related();
    expect((await world.test.admin.delete(`/trash/${gone}`)).status).toBe(204);
    const relations = (...ids: number[]) => ({ see_also: ids.map((related_id) => ({ related_id })) });
    const body = { id: hub, object_type: 'document', title: 'Hub' };
    const saved = await world.save({ ...body, relations: relations(gone, kept) });
    expect([200, 201], JSON.stringify(saved.body)).toContain(saved.status);
    expect(await linked(hub)).toEqual([kept]);
    const never = await world.save({ ...body, relations: relations(999_999_999) });
    expect(never.status).toBe(400);
    const added = await world.send('post', `/objects/${hub}/relations/see_also`, [{ related_id: gone }]);
    expect(added.status).toBe(400);
    const made = { object_type: 'document', title: 'New', relations: relations(gone, kept) };
    expect((await world.save(made)).status).toBe(400);
  });

  it('is not made', async () => {
    const [hub, , kept] = await related();
    await trash(kept);
    const other = await world.document('Other');
    expect((await world.send('post', `/objects/${other}/relations/see_also`, [{ related_id: kept }])).status).toBe(400);
    expect(hub).toBeGreaterThan(0);
  });
});

it('a child in the trash is removed from a section', async () => {
  const child = await world.document('Child');
  await trash(child);
  const path = `/objects/${world.publicationId}/children/${child}`;
  expect((await world.test.admin.delete(path, JSON_ONLY)).status).toBe(204);
  await restore(child);
  const parents = await world.test.admin.get(`/documents/${child}/relationships/parents`);
  expect((parents.body as { data: object[] }).data).toEqual([]);
});

describe('parents as they were read', () => {
  const parentsOf = async (id: number): Promise<string[]> => {
    const { body } = await world.test.admin.get(`/documents/${id}/relationships/parents`);
    return (body as { data: { id: string }[] }).data.map((each) => each.id);
  };

  it('keep a section in the trash, and omit a purged one', async () => {
    const [gone, kept] = [await world.section('Gone'), await world.section('Kept')];
    const parents = [gone, kept];
    const made = await world.save({ object_type: 'document', title: 'Placed', parents });
    const { id } = (made.body as { data: { id: number } }).data;
    const save = () => world.save({ id, object_type: 'document', title: 'Placed', parents });
    expect((await world.test.admin.delete(`/folders/${gone}`)).status).toBe(204);
    const inTrash = await save();
    expect([200, 201], JSON.stringify(inTrash.body)).toContain(inTrash.status);
    expect(
      (await world.test.admin.patch(`/trash/${gone}`, { data: { id: String(gone), type: 'objects' } })).status,
    ).toBe(204);
    expect((await parentsOf(id)).sort()).toEqual(parents.map(String).sort());
    await world.test.admin.delete(`/folders/${gone}`);
    await world.test.admin.delete(`/trash/${gone}`);
    const purged = await save();
    expect([200, 201], JSON.stringify(purged.body)).toContain(purged.status);
    expect(await parentsOf(id)).toEqual([String(kept)]);
    const never = await world.save({ id, object_type: 'document', parents: [kept, 999_999_999] });
    expect(never.status).toBe(400);
    // Without a section it would be out of reach.
    const left = await world.save({ id, object_type: 'document', parents: [gone] });
    expect([left.status, JSON.stringify(left.body)]).toEqual([400, expect.stringContaining('/data/parents')]);
    expect(await parentsOf(id)).toEqual([String(kept)]);
  });
});
