// Changes of folders that exceed the limit of one transaction (D575).
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../core/store/store.ts';
import { type ResourceData, serviceForTests } from '../support/service.ts';
import { folderMaker, item } from '../support/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);

const store = () => test.service.services.store;

describe('changes that are too large for one transaction', () => {
  /** More at once take longer to collect as garbage than to write. */
  const AT_ONCE = 10_000;
  let lastId = 10_000_000;

  /** A folder above rows of the tree alone: the limits count these. */
  async function topOf(type: string, count: number): Promise<ResourceData> {
    const top = await folder('Top');
    const node = (await store().trees.findOne({ object_id: Number(top.id) })) as TreeRow;
    const row = (): TreeRow => {
      const _id = ++lastId;
      const place = { _id, object_id: _id, key: `k${_id}`, path: `${node.path}k${_id}/`, parent_id: node.object_id };
      return { ...node, ...place, depth_level: 1, object: { ...node.object, type } };
    };
    for (let left = count; left > 0; left -= AT_ONCE)
      await store().trees.insertMany(Array.from({ length: Math.min(left, AT_ONCE) }, row), { ordered: false });
    return top;
  }

  const refused = (what: string) => ({
    status: '400',
    code: 'bad_request',
    detail: expect.stringContaining(what) as string,
  });

  const errorOf = ({ body }: { body: unknown }) => (body as { error?: object }).error;

  it('are refused before the first write', async () => {
    // They would take most of the time. The database is dropped at the end.
    await store().trees.dropIndexes();
    const [folders, other] = [await topOf('folders', 10_001), await folder('Other')];
    expect(errorOf(await test.admin.delete(`/folders/${folders.id}`))).toMatchObject(refused('10000 folders'));
    const heirs = await topOf('documents', 20_001);
    const body = { object_id: Number(heirs.id), role_id: 2, permission: 'read' };
    const permission = { data: { type: 'object_permissions', attributes: body } };
    expect(errorOf(await test.admin.post('/object_permissions', permission))).toMatchObject(refused('20000 objects'));
    const moved = await topOf('documents', 200_001);
    const parent = { data: item(other) };
    const move = await test.admin.patch(`/folders/${moved.id}/relationships/parent`, parent);
    expect(errorOf(move)).toMatchObject(refused('200000 places'));
    for (const { id } of [folders, heirs, moved]) {
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
