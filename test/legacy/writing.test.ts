// POST /objects in the legacy envelope: creations and changes (service.md 4.3, D567).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import relationExample from '../../openapi/examples/addObjectRelations.request.json' with { type: 'json' };
import createExample from '../../openapi/examples/createObject.legacy.json' with { type: 'json' };
import { LEGACY, openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';
import { errorSources, JSON_API } from '../support/service.ts';

let world: LegacyWorld;
beforeAll(async () => {
  world = await openLegacyWorld();
});
afterAll(() => world.test.close());

describe('a new object', () => {
  it('is on, the last of its section, and returned as on reading', async () => {
    const { save, document, publicationId: parent, test } = world;
    const first = await document('First');
    const data = { object_type: 'document', title: 'Second', status: 'draft', lang: 'ita', parents: [parent] };
    const unknown = await save({ ...data, huh: 1 });
    expect([unknown.status, errorSources(unknown)]).toEqual([400, ['/data/huh']]);
    const { status, body, headers } = await save(data);
    expect([status, body.api, body.method, body.params, body.url]).toEqual([
      201,
      'objects',
      'post',
      [],
      'http://localhost/objects',
    ]);
    const { id } = body.data;
    expect(headers['location']).toBe(`http://localhost/objects/${id}`);
    expect(body.data).toMatchObject({ object_type: 'document', status: 'on', nickname: 'second', lang: 'ita' });
    expect(body.data.user_created).toBe(body.data.user_modified);
    const read = await test.editor.get(`/objects/${id}`, { Accept: 'application/json' });
    expect(read.body.data.object).toEqual(body.data);
    expect(read.headers['etag']).toBe(headers['etag']);
    expect(await world.attributes('documents', id)).toMatchObject({ lang: 'it', status: 'on', uname: 'second' });
    expect((await world.children(parent)).filter((child) => child === first || child === id)).toEqual([first, id]);
  });

  it('may be in several sections', async () => {
    const [a, b] = [await world.section('A'), await world.section('B')];
    const { body } = await world.save({ object_type: 'documents', title: 'In both', parents: [a, String(b)] });
    expect([await world.children(a), await world.children(b)]).toEqual([[body.data.id], [body.data.id]]);
  });

  it('may have only relations, with params, from either side', async () => {
    const [image, news] = [await world.document('A'), await world.document('B')];
    const data = {
      object_type: 'image',
      relations: { poster_of: [{ related_id: image }, { related_id: String(news) }] },
    };
    const { status, body } = await world.save(data);
    expect(status).toBe(201);
    expect(body.data.relations).toMatchObject({ poster_of: { count: 2 } });
    expect(await world.related(image, 'poster')).toEqual([body.data.id]);
  });

  it('has its relations in their order, or in that of their priorities', async () => {
    const [a, b, c] = [await world.document('A'), await world.document('B'), await world.document('C')];
    const relations = { see_also: [{ related_id: c }, { related_id: a }, { related_id: b, priority: 1 }] };
    const { body } = await world.save({ object_type: 'document', relations });
    expect(await world.related(body.data.id, 'see_also')).toEqual([b, c, a]);
  });

  it('has one change row, with its places', async () => {
    const id = await world.document('Noted');
    const rows = await world.test.service.services.store.changes.find({ resource_id: String(id) }).toArray();
    const creation = rows.map(({ user_action: action, changed }) => [action, changed['parents']]);
    expect(creation).toEqual([['create', [world.publicationId]]]);
  });

  it('is not created when a relation is invalid', async () => {
    const before = await world.test.service.services.store.objects.countDocuments({});
    const relations = { see_also: [{ related_id: 999_999 }] };
    const { status } = await world.save({ object_type: 'document', parents: [world.publicationId], relations });
    expect([status, await world.test.service.services.store.objects.countDocuments({})]).toEqual([400, before]);
  });

  it('needs the media type application/json; JSON:API is refused as abstract', async () => {
    const { anonymous, editor } = world.test;
    const data = { object_type: 'document', parents: [world.publicationId] };
    const body = JSON.stringify({ data });
    const send = (type: string | undefined, accept: string) =>
      editor.request('post', '/objects', (request) => {
        const prepared = request.set('Accept', accept);
        return type === undefined
          ? prepared.set('Content-Type', '').send(body)
          : prepared.set('Content-Type', type).send(body);
      });
    const statuses = [
      await send('application/json', '*/*'),
      await send('application/json; charset=utf-8', 'application/json'),
      await send('application/json', JSON_API),
      await send(JSON_API, JSON_API),
      await send(JSON_API, 'application/json'),
      await send(undefined, '*/*'),
      await send('text/plain', '*/*'),
      await anonymous.request('post', '/objects', (request) => request.set(LEGACY).send('{')),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 406, 403, 403, 415, 415, 401]);
  });
});

describe('a change', () => {
  it('changes the sent fields only', async () => {
    const { save, publicationId } = world;
    const data = { object_type: 'document', title: 'Old', description: 'Kept', parents: [publicationId] };
    const { id } = (await save(data)).body.data;
    const { status, body, headers } = await save({ id: String(id), title: 'New' });
    expect([status, headers['location']]).toEqual([200, undefined]);
    expect(body.data).toMatchObject({ id, title: 'New', description: 'Kept', nickname: 'old' });
    expect(await world.shown(id)).toEqual(body.data);
  });

  it('keeps drafts, unless it has a status', async () => {
    const id = await world.document('A draft');
    await world.save({ id, status: 'draft' });
    await world.save({ id, title: 'Still a draft' });
    expect((await world.attributes('documents', id))['status']).toBe('draft');
  });

  it('replaces the parents of this publication', async () => {
    const { test, publicationId } = world;
    const [a, b] = [await world.section('A'), await world.section('B')];
    const other = (await test.admin.create('/folders', { title: 'Elsewhere' })).id;
    const id = await world.document('Moved');
    const data = [{ type: 'documents', id: String(id) }];
    await test.admin.post(`/folders/${other}/relationships/children`, { data });
    expect((await world.save({ id, title: 'Moved now', parents: [a, b] })).status).toBe(200);
    const parents = (await test.admin.get(`/documents/${id}/parents`)).body.data.map((each: { id: string }) => each.id);
    expect(parents.sort()).toEqual([String(a), String(b), other].sort());
    expect(await world.children(publicationId)).not.toContain(id);
    expect((await world.attributes('documents', id))['title']).toBe('Moved now');
  });

  it('moves a section, with its content', async () => {
    const [a, b] = [await world.section('A'), await world.section('B')];
    expect((await world.save({ id: a, title: 'Below', parents: [b] })).body.data.title).toBe('Below');
    expect(await world.children(b)).toEqual([a]);
  });

  it('replaces the named relations', async () => {
    const [a, b, c] = [await world.document('A'), await world.document('B'), await world.document('C')];
    const id = await world.document('Related');
    const image = await world.loose();
    await world.test.admin.post(`/documents/${id}/relationships/poster`, {
      data: [{ type: 'images', id: String(image) }],
    });
    const replace = (ids: number[]) =>
      world.save({ id, relations: { see_also: ids.map((each) => ({ related_id: each })) } });
    await replace([a, b]);
    expect((await replace([c, b])).status).toBe(200);
    expect(await world.related(id, 'see_also')).toEqual([c, b]);
    expect(await world.related(id, 'poster')).toEqual([image]);
    await replace([]);
    expect(await world.related(id, 'see_also')).toEqual([]);
  });

  it('is refused when the object has changed since', async () => {
    const { test, document } = world;
    const id = await document('Matched');
    const { headers } = await test.editor.get(`/objects/${id}`, { Accept: 'application/json' });
    const change = (title: string) =>
      test.editor.post('/objects', { data: { id, title } }, { ...LEGACY, 'If-Match': headers['etag'] as string });
    expect([(await change('One')).status, (await change('Two')).status]).toEqual([200, 412]);
  });

  it('without a difference writes nothing', async () => {
    const id = await world.document('The same');
    const before = await world.shown(id);
    world.test.clock.advance(60_000);
    const { body } = await world.save({ id, title: 'The same', parents: [world.publicationId], relations: {} });
    expect(body.data).toEqual(before);
  });
});

describe('concurrently', () => {
  it('several changes are all applied, one after the other', async () => {
    const id = await world.document('Busy');
    const [a, b] = [await world.section('A'), await world.section('B')];
    const other = await world.document('Other');
    const changes = [
      { title: 'One', parents: [a] },
      { description: 'Two', relations: { see_also: [{ related_id: other }] } },
      { title: 'Three', parents: [b] },
      { relations: { see_also: [] } },
      { body: 'Five' },
    ];
    const answers = await Promise.all(changes.map((change) => world.save({ id, ...change })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const shown = await world.shown(id);
    expect(shown).toMatchObject({ description: 'Two', body: 'Five' });
    // The last title and the last place are of one change.
    const placed = [await world.children(a), await world.children(b)].map((children) => children.includes(id));
    expect(placed).toEqual([shown['title'] === 'One', shown['title'] === 'Three']);
  });

  it('objects of one title get distinct unames', async () => {
    const data = { object_type: 'document', title: 'Alike', nickname: 'alike', parents: [world.publicationId] };
    const answers = await Promise.all([world.save(data), world.save(data), world.save(data)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.nickname)).size).toBe(3);
  });

  it('an object is not created in a section that is being trashed', async () => {
    const section = await world.section('Going');
    const data = { object_type: 'document', title: 'Late', parents: [section] };
    const [made] = await Promise.all([
      world.save(data),
      world.test.editor.delete(`/objects/${section}`, { Accept: 'application/json' }),
    ]);
    expect([201, 400, 404]).toContain(made.status);
    const below = await world.test.service.services.store.trees.countDocuments({ parent_id: section });
    expect(below).toBe(made.status === 201 ? 1 : 0);
  });
});

it('the examples of the description are accepted', async () => {
  const section = await world.section('Of the examples');
  const image = (await world.save({ object_type: 'image', title: 'Of the examples', parents: [section] })).body.data.id;
  const { value } = createExample as { value: { data: object } };
  const data = { ...value.data, parents: [section], relations: { poster: [{ related_id: image }] } };
  const { status, body } = await world.save(data);
  expect([status, body.data.date_items, body.data.geo_tags[0].address]).toEqual([
    201,
    [{ id: 1, start_date: '2026-06-01T18:00:00+00:00', end_date: null, days: [5, 6] }],
    'Piazza Maggiore 1',
  ]);
  const related = JSON.parse(JSON.stringify(relationExample).replaceAll('13', String(image))) as typeof relationExample;
  const links = related.value.data.filter(({ related_id }) => related_id === image);
  expect((await world.send('post', `/objects/${body.data.id}/relations/poster`, links)).status).toBe(200);
});
