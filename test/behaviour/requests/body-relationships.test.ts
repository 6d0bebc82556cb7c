// Relationships in the body that creates or changes an object (JSON:API 1.1, D331).
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture as pngPicture } from '../../support/files/pictures.ts';
import { errorCodes, errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let pictures: ResourceData[];
let document: ResourceData;

beforeAll(async () => {
  pictures = [];
  for (const title of ['Forum', 'Tiber', 'Circus']) {
    pictures.push(await test.admin.create('/images', { title, status: 'on' }));
  }
});
beforeEach(async () => {
  document = await test.admin.create('/documents', { title: 'Rome' });
});

const picture = (index: number, meta?: object) => ({ type: 'images', id: pictures[index]?.id, ...(meta && { meta }) });
const path = (): string => `/documents/${document.id}`;
const create = (relationships: object) =>
  test.editor.post('/documents', { data: { type: 'documents', attributes: { title: 'Rome' }, relationships } });
const change = (relationships: object, attributes: object = {}, headers = {}) =>
  test.editor.patch(path(), { data: { type: 'documents', id: document.id, attributes, relationships } }, headers);

async function related(relation: string, id = document.id): Promise<unknown[]> {
  const { body } = await test.editor.get(`/documents/${id}/${relation}`);
  return (body as { data: ResourceData[] }).data.map(({ attributes }) => attributes['title']);
}
async function countDocuments(): Promise<number> {
  const { body } = await test.editor.get('/documents?page_size=1');
  return (body as { meta: { pagination: { count: number } } }).meta.pagination.count;
}

describe('POST /documents with relationships', () => {
  it('creates the object with its links, in their order', async () => {
    const response = await create({ attach: { data: [picture(1), picture(0)] }, poster: { data: picture(2) } });
    expect(response.status).toBe(201);
    const { id } = (response.body as { data: ResourceData }).data;
    expect([await related('attach', id), await related('poster', id)]).toEqual([['Tiber', 'Forum'], ['Circus']]);
    const { body } = await test.editor.get(`/documents/${id}/relationships/attach`);
    expect(body).toMatchObject({
      data: [{ meta: { relation: { priority: 1 } } }, { meta: { relation: { priority: 2 } } }],
    });
  });

  it('creates nothing when a link is invalid', async () => {
    const before = await countDocuments();
    const missing = await create({ attach: { data: [picture(0), { type: 'images', id: '99999' }] } });
    expect([missing.status, errorCodes(missing)[0], errorSources(missing)]).toEqual([
      404,
      'not_found',
      ['/data/relationships/attach/data/1/id'],
    ]);
    const wrong = await create({ attach: { data: [{ type: 'documents', id: document.id }] }, poster: { data: [] } });
    expect([wrong.status, errorCodes(wrong)[0], errorSources(wrong)]).toEqual([
      409,
      'type_conflict',
      ['/data/relationships/attach/data/0/type'],
    ]);
    expect(await countDocuments()).toBe(before);
  });
});

describe('PATCH /documents/{id} with relationships', () => {
  it('replaces the links of the named relations', async () => {
    await change({ attach: { data: [picture(0), picture(1)] }, poster: { data: [picture(0)] } });
    const response = await change({ attach: { data: [picture(2)] } }, { title: 'Roma' });
    expect([response.status, (response.body as { data: ResourceData }).data.attributes['title']]).toEqual([
      200,
      'Roma',
    ]);
    expect([await related('attach'), await related('poster')]).toEqual([['Circus'], ['Forum']]);
    await change({ attach: { data: [] } });
    expect(await related('attach')).toEqual([]);
  });

  it('writes the params of links', async () => {
    await change({ attach: { data: [picture(0, { relation: { inv_priority: 7 } })] } });
    const { body } = await test.editor.get(`${path()}/relationships/attach`);
    expect(body).toMatchObject({ data: [{ meta: { relation: { inv_priority: 7 } } }] });
  });

  it('changes neither the object nor its links when a link is invalid', async () => {
    await change({ attach: { data: [picture(0)] } });
    const refused = await change(
      { attach: { data: [] }, poster: { data: [{ type: 'images', id: '99999' }] } },
      { title: 'Roma' },
    );
    expect([refused.status, errorSources(refused)]).toEqual([404, ['/data/relationships/poster/data/0/id']]);
    expect(await related('attach')).toEqual(['Forum']);
    expect((await test.editor.get(path())).body).toMatchObject({ data: { attributes: { title: 'Rome' } } });
  });

  it('checks If-Match, with other changes and alone', async () => {
    const etag = async (): Promise<string> => (await test.editor.get(path())).headers['etag'] as string;
    const stale = await etag();
    expect((await change({ attach: { data: [picture(0)] } }, { title: 'Roma' }, { 'If-Match': stale })).status).toBe(
      200,
    );
    expect((await change({ attach: { data: [] } }, {}, { 'If-Match': stale })).status).toBe(412);
    expect(await related('attach')).toEqual(['Forum']);
    expect((await change({ attach: { data: [] } }, {}, { 'If-Match': await etag() })).status).toBe(200);
    expect(await related('attach')).toEqual([]);
  });

  it('changes nothing without data, as clients send back resources that they have read', async () => {
    const { relationships } = ((await test.editor.get(path())).body as { data: { relationships: object } }).data;
    expect((await change(relationships, { title: 'Roma' })).status).toBe(200);
  });

  it('refuses relationships that are not relations of the model, naming them', async () => {
    // It is in no folder, which may be sent back as it is (D407).
    expect((await change({ parents: { data: [] } })).status).toBe(200);
    const places = await change({ parents: { data: [{ type: 'folders', id: '1' }] } });
    expect([places.status, errorCodes(places)[0], errorSources(places)]).toEqual([
      403,
      'forbidden',
      ['/data/relationships/parents'],
    ]);
    const unknown = await change({ 'a/b': { data: [] } });
    expect([unknown.status, errorCodes(unknown)[0], errorSources(unknown)]).toEqual([
      400,
      'invalid_data',
      ['/data/relationships/a~1b'],
    ]);
    const nothing = await change({ attach: { data: null } });
    expect([nothing.status, errorSources(nothing)]).toEqual([400, ['/data/relationships/attach/data']]);
  });

  it('does not change the streams of a media object, which its responses always have', async () => {
    const png = await pngPicture({ width: 8, height: 8 });
    const upload = await test.editor.request('post', '/images/upload/dot.png', (request) =>
      request.set('Content-Type', 'image/png').send(png),
    );
    expect(upload.status).toBe(201);
    const { data } = (await test.editor.get(`/images/${(upload.body as { data: ResourceData }).data.id}`)).body as {
      data: ResourceData & { relationships: { streams: { data: object[] } } };
    };
    expect(data.relationships.streams.data).toHaveLength(1);
    const path = `/images/${data.id}`;
    expect((await test.editor.patch(path, { data: { ...data, meta: {} } })).status).toBe(200);
    const none = { ...data, meta: {}, relationships: { streams: { data: [] } } };
    expect((await test.editor.patch(path, { data: none })).status).toBe(200);
    const { body } = await test.editor.get(`${path}/streams`);
    expect((body as { data: object[] }).data).toHaveLength(1);
  });

  it('keeps links to objects that the caller does not see', async () => {
    const hidden = await test.admin.create('/images', { title: 'Hidden', status: 'on' });
    await change({ attach: { data: [picture(0), { type: 'images', id: hidden.id }] } });
    const attributes = { object_id: Number(hidden.id), role_id: 1, permission: 'read' };
    await test.admin.post('/object_permissions', { data: { type: 'object_permissions', attributes } });
    expect((await change({ attach: { data: [] } })).status).toBe(200);
    const { body } = await test.admin.get(`${path()}/attach`);
    expect((body as { data: ResourceData[] }).data.map(({ id }) => id)).toEqual([hidden.id]);
  });

  it('ends with the links of one of several concurrent requests', async () => {
    const answers = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((index) => change({ attach: { data: [picture(index)] } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await related('attach')).toHaveLength(1);
  });
});

describe('folders with relationships', () => {
  it('are created and changed with their links', async () => {
    const attributes = { title: 'Places' };
    const relationships = { poster: { data: [picture(0)] } };
    const made = await test.editor.post('/folders', { data: { type: 'folders', attributes, relationships } });
    expect(made.status).toBe(201);
    const { id } = (made.body as { data: ResourceData }).data;
    const poster = async () => ((await test.editor.get(`/folders/${id}/poster`)).body as { data: object[] }).data;
    expect(await poster()).toMatchObject([{ id: pictures[0]?.id }]);
    const emptied = { type: 'folders', id, attributes, relationships: { poster: { data: [] } } };
    expect((await test.editor.patch(`/folders/${id}`, { data: emptied })).status).toBe(200);
    expect(await poster()).toEqual([]);
  });
});
