// A locked object keeps its status and uname and cannot be deleted (service.md 2.2, D533).
import { describe, expect, it } from 'vitest';
import { type Client, errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const patch = (client: Client, id: string, attributes: Record<string, unknown>, meta?: unknown) =>
  client.patch(`/documents/${id}`, {
    data: { id, type: 'documents', attributes, ...(meta !== undefined && { meta }) },
  });
const read = async (id: string) => ((await test.admin.get(`/documents/${id}`)).body as { data: ResourceData }).data;
async function lockedObject(attributes: Record<string, unknown> = {}): Promise<string> {
  const { id } = await test.editor.create('/documents', attributes);
  await patch(test.admin, id, {}, { locked: true });
  return id;
}

describe('data.meta.locked', () => {
  it('locks and unlocks for administrators, by a single write', async () => {
    const { id } = await test.editor.create('/documents', {});
    for (const locked of [true, true, false]) {
      expect((await patch(test.admin, id, {}, { locked })).body).toMatchObject({ data: { meta: { locked } } });
      expect((await read(id)).meta['locked']).toBe(locked);
    }
    const rows = await test.service.services.store.changes.find({ resource_id: id, user_action: 'update' }).toArray();
    expect(rows.map((row) => row.changed)).toEqual([{ locked: true }, { locked: false }]);
  });

  it('is refused from editors, unless unchanged', async () => {
    const { id } = await test.editor.create('/documents', {});
    const locked = await lockedObject();
    for (const [object, wanted] of [
      [id, true],
      [locked, false],
    ] as const) {
      const refused = await patch(test.editor, object, { body: 'x' }, { locked: wanted });
      expect([refused.status, errorSources(refused)]).toEqual([403, ['/data/meta/locked']]);
      expect((await patch(test.editor, object, { body: 'x' }, { locked: !wanted })).status).toBe(200);
    }
  });

  it('is refused if it is not a boolean, and among attributes', async () => {
    const { id } = await test.editor.create('/documents', {});
    for (const locked of ['yes', 2, {}]) {
      const response = await patch(test.admin, id, {}, { locked });
      expect([response.status, errorSources(response)]).toEqual([400, ['/data/meta/locked']]);
    }
    await patch(test.admin, id, { locked: true });
    expect((await read(id)).meta['locked']).toBe(false);
  });
});

describe('a locked object', () => {
  it.each(['editor', 'admin'] as const)('cannot be deleted by %s', async (caller) => {
    const id = await lockedObject();
    for (const path of [`/documents/${id}`, `/objects/${id}`]) {
      const response = await test[caller].delete(path);
      expect([response.status, errorCodes(response)[0]]).toEqual([403, 'locked']);
    }
    expect((await test.editor.get(`/documents/${id}`)).status).toBe(200);
  });

  it.each([
    [{ status: 'on' }, ['status']],
    [{ uname: 'another-name' }, ['uname']],
    [{ status: 'off', uname: 'another-name', title: 'x' }, ['status', 'uname']],
  ])('refuses %o, naming the fields, and changes nothing', async (attributes, fields) => {
    const id = await lockedObject({ title: 'Locked' });
    const before = await read(id);
    for (const caller of [test.editor, test.admin]) {
      const response = await patch(caller, id, attributes);
      expect([response.status, errorCodes(response)[0]]).toEqual([403, 'locked']);
      for (const field of fields)
        expect((response.body as { error: { detail: string } }).error.detail).toContain(field);
    }
    expect(await read(id)).toEqual(before);
  });

  it('accepts changes of all other fields, and its unchanged status and uname', async () => {
    const id = await lockedObject({ title: 'Locked', uname: 'locked-name', status: 'on' });
    const response = await patch(test.editor, id, {
      title: 'Changed',
      body: 'x',
      lang: 'en',
      status: 'on',
      uname: 'locked-name',
    });
    expect(response.body).toMatchObject({
      data: { attributes: { title: 'Changed', status: 'on', uname: 'locked-name' }, meta: { locked: true } },
    });
  });

  it('can be changed again once unlocked', async () => {
    const id = await lockedObject();
    await patch(test.admin, id, {}, { locked: false });
    expect((await patch(test.editor, id, { status: 'on' })).status).toBe(200);
    expect((await test.editor.delete(`/documents/${id}`)).status).toBe(204);
  });

  it('is found by filter[locked]', async () => {
    const id = await lockedObject();
    const { data } = (await test.editor.get('/objects?filter[locked]=true&page_size=100')).body as {
      data: ResourceData[];
    };
    expect(data.map((each) => each.id)).toContain(id);
    expect(data.every((each) => each.meta['locked'] === true)).toBe(true);
  });
});
