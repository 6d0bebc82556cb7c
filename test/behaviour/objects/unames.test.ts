// Unames: given or made from the title, unique in the project and its trash; a duplicate is changed, not refused (D10,
// D11).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  errorCodes,
  errorSources,
  openTestService,
  type ResourceData,
  serviceForTests,
  type TestService,
} from '../../support/service.ts';

const test = serviceForTests();

const create = async (attributes: Record<string, unknown>, type = 'documents') =>
  test.editor.create(`/${type}`, attributes);
const unameOf = async (attributes: Record<string, unknown>, type = 'documents') =>
  (await create(attributes, type)).attributes['uname'];
const patch = (id: string, attributes: Record<string, unknown>) =>
  test.editor.patch(`/documents/${id}`, { data: { id, type: 'documents', attributes } });

describe('a generated uname', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  Spaces -- and: signs!  ', 'spaces-and-signs'],
    ['snake_case stays', 'snake_case-stays'],
    ['Ça va, Élodie? Naïve Straße', 'ca-va-elodie-naive-strasse'],
    ['MiXeD 42', 'mixed-42'],
  ])('is the slug of the title: %s', async (title, uname) => {
    expect(await unameOf({ title })).toBe(uname);
  });

  it.each([
    ['', null],
    ['null', undefined],
    ['!!!', '!!!'],
  ])('is the type and six hex digits when the title gives none (%s)', async (_what, title) => {
    expect(await unameOf(title === undefined ? {} : { title })).toMatch(/^documents-[0-9a-f]{6}$/);
  });

  it('is generated for an empty or null uname too', async () => {
    expect(await unameOf({ title: 'Empty uname', uname: '' })).toBe('empty-uname');
    expect(await unameOf({ title: 'Null uname', uname: null })).toBe('null-uname');
  });

  it('is never purely numeric', async () => {
    expect(await unameOf({ title: '2026' })).toMatch(/^2026-[0-9a-f]{6}$/);
  });

  it('is prefixed for profiles', async () => {
    expect(await unameOf({ title: 'Ada Lovelace' }, 'profiles')).toBe('profile-ada-lovelace');
    expect(await unameOf({ name: 'Alan', surname: 'Turing' }, 'profiles')).toBe('profile-alan-turing');
  });

  it('is at most 255 characters long', async () => {
    for (let count = 0; count < 2; count++) {
      const uname = String(await unameOf({ title: 'long '.repeat(100) }));
      expect([uname.length <= 255, /^[a-z0-9_]+(?:-[a-z0-9_]+)*$/.test(uname)]).toEqual([true, true]);
    }
  });

  const textWithoutNul = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'));

  it('is URL-friendly for every title', async () => {
    await fc.assert(
      fc.asyncProperty(textWithoutNul, async (title) => {
        const { id, attributes } = await create({ title });
        const uname = String(attributes['uname']);
        expect(uname).toMatch(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/);
        expect(uname).not.toMatch(/^\d+$/);
        expect(((await test.editor.get(`/documents/${uname}`)).body as { data: ResourceData }).data.id).toBe(id);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a uname that another process takes after the check', () => {
  it('is changed when the transaction runs again', async () => {
    const { store } = test.service.services;
    const { findUname } = store;
    await create({ title: 'Taken late' });
    store.findUname = async () => null;
    try {
      const bystander = create({ title: 'Bystander' });
      expect(await unameOf({ title: 'Taken late' })).toMatch(/^taken-late-[0-9a-f]{6}$/);
      expect((await bystander).attributes['uname']).toBe('bystander');
    } finally {
      store.findUname = findUname;
    }
  });
});

describe('a given uname', () => {
  it('is slugged and finds the object under its type and under /objects', async () => {
    const { id, attributes } = await create({ uname: 'Été à Paris' });
    expect(attributes['uname']).toBe('ete-a-paris');
    for (const path of ['/documents', '/objects']) {
      expect(((await test.editor.get(`${path}/ete-a-paris`)).body as { data: ResourceData }).data.id).toBe(id);
    }
  });

  it.each([['42'], ['007'], [' 42 ']])('is refused when it is numeric: "%s"', async (uname) => {
    const { id } = await create({});
    for (const response of [
      await test.editor.post('/documents', { data: { type: 'documents', attributes: { uname } } }),
      await patch(id, { uname }),
    ]) {
      expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
        400,
        'invalid_data',
        ['/data/attributes/uname'],
      ]);
      expect(response.text).toContain('[uname.notNumeric]');
    }
  });

  it.each([['-4-'], ['\u00b2'], ['4\t'], ['\u0664']])(
    'that becomes a number only as a slug is altered: "%s"',
    async (uname) => {
      const { id, attributes } = await create({ uname });
      expect(attributes['uname']).toMatch(/^\d-[0-9a-f]{6}$/);
      expect((await patch(id, { uname })).status).toBe(200);
    },
  );

  it.each([[7], [true], [{}], [['x']], ['x'.repeat(256)]])('is refused if it is not a short text', async (uname) => {
    const response = await test.editor.post('/documents', { data: { type: 'documents', attributes: { uname } } });
    expect([response.status, ...new Set(errorSources(response))]).toEqual([400, '/data/attributes/uname']);
  });

  it('without a letter or digit is ignored on create', async () => {
    expect(await unameOf({ title: 'Signs for a uname', uname: '???' })).toBe('signs-for-a-uname');
  });

  it('without a letter or digit never leaves an object nameless on change', async () => {
    const { id } = await create({ title: 'Signs later' });
    const response = await patch(id, { uname: '???' });
    expect(
      response.status === 400 || (response.body as { data: ResourceData }).data.attributes['uname'] === 'signs-later',
    ).toBe(true);
  });
});

describe('a clash', () => {
  it('gives the new object a suffix of six hex digits, over all types', async () => {
    await create({ uname: 'the-one' });
    expect(await unameOf({ uname: 'the-one' }, 'news')).toMatch(/^the-one-[0-9a-f]{6}$/);
    await create({ title: 'Same title' });
    expect(await unameOf({ title: 'Same title' })).toMatch(/^same-title-[0-9a-f]{6}$/);
  });

  it('with the longest name still has 255 characters', async () => {
    const uname = 'y'.repeat(255);
    await create({ uname });
    expect(await unameOf({ uname })).toMatch(/^y{248}-[0-9a-f]{6}$/);
  });

  it('with an object in the trash counts', async () => {
    const { id } = await create({ uname: 'trashed-name' });
    await test.editor.delete(`/documents/${id}`);
    expect(await unameOf({ uname: 'trashed-name' })).toMatch(/^trashed-name-[0-9a-f]{6}$/);
  });

  it('on a change alters the uname too, and the response shows it', async () => {
    await create({ uname: 'taken-name' });
    const { id } = await create({});
    const response = await patch(id, { uname: 'taken-name' });
    const { uname } = (response.body as { data: ResourceData }).data.attributes;
    expect([response.status, uname]).toEqual([200, expect.stringMatching(/^taken-name-[0-9a-f]{6}$/)]);
    const { changes } = test.service.services.store;
    expect(await changes.findOne({ resource_id: id, user_action: 'update' })).toMatchObject({ changed: { uname } });
  });

  it('does not occur with the object itself', async () => {
    const { id } = await create({ uname: 'my-own-name' });
    expect((await patch(id, { uname: 'my-own-name', body: 'x' })).body).toMatchObject({
      data: { attributes: { uname: 'my-own-name' } },
    });
  });

  it.each([2, 50])('of %i concurrent creates fails none of them', async (count) => {
    const title = `At once ${count}`;
    const made = await Promise.all(
      Array.from({ length: count }, (_, index) => unameOf({ title }, index % 2 ? 'news' : 'documents')),
    );
    expect(new Set(made).size).toBe(count);
    expect(made.filter((uname) => uname === `at-once-${count}`)).toHaveLength(1);
    for (const uname of made) expect(uname).toMatch(new RegExp(`^at-once-${count}(?:-[0-9a-f]{6})?$`));
  });

  it('of 20 concurrent changes fails none of them', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create({})));
    const responses = await Promise.all(made.map(({ id }) => patch(id, { uname: 'wanted-by-all' })));
    const names = responses.map((response) => (response.body as { data: ResourceData }).data.attributes['uname']);
    expect([new Set(names).size, names.filter((name) => name === 'wanted-by-all').length]).toEqual([20, 1]);
  });
});

describe('a changed uname', () => {
  it('is free again, and no longer finds the object', async () => {
    const { id } = await create({ uname: 'old-name' });
    await patch(id, { uname: 'new-name' });
    expect((await test.editor.get('/documents/old-name')).status).toBe(404);
    expect(await unameOf({ uname: 'old-name' })).toBe('old-name');
  });

  it('is kept on a change of the title', async () => {
    const { id } = await create({ title: 'First title' });
    expect((await patch(id, { title: 'Second title' })).body).toMatchObject({
      data: { attributes: { uname: 'first-title' } },
    });
    expect((await patch(id, { uname: '', body: 'x' })).body).toMatchObject({
      data: { attributes: { uname: 'first-title' } },
    });
  });
});

describe('unames in the database', () => {
  it('are unique by an index, for every kind of write', async () => {
    const { objects } = test.service.services.store;
    const row = await objects.findOne({});
    await expect(objects.insertOne({ ...(row as NonNullable<typeof row>), _id: 999_999_999 })).rejects.toThrow(
      'E11000',
    );
  });

  it('may equal those of translations in the trash', async () => {
    const text = await test.editor.create('/documents', { title: 'Translated' });
    const given = { object_id: Number(text.id), lang: 'it', translated_fields: { title: 'Tradotto' } };
    const translation = await test.editor.create('/translations', given);
    const named = await test.editor.create('/documents', { uname: `translations-${translation.id}` });
    expect(named.attributes['uname']).toBe(`translations-${translation.id}`);
    expect((await test.editor.delete(`/translations/${translation.id}`)).status).toBe(204);
    expect((await test.editor.get(`/documents/${named.attributes['uname']}`)).body).toMatchObject({
      data: { id: named.id },
    });
  });
});

it('unames of one title differ, also when two processes create them concurrently', async () => {
  const other = await openTestService({ beside: test, clock: test.clock });
  const sent = ({ editor }: TestService, title: string) =>
    editor.post('/documents', { data: { type: 'documents', attributes: { title } } });
  for (let round = 0; round < 10; round++) {
    const title = `Of both ${round}`;
    const answers = await Promise.all([test, other, test, other].map((service) => sent(service, title)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const unames = answers.map(({ body }) => (body as { data: ResourceData }).data.attributes['uname']);
    expect([unames, new Set(unames).size, unames.includes(`of-both-${round}`)]).toEqual([unames, 4, true]);
  }
  await other.close();
});
