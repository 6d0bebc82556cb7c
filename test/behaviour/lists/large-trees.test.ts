// Changes of folders that exceed the limit of one transaction (D575).
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../../core/store/store.ts';
import { COPY, multiply } from '../../support/database/multiplied.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { folderMaker, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
const folder = folderMaker(() => test.admin);

const store = () => test.service.services.store;

describe('changes that are too large for one transaction', () => {
  let lastId = 10_000_000;

  /** A folder above rows of the tree alone: the limits count these. */
  async function topOf(type: string, count: number): Promise<ResourceData> {
    const top = await folder('Top');
    const { _id, object_id, path } = (await store().trees.findOne({ object_id: Number(top.id) })) as TreeRow;
    const key = { $concat: ['k', { $toString: COPY }] };
    const below = { key, path: { $concat: [path, key, '/'] }, parent_id: object_id, depth_level: 1 };
    const changed = { object_id: COPY, ...below, 'object.type': type };
    await multiply(store().trees, _id, { first: lastId + 1, count, changed });
    lastId += count;
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
  });
});
