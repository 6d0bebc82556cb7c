// The rows that a purge removes and keeps, and its conflicts with other requests (D30, D163, D538).
import { describe, expect, it } from 'vitest';
import { lockObjects, viewOf } from '../../../core/objects/changes/lock-objects.ts';
import type { AnnotationRow, ObjectRow, TranslationRow } from '../../../core/store/store.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { assertTotals, everything } from '../../support/database/stored.ts';

const test = serviceForTests();

const store = () => test.service.services.store;

const create = (attributes: Record<string, unknown> = {}): Promise<ResourceData> =>
  test.editor.create('/documents', { title: 'A document', status: 'on', ...attributes });

/** Rows that other operations add, with the required locks (core/objects/changes/lock-objects.ts). */
async function addBelongings(id: number, other: number, { trashed = false } = {}): Promise<number[]> {
  const { sequences } = store();
  const [translation, annotation] = [await sequences.next('objects'), await sequences.next('objects')];
  const now = new Date();
  await store().transaction(async (transaction) => {
    const objects = await lockObjects(
      store(),
      [id, other].map((each) => ({ id: each, type: 'documents' })),
      transaction,
    );
    const object = viewOf(objects.get(id) as never);
    const common = { object_id: id, trashed, created: now, modified: now, revision: 1, search: '', object };
    await store().translations.insertOne(
      {
        _id: translation,
        lang: 'it',
        status: 'on',
        translated_fields: {},
        created_by: 1,
        modified_by: 1,
        ...common,
      } satisfies TranslationRow,
      { session: transaction },
    );
    await store().annotations.insertOne(
      { _id: annotation, description: 'Hm', params: null, user_id: 1, ...common } satisfies AnnotationRow,
      { session: transaction },
    );
    const link = { relation_id: 1, left_type: 'documents', right_type: 'documents', priority: 1, inv_priority: 1 };
    await store().objectRelations.insertMany(
      [
        { ...link, left_id: id, right_id: other, params: null },
        { ...link, left_id: other, right_id: id, params: null },
      ],
      { session: transaction },
    );
    await store().trees.insertOne(
      {
        _id: await sequences.next('objects'),
        object_id: id,
        parent_id: 999,
        parent_node_id: 999,
        root_id: 999,
        path: `${id}/`,
        key: String(id),
        ancestors: [999],
        depth_level: 1,
        menu: true,
        canonical: true,
        params: null,
        fence: 0,
        object,
      },
      { session: transaction },
    );
  });
  return [translation, annotation];
}

describe('a purge', () => {
  it('leaves the state from before the object existed', async () => {
    const [other, third] = [Number((await create()).id), Number((await create()).id)];
    await addBelongings(third, other);
    const before = await everything(store());
    const revisions = Object.keys(before).length;
    expect(revisions).toBeGreaterThan(20);
    const { id } = await create({ uname: 'goes', tags: [], extra: { a: 1 } });
    const texts = await addBelongings(Number(id), other);
    await test.editor.create('/object_permissions', { object_id: Number(id), role_id: 2, permission: 'mark' });
    // A translation that is in the trash has a row among the objects.
    const row = await store().objects.findOne({ _id: Number(id) });
    await store().translations.updateOne({ _id: texts[0] as number }, { $set: { trashed: true } });
    await store().objects.insertOne({
      ...(row as ObjectRow),
      _id: texts[0] as number,
      type: 'translations',
      uname: `translations-${String(texts[0])}`,
      object_id: Number(id),
      trashed: true,
    });
    expect((await test.editor.delete(`/documents/${id}`)).status).toBe(204);
    expect(await store().translations.findOne({ _id: texts[0] as number })).toMatchObject({
      object: { trashed: true },
    });
    expect((await test.editor.delete(`/trash/${id}`)).status).toBe(204);
    const after = await everything(store());
    // The other side of a link was written when it was made.
    const fence = (rows: unknown[] | undefined) =>
      rows?.map((each) => ({ ...(each as object), fence: 0, link_fence: 0 }));
    for (const name of Object.keys(before)) expect([name, fence(after[name])]).toEqual([name, fence(before[name])]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    await assertTotals(store(), 'documents');
    const rows = await store()
      .changes.find({ resource_id: { $in: [id, ...texts.map(String)] }, user_action: 'remove' })
      .toArray();
    expect(rows.map((each) => each.resource_type).sort()).toEqual(['annotations', 'objects', 'translations']);
  });

  it('concurrent with restores and other purges: exactly one of them wins', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await create();
      await test.editor.delete(`/documents/${id}`);
      const body = { data: { id, type: 'objects' } };
      const answers = await Promise.all([
        test.editor.patch(`/trash/${id}`, body),
        test.editor.delete(`/trash/${id}`),
        test.admin.delete(`/trash?ids=${id}`),
        test.admin.patch(`/trash/${id}`, body),
        test.admin.delete(`/trash/${id}`),
      ]);
      const [first, , many, fourth] = answers.map(({ status }) => status);
      const restored = [first, fourth].filter((status) => status === 204).length;
      const there = await store()
        .documents('documents')
        .findOne({ _id: Number(id) });
      const row = await store().objects.findOne({ _id: Number(id) });
      expect(many).toBe(204);
      expect(answers.filter(({ status }) => ![204, 404].includes(status))).toEqual([]);
      expect([there !== null, row !== null]).toEqual([restored === 1, restored === 1]);
      expect(restored).toBeLessThan(2);
      if (there) expect(there.trashed).toBe(false);
      const actions = await store().changes.find({ resource_id: id }).toArray();
      expect(actions.filter((each) => ['restore', 'remove'].includes(each.user_action))).toHaveLength(1);
    }
    await assertTotals(store(), 'documents');
  });

  it('leaves no rows that are added concurrently', async () => {
    const other = Number((await create()).id);
    for (let round = 0; round < 6; round++) {
      const id = Number((await create()).id);
      const [added] = await Promise.allSettled([
        addBelongings(id, other),
        test.editor.delete(`/documents/${id}`).then(() => test.editor.delete(`/trash/${id}`)),
      ]);
      expect(['fulfilled', 'rejected']).toContain(added.status);
      const left = await Promise.all([
        store().translations.countDocuments({ object_id: id }),
        store().annotations.countDocuments({ object_id: id }),
        store().trees.countDocuments({ object_id: id }),
        store().objectRelations.countDocuments({ $or: [{ left_id: id }, { right_id: id }] }),
        store().documents('documents').countDocuments({ _id: id }),
      ]);
      expect(left).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it('concurrent with changes and trashing of the object ends consistently', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await create();
      const answers = await Promise.all([
        test.editor.delete(`/documents/${id}`),
        test.admin.delete(`/documents/${id}`),
        test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes: { title: 'Changed' } } }),
        test.editor.delete(`/trash/${id}`),
      ]);
      expect(answers.slice(0, 2).filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
    }
    await assertTotals(store(), 'documents');
  });
});
