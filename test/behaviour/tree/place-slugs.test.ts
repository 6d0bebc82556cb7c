// Slugs of places in the tree (D842).
import { beforeEach, describe, expect, it } from 'vitest';
import { sendOperations } from '../../support/clients/atomic.ts';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';

const test = serviceForTests();
let folder = '';
let other = '';
let [a, b] = ['', ''];

let serial = 0;
const newFolder = async (attributes: Record<string, unknown> = {}): Promise<string> =>
  (await test.admin.create('/folders', { title: `Folder ${++serial}`, status: 'on', ...attributes })).id;
const newDocument = async (): Promise<string> =>
  (await test.admin.create('/documents', { title: `Document ${++serial}`, status: 'on' })).id;

beforeEach(async () => {
  [folder, other] = [await newFolder(), await newFolder()];
  [a, b] = [await newDocument(), await newDocument()];
});

const child = (id: string, slug?: string | null, type = 'documents') => ({
  type,
  id,
  ...(slug !== undefined && { meta: { relation: { slug } } }),
});
const add = (data: object, to = folder) => test.admin.post(`/folders/${to}/relationships/children`, { data });
const replace = (data: object) => test.admin.patch(`/folders/${folder}/relationships/children`, { data });

/** By the id of the child. */
async function slugs(of = folder): Promise<Record<string, unknown>> {
  const { body } = await test.admin.get(`/folders/${of}/relationships/children`);
  const { data } = body as { data: { id: string; meta: { relation: { slug: unknown } } }[] };
  return Object.fromEntries(data.map(({ id, meta }) => [id, meta.relation.slug]));
}

async function at(path: string): Promise<unknown> {
  const { status, body } = await test.admin.get(`/trees/${path}`);
  return status === 200 ? (body as { data: { id: string } }).data.id : status;
}

describe('a slug', () => {
  it('is given by children and by parents, shown by both, and changed and removed', async () => {
    expect((await add([child(a, 'one'), child(b)])).status).toBe(200);
    expect(await slugs()).toEqual({ [a]: 'one', [b]: null });
    expect(
      (await test.admin.patch(`/documents/${b}/relationships/parents`, { data: [child(folder, 'two', 'folders')] }))
        .status,
    ).toBe(200);
    const parents = await test.admin.get(`/documents/${b}/parents`);
    expect(parents.body.data[0].meta.relation.slug).toBe('two');
    expect(
      (await test.admin.post(`/documents/${b}/relationships/parents`, { data: [child(other, 'elsewhere', 'folders')] }))
        .status,
    ).toBe(200);
    expect(await slugs(other)).toEqual({ [b]: 'elsewhere' });
    await add([child(a, 'three')]);
    await add([child(b, null)]);
    expect(await slugs()).toEqual({ [a]: 'three', [b]: null });
    // Absent members are unchanged.
    await add([{ ...child(a), meta: { relation: { menu: true } } }]);
    expect(await slugs()).toEqual({ [a]: 'three', [b]: null });
  });

  it('is a segment of /trees, beside ids and unames, which come first', async () => {
    const inner = await newFolder();
    await test.admin.patch(`/folders/${inner}/relationships/parent`, { data: child(folder, 'inner', 'folders') });
    await add([child(a, 'page')], inner);
    expect(await slugs()).toEqual({ [inner]: 'inner' });
    for (const path of [`${folder}/inner/page`, `${folder}/${inner}/page`, `${folder}/inner/${a}`]) {
      expect([path, await at(path)]).toEqual([path, a]);
    }
    for (const path of ['inner', 'inner/page', `${folder}/page`, `${folder}/inner/inner`, `${other}/inner`]) {
      expect([path, await at(path)]).toEqual([path, 404]);
    }
    const { body } = await test.admin.get(`/documents/${b}`);
    const { uname } = (body as { data: { attributes: { uname: string } } }).data.attributes;
    await add([child(b)], inner);
    await add([child(a, uname)], inner);
    expect(await at(`${folder}/inner/${uname}`)).toBe(b);
  });

  it('does not lead anonymous callers to what is hidden', async () => {
    const hidden = (await test.admin.create('/documents', { title: 'Hidden', status: 'draft' })).id;
    await add([child(hidden, 'hidden')]);
    expect(await at(`${folder}/hidden`)).toBe(hidden);
    expect((await test.anonymous.get(`/trees/${folder}/hidden`)).status).toBe(404);
  });

  it.each(['Upper', 'a b', 'a/b', 'ä', '', '12', 'x'.repeat(256), 5, true, {}])('%j is refused', async (slug) => {
    for (const [path, data] of [
      [`/folders/${folder}/relationships/children`, [child(a, slug as string)]],
      [`/documents/${a}/relationships/parents`, [child(folder, slug as string, 'folders')]],
    ] as const) {
      const answer = await test.admin.post(path, { data });
      expect([answer.status, errorSources(answer)[0]]).toEqual([400, '/data/0/meta/relation/slug']);
    }
  });

  it('of another child is refused with its place, and nothing is written', async () => {
    await add([child(a, 'one')]);
    for (const answer of [
      await add([child(b, 'one')]),
      await test.admin.post(`/documents/${b}/relationships/parents`, { data: [child(folder, 'one', 'folders')] }),
    ]) {
      expect([answer.status, errorCodes(answer)[0], errorSources(answer)]).toEqual([
        400,
        'already_exists',
        ['/data/0/meta/relation/slug'],
      ]);
    }
    const twice = await replace([child(a, 'two'), child(b, 'two')]);
    expect([twice.status, errorSources(twice)]).toEqual([400, ['/data/1/meta/relation/slug']]);
    const moved = await newFolder();
    const parent = `/folders/${moved}/relationships/parent`;
    const answer = await test.admin.patch(parent, { data: child(folder, 'one', 'folders') });
    expect([answer.status, errorSources(answer)]).toEqual([400, ['/data/meta/relation/slug']]);
    const parts = await sendOperations(test.admin, [
      { op: 'add', href: `/folders/${folder}/relationships/children`, data: [child(b, 'one')] },
    ]);
    expect([parts.status, errorSources(parts)]).toEqual([400, ['/atomic:operations/0/data/0/meta/relation/slug']]);
    expect(await slugs()).toEqual({ [a]: 'one' });
  });

  it('is given to one of two requests at the same time', async () => {
    const statuses = (await Promise.all([add([child(a, 'one')]), add([child(b, 'one')])])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
    expect(Object.values(await slugs())).toEqual(['one']);
  });

  it('can be swapped, and passes to another child with the removal of its own', async () => {
    await add([child(a, 'one'), child(b, 'two')]);
    expect((await replace([child(a, 'two'), child(b, 'one')])).status).toBe(200);
    expect(await slugs()).toEqual({ [a]: 'two', [b]: 'one' });
    expect((await replace([child(b, 'two')])).status).toBe(200);
    expect(await slugs()).toEqual({ [b]: 'two' });
  });

  it('is lost when a folder moves away', async () => {
    const inner = await newFolder({ parent_id: Number(folder) });
    const move = (data: object | null) => test.admin.patch(`/folders/${inner}/relationships/parent`, { data });
    await move(child(folder, 'one', 'folders'));
    await add([child(a, 'one')], other);
    expect((await move(child(other, undefined, 'folders'))).status).toBe(200);
    expect(await slugs(other)).toEqual({ [a]: 'one', [inner]: null });
    expect((await move(child(folder, 'two', 'folders'))).status).toBe(200);
    expect((await move(child(other, 'three', 'folders'))).status).toBe(200);
    expect(await slugs(other)).toEqual({ [a]: 'one', [inner]: 'three' });
    expect((await move(null)).status).toBe(200);
    expect(await at('three')).toBe(404);
  });

  it('comes back from the trash, unless another child has taken it', async () => {
    await add([child(a, 'one'), child(b, 'two')]);
    const restore = (id: string) => test.admin.patch(`/trash/${id}`, { data: { type: 'documents', id } });
    for (const id of [a, b]) await test.admin.delete(`/documents/${id}`);
    const heir = await newDocument();
    expect((await add([child(heir, 'one')])).status).toBe(200);
    for (const id of [a, b]) expect((await restore(id)).status).toBe(204);
    expect(await slugs()).toEqual({ [a]: null, [b]: 'two', [heir]: 'one' });
  });

  it('is not cloned: the clone is in the same folder', async () => {
    await add([child(a, 'one')]);
    const answer = await test.admin.post(`/documents/${a}/actions/clone`, {
      data: { type: 'documents', attributes: {}, meta: { include: ['relationships'] } },
    });
    expect(answer.status).toBe(201);
    expect(Object.values(await slugs()).filter((slug) => slug === 'one')).toHaveLength(1);
  });

  it('is in the history of the object, and its form is an invariant', async () => {
    await add([child(a, 'one')]);
    const { body } = await test.admin.get(`/history?filter[resource_id]=${a}&filter[resource_type]=objects`);
    expect(JSON.stringify(body.data)).toContain('"slug":"one"');
    const { trees } = test.service.services.store;
    const row = { object_id: Number(a) };
    await trees.updateOne(row, { $set: { slug: 'No Slug' } });
    expect(await faultLines(test)).toEqual([expect.stringContaining('has the slug "No Slug"')]);
    await trees.updateOne(row, { $set: { slug: 'one' } });
    expect(await faultLines(test)).toEqual([]);
  });
});
