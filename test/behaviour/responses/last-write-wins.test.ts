// Without If-Match the last write wins, attribute by attribute (D60).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let other: TestService;
beforeAll(async () => {
  for (let n = 0; n < 11; n++)
    await test.admin.create('/model/properties', {
      object_type_name: 'profiles',
      name: `own_${n}`,
      property_type_name: 'string',
    });
  other = await openTestService({ beside: test });
});
afterAll(async () => {
  await other.close();
});

const patch = (type: string, id: string, attributes: Record<string, unknown>, service = test) =>
  service.editor.patch(`/${type}/${id}`, { data: { id, type, attributes } });
const { stringify } = JSON;
const revisionOf = async (type: string, id: string) => {
  const { store } = test.service.services;
  const [document, row, rows] = await Promise.all([
    store.documents(type).findOne({ _id: Number(id) }),
    store.objects.findOne({ _id: Number(id) }),
    store.changes.countDocuments({ resource_type: 'objects', resource_id: id }),
  ]);
  return [document?.revision, row?.revision, rows];
};

/** A value for each of 50 attributes of profiles. */
const VALUES: Record<string, unknown> = {
  ...Object.fromEntries(
    [
      'name',
      'surname',
      'person_title',
      'gender',
      'company_name',
      'company_kind',
      'street_address',
      'city',
      'zipcode',
      'country',
      'state_name',
      'phone',
      'national_id_number',
      'vat_number',
      'pseudonym',
    ].map((name) => [name, `the ${name}`]),
  ),
  ...Object.fromEntries(
    [
      'title',
      'description',
      'body',
      'subject',
      'abstract',
      'note',
      'rights',
      'license',
      'creator',
      'publisher',
      'comments',
    ].map((name) => [name, `the ${name}`]),
  ),
  ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`own_${n}`, `value ${n}`])),
  email: 'a@example.com',
  birthdate: '1815-12-10',
  deathdate: '1852-11-27',
  company: true,
  website: 'https://example.com',
  extra: { a: [1, { b: null }] },
  publish_start: '2026-01-01T00:00:00+00:00',
  publish_end: '2027-01-01T00:00:00+00:00',
  status: 'on',
  uname: 'one-of-fifty',
  tags: [{ name: 'tagged', labels: { default: 'Tagged' }, label: 'Tagged' }],
  categories: [],
  lang: 'it',
};

describe('concurrent PATCHes', () => {
  it('of 50 different attributes of one object all survive, each with its revision and its change row', async () => {
    const { id } = await test.editor.create('/profiles', { title: 'Before', categories: [] });
    const entries = Object.entries(VALUES);
    expect(entries).toHaveLength(50);
    const responses = await Promise.all(entries.map(([name, value]) => patch('profiles', id, { [name]: value })));
    expect(responses.map((response) => response.status)).toEqual(entries.map(() => 200));
    const { data } = (await test.editor.get(`/profiles/${id}`)).body as { data: ResourceData };
    // For a title that is written with a name, the later write wins (D536).
    const { title, ...rest } = VALUES;
    expect(data.attributes).toMatchObject(rest);
    expect([title, 'the name the surname', 'the name', 'the surname', 'the company_name']).toContain(
      data.attributes['title'],
    );
    // `categories: []` changes nothing, so it writes nothing (D46).
    expect(await revisionOf('profiles', id)).toEqual([50, 50, 50]);
  });

  it('of different attributes from two services all survive', async () => {
    const { id } = await test.editor.create('/documents', {});
    const names = [
      'title',
      'description',
      'body',
      'publisher',
      'subject',
      'abstract',
      'note',
      'rights',
      'license',
      'creator',
    ];
    await Promise.all(names.map((name, n) => patch('documents', id, { [name]: `the ${name}` }, n % 2 ? other : test)));
    const { data } = (await other.editor.get(`/documents/${id}`)).body as { data: ResourceData };
    expect(data.attributes).toMatchObject(Object.fromEntries(names.map((name) => [name, `the ${name}`])));
    expect(await revisionOf('documents', id)).toEqual([11, 11, 11]);
  });

  it('of one attribute leave the value of one of them, and each response was true at its time', async () => {
    const { id } = await test.editor.create('/documents', {});
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch('documents', id, { body: `writer ${n}`, extra: { writer: n } })),
    );
    const answers = responses.map((response) => (response.body as { data: ResourceData }).data.attributes);
    answers.forEach((attributes, n) => expect(attributes).toMatchObject({ body: `writer ${n}`, extra: { writer: n } }));
    const { data } = (await test.editor.get(`/documents/${id}`)).body as { data: ResourceData };
    expect(answers.map((attributes) => stringify([attributes['body'], attributes['extra']]))).toContain(
      stringify([data.attributes['body'], data.attributes['extra']]),
    );
    expect(await revisionOf('documents', id)).toEqual([21, 21, 21]);
    expect(new Set(responses.map((response) => response.headers['etag'])).size).toBe(20);
  });

  it('and a DELETE leave the object in the trash, with a row for each write', async () => {
    const { id } = await test.editor.create('/documents', {});
    const work = Array.from({ length: 15 }, (_, n) =>
      n === 7 ? test.editor.delete(`/documents/${id}`) : patch('documents', id, { body: `writer ${n}` }),
    );
    const statuses = (await Promise.all(work)).map((response) => response.status);
    expect([statuses[7], statuses.filter((status) => ![200, 204, 404].includes(status))]).toEqual([204, []]);
    const writes = 1 + statuses.filter((status) => status !== 404).length;
    expect(await revisionOf('documents', id)).toEqual([writes, writes, writes]);
    expect((await test.editor.get(`/documents/${id}`)).status).toBe(404);
  });

  it('of DELETE only: one succeeds', async () => {
    const { id } = await test.editor.create('/documents', {});
    const statuses = (
      await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? other : test).editor.delete(`/documents/${id}`)))
    ).map((response) => response.status);
    expect(statuses.sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect(await revisionOf('documents', id)).toEqual([2, 2, 2]);
  });
});
