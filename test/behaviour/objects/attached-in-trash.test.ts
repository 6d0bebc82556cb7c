// Translations and annotations in the trash have the present visibility of their object (D158); changes of one are
// executed one after the other (D173).
import { describe, expect, it } from 'vitest';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const ids = (response: { body: unknown }): string[] =>
  (response.body as { data: { id: string }[] }).data.map(({ id }) => id);
const count = ({ body }: { body: unknown }): number =>
  (body as { meta: { pagination: { count: number } } }).meta.pagination.count;

describe('a translation in the trash', () => {
  it('is visible only to callers who may see its object in its present state', async () => {
    const { id } = await test.editor.create('/documents', { title: 'Hidden later', status: 'on' });
    const object_id = Number(id);
    const thrown = [
      await test.editor.create('/translations', { object_id, lang: 'it', status: 'on' }),
      await test.editor.create('/annotations', { object_id, description: 'A remark' }),
    ];
    for (const { type, id: one } of thrown) expect((await test.editor.delete(`/${type}/${one}`)).status).toBe(204);
    const statuses = async (as: Client) =>
      Promise.all(thrown.map(async (row) => (await as.get(`/trash/${row.id}`)).status));
    const listed = async (as: Client) => {
      const response = await as.get('/trash?page_size=100');
      expect(count(response)).toBe(ids(response).length);
      return thrown.filter((row) => ids(response).includes(row.id)).length;
    };
    expect([await statuses(test.editor), await listed(test.editor)]).toEqual([[200, 200], 2]);
    expect((await test.editor.get(`/trash/${thrown[0]?.id ?? ''}`)).body).toHaveProperty('meta.schema.translations');
    const rule = await test.admin.create('/object_permissions', { object_id, role_id: 1, permission: 'read' });
    expect([await statuses(test.editor), await listed(test.editor)]).toEqual([[404, 404], 0]);
    expect([await statuses(test.admin), await listed(test.admin)]).toEqual([[200, 200], 2]);
    for (const row of thrown) {
      expect((await test.editor.patch(`/trash/${row.id}`, { data: { id: row.id, type: row.type } })).status).toBe(404);
      expect((await test.editor.delete(`/trash/${row.id}`)).status).toBe(404);
    }
    await test.admin.delete(`/object_permissions/${rule.id}`);
    expect([await statuses(test.editor), await listed(test.editor)]).toEqual([[200, 200], 2]);
    // Its object may be in the trash as well (D158).
    await test.editor.delete(`/documents/${id}`);
    expect(await statuses(test.editor)).toEqual([200, 200]);
  });

  it('of an anonymous caller names no author, as an object', async () => {
    const { id: object } = await test.editor.create('/documents', { title: 'Open', status: 'on' });
    const attributes = { object_id: Number(object), lang: 'fr', status: 'on' };
    const { id } = await test.editor.create('/translations', attributes);
    expect((await test.editor.delete(`/translations/${id}`)).status).toBe(204);
    const { translations } = test.service.services.store;
    await translations.updateOne({ _id: Number(id) }, { $set: { created_by: null, modified_by: null } });
    const { body } = await test.admin.get(`/trash/${id}`);
    expect(body).toHaveProperty('data.meta.created');
    expect(body).not.toHaveProperty('data.meta.created_by');
    expect(body).not.toHaveProperty('data.meta.modified_by');
  });
});

it('concurrent changes of one resource are all applied', async () => {
  const { id: object } = await test.editor.create('/documents', { title: 'Busy', status: 'on' });
  const { id } = await test.editor.create('/annotations', { object_id: Number(object), description: 'None yet' });
  const changes = Array.from({ length: 60 }, (_, n) =>
    test.editor.patch(`/annotations/${id}`, { data: { id, type: 'annotations', attributes: { params: { n } } } }),
  );
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
});
