// Changes of folders that exceed the limit of one transaction (D575).
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../core/store/store.ts';
import { type ResourceData, serviceForTests } from '../support/service.ts';
import { folderMaker, item } from '../support/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);

const store = () => test.service.services.store;

describe('changes that are too large for one transaction', () => {
  /** Rows of the tree alone: the limits count these. */
  async function rowsBelow(
    type: string,
    count: number,
  ): Promise<{ top: ResourceData; remove: () => Promise<unknown> }> {
    const top = await folder('Top');
    const node = (await store().trees.findOne({ object_id: Number(top.id) })) as TreeRow;
    const rows = Array.from({ length: count }, (_each, index): TreeRow => {
      const _id = 10_000_000 + index;
      const place = { _id, object_id: _id, key: `k${_id}`, path: `${node.path}k${_id}/`, parent_id: node.object_id };
      return { ...node, ...place, depth_level: 1, object: { ...node.object, type } };
    });
    await store().trees.insertMany(rows, { ordered: false });
    return { top, remove: () => store().trees.deleteMany({ _id: { $gte: 10_000_000 } }) };
  }

  const refused = (what: string) => ({
    status: '400',
    code: 'bad_request',
    detail: expect.stringContaining(what) as string,
  });

  const errorOf = ({ body }: { body: unknown }) => (body as { error?: object }).error;

  it('are refused before the first write', async () => {
    const [folders, objects] = [await rowsBelow('folders', 10_001), await folder('Other')];
    expect(errorOf(await test.admin.delete(`/folders/${folders.top.id}`))).toMatchObject(refused('10000 folders'));
    await folders.remove();
    const heirs = await rowsBelow('documents', 20_001);
    const body = { object_id: Number(heirs.top.id), role_id: 2, permission: 'read' };
    const permission = { data: { type: 'object_permissions', attributes: body } };
    expect(errorOf(await test.admin.post('/object_permissions', permission))).toMatchObject(refused('20000 objects'));
    await heirs.remove();
    const moved = await rowsBelow('documents', 200_001);
    const parent = { data: item(objects) };
    const move = await test.admin.patch(`/folders/${moved.top.id}/relationships/parent`, parent);
    expect(errorOf(move)).toMatchObject(refused('200000 places'));
    await moved.remove();
    for (const { id } of [folders.top, heirs.top, moved.top]) {
      expect((await test.admin.get(`/folders/${id}`)).body).toMatchObject({ data: { attributes: { title: 'Top' } } });
      expect(
        (
          await store()
            .documents('folders')
            .findOne({ _id: Number(id) })
        )?.revision,
      ).toBe(1);
    }
  }, 120_000);
});
