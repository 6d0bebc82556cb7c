// Relations and children of objects, and deletion, in the legacy envelope (D567, D47).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';

let world: LegacyWorld;
let restricted: LegacyWorld;
beforeAll(async () => {
  world = await openLegacyWorld();
  restricted = await openLegacyWorld({ LEGACY_WRITABLE: 'section, documents' });
});
afterAll(async () => {
  await world.test.close();
  await restricted.test.close();
});

const JSON_ONLY = { Accept: 'application/json' };

/** An image that is in the publication. */
const image = async (): Promise<number> => {
  const data = { object_type: 'image', title: 'An image', parents: [world.publicationId] };
  return (await world.save(data)).body.data.id;
};

describe('POST /objects/{id}/relations/{name}', () => {
  it('links one or several, in their order, with params', async () => {
    const [a, b, c] = [await image(), await image(), await image()];
    const id = await world.document('Related');
    const path = `/objects/${id}/relations/attach`;
    const { status, body, headers } = await world.send('post', path, [
      { related_id: a, params: { label: 'A' } },
      { related_id: String(b) },
    ]);
    expect([status, headers['location']]).toEqual([201, `http://localhost${path}`]);
    expect(body).toEqual({
      api: 'objects',
      data: [
        { related_id: a, priority: 1, params: { label: 'A' } },
        { related_id: b, priority: 2, params: {} },
      ],
      method: 'post',
      params: [],
      url: `http://localhost${path}`,
    });
    expect((await world.send('post', path, { related_id: c, priority: 1 })).status).toBe(201);
    expect(await world.related(id, 'attach')).toEqual([c, a, b]);
    expect(await world.related(a, 'attached_to')).toEqual([id]);
  });

  it('changes existing links', async () => {
    const [a, b] = [await image(), await image()];
    const path = `/objects/${await world.document('Related')}/relations/attach`;
    await world.send('post', path, [{ related_id: a, params: { label: 'A' } }, { related_id: b }]);
    const { status, body, headers } = await world.send('post', path, [
      { related_id: b, priority: 1 },
      { related_id: a },
    ]);
    expect([status, headers['location']]).toEqual([200, undefined]);
    expect(body.data).toEqual([
      { related_id: b, priority: 1, params: {} },
      { related_id: a, priority: 2, params: { label: 'A' } },
    ]);
  });

  it('accepts the inverse name, and the nickname of the object', async () => {
    const id = await image();
    const document = await world.document('By its name');
    const { nickname } = await world.shown(id);
    expect(
      (await world.send('post', `/objects/${String(nickname)}/relations/poster_of`, { related_id: document })).status,
    ).toBe(201);
    expect(await world.related(document, 'poster')).toEqual([id]);
  });

  it('is all or nothing', async () => {
    const id = await world.document('Nothing');
    const data = [{ related_id: await image() }, { related_id: 999_999 }];
    expect((await world.send('post', `/objects/${id}/relations/poster`, data)).status).toBe(400);
    expect(await world.related(id, 'poster')).toEqual([]);
  });

  it('creates a link once for concurrent requests', async () => {
    const [id, other] = [await world.document('One'), await world.document('Other')];
    const add = () => world.send('post', `/objects/${id}/relations/see_also`, { related_id: other });
    const statuses = (await Promise.all([add(), add(), add(), add()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 201]);
    expect(await world.related(id, 'see_also')).toEqual([other]);
    expect(await world.related(other, 'see_also')).toEqual([id]);
  });
});

describe('PUT and DELETE of a relation', () => {
  it('set a place and params, and remove params', async () => {
    const [a, b] = [await image(), await image()];
    const path = `/objects/${await world.document('Related')}/relations/attach`;
    await world.send('post', path, [{ related_id: a }, { related_id: b, params: { label: 'B' } }]);
    const { status, body } = await world.send('put', `${path}/${b}`, { priority: 1, params: { label: 'C' } });
    expect([status, body.method, body.data]).toEqual([200, 'put', { priority: 1, params: { label: 'C' } }]);
    const put = async (data: object) => (await world.send('put', `${path}/${b}`, data)).body.data;
    expect(await put({ params: { label: 'D' } })).toEqual({ priority: 1, params: { label: 'D' } });
    expect(await put({ priority: 2 })).toEqual({ priority: 2, params: {} });
  });

  it('remove the link on both sides, once', async () => {
    const [id, other] = [await world.document('One'), await world.document('Other')];
    await world.send('post', `/objects/${id}/relations/see_also`, { related_id: other });
    const remove = () => world.test.editor.delete(`/objects/${id}/relations/see_also/${other}`);
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 404]);
    expect([await world.related(id, 'see_also'), await world.related(other, 'see_also')]).toEqual([[], []]);
  });
});

describe('children', () => {
  it('are added at the end of a section, or at a place', async () => {
    const section = await world.section('A section');
    const [a, b, c] = [await world.document('A'), await world.document('B'), await world.document('C')];
    const path = `/objects/${section}/children`;
    const { status, body, headers } = await world.send('post', path, [{ child_id: a }, { child_id: String(b) }]);
    expect([status, headers['location']]).toEqual([201, `http://localhost${path}`]);
    expect(body.data).toEqual([
      { child_id: a, priority: 1 },
      { child_id: b, priority: 2 },
    ]);
    expect((await world.send('post', path, { child_id: c, priority: 1 })).body.data).toEqual([
      { child_id: c, priority: 1 },
    ]);
    expect(await world.children(section)).toEqual([c, a, b]);
    const again = await world.send('post', path, [
      { child_id: a, priority: 2 },
      { child_id: b, priority: 1 },
    ]);
    expect([again.status, again.body.data]).toEqual([
      200,
      [
        { child_id: a, priority: 3 },
        { child_id: b, priority: 1 },
      ],
    ]);
  });

  it('move within it', async () => {
    const section = await world.section('A section');
    const all = [await world.document('A'), await world.document('B'), await world.document('C')];
    const [a, b, c] = all as [number, number, number];
    await world.send(
      'post',
      `/objects/${section}/children`,
      all.map((child_id) => ({ child_id })),
    );
    const move = async (child: number, data: object) => {
      const { status, body } = await world.send('put', `/objects/${section}/children/${child}`, data);
      return [status, body.data];
    };
    expect(await move(c, { priority: 1 })).toEqual([200, { priority: 1 }]);
    expect(await world.children(section)).toEqual([c, a, b]);
    expect(await move(c, { priority: 9, move_siblings: true })).toEqual([200, { priority: 3 }]);
    expect(await world.children(section)).toEqual([a, b, c]);
  });

  it('are removed once; sections are not', async () => {
    const section = await world.section('A section');
    const below = await world.section('Below', section);
    const document = await world.document('Leaving');
    await world.send('post', `/objects/${section}/children`, { child_id: document });
    const remove = (child: number) => world.test.editor.delete(`/objects/${section}/children/${child}`);
    const statuses = [await remove(document), await remove(document), await remove(below)].map(({ status }) => status);
    expect(statuses).toEqual([204, 404, 400]);
    expect(await world.children(section)).toEqual([below]);
  });

  it('are added once by concurrent requests', async () => {
    const section = await world.section('A section');
    const child_id = await world.document('Once');
    const add = () => world.send('post', `/objects/${section}/children`, { child_id });
    const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 201]);
    expect(await world.children(section)).toEqual([child_id]);
  });
});

describe('a refused request', () => {
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    ids['document'] = await world.document('A document');
    ids['other'] = await world.document('Another');
    ids['section'] = await world.section('A section');
    ids['below'] = await world.section('Below', ids['section']);
    ids['loose'] = await world.loose('documents');
  });

  const cases: [string, string, object | undefined, number][] = [
    ['a relation of an unknown object', 'post /objects/999999/relations/see_also', { related_id: '@other' }, 404],
    ['one of what is not reached', 'post /objects/@loose/relations/see_also', { related_id: '@other' }, 404],
    ['an unknown relation', 'post /objects/@document/relations/wombat', { related_id: '@other' }, 400],
    ['a link without an id', 'post /objects/@document/relations/see_also', { priority: 1 }, 400],
    ['an id of 0', 'post /objects/@document/relations/see_also', { related_id: 0 }, 400],
    ['an id that is a name', 'post /objects/@document/relations/see_also', { related_id: 'a-document' }, 400],
    ['no links', 'post /objects/@document/relations/see_also', [], 400],
    ['more in a link', 'post /objects/@document/relations/see_also', { related_id: '@other', wombat: 1 }, 400],
    ['a link to itself', 'post /objects/@document/relations/see_also', { related_id: '@document' }, 400],
    ['a link to what is not reached', 'post /objects/@document/relations/see_also', { related_id: '@loose' }, 400],
    ['a link to another type', 'post /objects/@document/relations/poster', { related_id: '@other' }, 400],
    [
      'params that are no object',
      'post /objects/@document/relations/see_also',
      { related_id: '@other', params: [1] },
      400,
    ],
    ['a change of no link', 'put /objects/@document/relations/see_also/@other', { priority: 1 }, 400],
    ['a change to nothing', 'put /objects/@document/relations/see_also/@other', {}, 400],
    ['a change of a link to no id', 'put /objects/@document/relations/see_also/x', { priority: 1 }, 400],
    ['a change of an unknown relation', 'put /objects/@document/relations/wombat/@other', { priority: 1 }, 400],
    ['the end of no link', 'delete /objects/@document/relations/see_also/@other', undefined, 404],
    ['the end of a link to no id', 'delete /objects/@document/relations/see_also/0', undefined, 400],
    ['the end of an unknown relation', 'delete /objects/@document/relations/wombat/@other', undefined, 400],
    ['children of a document', 'post /objects/@document/children', { child_id: '@other' }, 400],
    ['children of nothing', 'post /objects/999999/children', { child_id: '@other' }, 404],
    ['a child without an id', 'post /objects/@section/children', { priority: 1 }, 400],
    ['a child at no place', 'post /objects/@section/children', { child_id: '@other', priority: 0 }, 400],
    ['a child that is not there', 'post /objects/@section/children', { child_id: 999_999 }, 400],
    ['a child that is not reached', 'post /objects/@section/children', { child_id: '@loose' }, 400],
    ['a child twice', 'post /objects/@section/children', [{ child_id: '@other' }, { child_id: '@other' }], 400],
    ['itself as a child', 'post /objects/@section/children', { child_id: '@section' }, 400],
    ['a section that is elsewhere', 'post /objects/publication/children', { child_id: '@below' }, 400],
    ['a cycle', 'post /objects/@below/children', { child_id: '@section' }, 400],
    ['the publication as a child', 'post /objects/@section/children', { child_id: '@publication' }, 400],
    ['the place of no child', 'put /objects/@section/children/@document', { priority: 1 }, 400],
    ['no place', 'put /objects/@section/children/@below', {}, 400],
    ['a place of 0', 'put /objects/@section/children/@below', { priority: 0 }, 400],
    ['a child that is no id', 'put /objects/@section/children/below', { priority: 1 }, 400],
    ['the end of no child', 'delete /objects/@section/children/@document', undefined, 404],
    ['the end of a child that is no id', 'delete /objects/@section/children/x', undefined, 400],
  ];

  const fill = (text: string): string =>
    text.replace(/@(\w+)/g, (_match, name: string) => String(ids[name] ?? world.publicationId));

  it.each(cases)('%s', async (_what, at, data, want) => {
    const [method = '', path = ''] = fill(at).split(' ');
    const body = data && (JSON.parse(fill(JSON.stringify(data))) as object);
    const response = body
      ? await world.send(method as 'post', path, body)
      : await world.test.editor.request(method as 'delete', path);
    expect(response.status).toBe(want);
  });

  it('another media type', async () => {
    const path = `/objects/${ids['document']}/relations/see_also`;
    expect((await world.test.editor.post(path, { data: { related_id: ids['other'] } })).status).toBe(415);
    const accept = { Accept: 'application/vnd.api+json', 'Content-Type': 'application/json' };
    expect((await world.test.editor.post(path, { data: { related_id: ids['other'] } }, accept)).status).toBe(406);
  });

  it('with a link of an object that only certain roles may change', async () => {
    const id = await world.document('Guarded');
    await world.test.admin.create('/object_permissions', { object_id: id, role_id: 1, permission: 'write' });
    const answers = [
      await world.send('post', `/objects/${id}/relations/see_also`, { related_id: ids['other'] }),
      await world.send('post', `/objects/${ids['other']}/relations/see_also`, { related_id: id }),
      await world.test.editor.delete(`/objects/${world.publicationId}/children/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe('DELETE /objects/{id}', () => {
  it('moves it to the trash, once', async () => {
    const id = await world.document('Gone');
    const remove = () => world.test.editor.delete(`/objects/${id}`, JSON_ONLY);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await world.test.admin.get(`/trash/${id}`)).status).toBe(200);
  });

  it('covers objects of the publication; the JSON:API side covers all', async () => {
    const id = await world.loose('documents');
    expect((await world.test.editor.delete(`/objects/${id}`, JSON_ONLY)).status).toBe(404);
    expect((await world.test.editor.delete(`/objects/${id}`)).status).toBe(204);
  });
});

describe('LEGACY_WRITABLE', () => {
  it('names the writable types', async () => {
    const { save, publicationId: parent, test } = restricted;
    const make = async (object_type: string): Promise<number> =>
      (await save({ object_type, title: 'x', parents: [parent] })).status;
    expect([await make('document'), await make('section'), await make('event')]).toEqual([201, 201, 400]);
    const { id } = await test.admin.create('/events', { title: 'x', status: 'on' });
    const data = [{ type: 'events', id }];
    await test.admin.post(`/folders/${parent}/relationships/children`, { data });
    const answers = [
      await save({ id: Number(id), title: 'y' }),
      await restricted.send('post', `/objects/${id}/relations/see_also`, { related_id: parent }),
      await test.editor.delete(`/objects/${id}`, JSON_ONLY),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});
