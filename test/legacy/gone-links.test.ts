// Links and places of objects in the trash in the legacy envelope (D768).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLegacyWorld, type LegacyWorld } from '../support/legacy.ts';

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
