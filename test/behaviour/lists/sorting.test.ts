// Order of lists (D6): every attribute, custom ones too, and the dates and ids of meta; several fields; unknown ones are 400.
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes, errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'mountains', singular: 'mountain' });
  const property = { object_type_name: 'mountains' };
  for (const [name, property_type_name] of [
    ['height', 'integer'],
    ['ascent', 'date'],
    ['slope', 'number'],
    ['range', 'string'],
    ['open', 'boolean'],
    ['seen', 'datetime'],
  ] as const) {
    await test.admin.create('/model/properties', { ...property, name, property_type_name });
  }
  const rows: Record<string, unknown>[] = [
    {
      title: 'Etna',
      height: 3357,
      slope: 10.5,
      range: 'none',
      open: true,
      ascent: '1787-06-01',
      seen: '2026-01-01T10:00:00Z',
      lang: 'it',
    },
    {
      title: 'Eiger',
      height: 3967,
      slope: 64,
      range: 'alps',
      open: false,
      ascent: '1858-08-11',
      seen: '2026-01-01T10:00:00+02:00',
      lang: 'de',
    },
    {
      title: 'Mönch',
      height: 4110,
      slope: 9,
      range: 'alps',
      open: false,
      ascent: '1857-08-15',
      seen: '2025-12-31T23:00:00-05:00',
      lang: 'de',
    },
    {
      title: 'Rigi',
      height: 1798,
      slope: 8.25,
      range: 'alps',
      open: true,
      ascent: '0950-01-01',
      seen: '2026-02-01',
      lang: 'de',
    },
  ];
  for (const row of rows) {
    test.clock.advance(86_400_000);
    await test.editor.create('/mountains', { ...row, status: 'on' });
  }
  test.clock.advance(1000);
  await test.admin.patch('/mountains/etna', {
    data: { id: await idOf('etna'), type: 'mountains', attributes: { body: 'changed last' } },
  });
});

const idOf = async (uname: string) =>
  ((await test.admin.get(`/mountains/${uname}`)).body as { data: { id: string } }).data.id;
const titles = async (sort: string, path = '/mountains', more = '') =>
  (
    (await test.anonymous.get(`${path}?sort=${encodeURIComponent(sort)}${more}`)).body as {
      data: { attributes: { title: string } }[];
    }
  ).data.map((each) => each.attributes.title);

describe('sort', () => {
  it.each([
    ['id', ['Etna', 'Eiger', 'Mönch', 'Rigi']],
    ['-id', ['Rigi', 'Mönch', 'Eiger', 'Etna']],
    ['title', ['Eiger', 'Etna', 'Mönch', 'Rigi']],
    ['-uname', ['Rigi', 'Mönch', 'Etna', 'Eiger']],
    ['created', ['Etna', 'Eiger', 'Mönch', 'Rigi']],
    ['-created', ['Rigi', 'Mönch', 'Eiger', 'Etna']],
    ['modified', ['Eiger', 'Mönch', 'Rigi', 'Etna']],
    ['-published', ['Rigi', 'Mönch', 'Eiger', 'Etna']],
    ['-modified_by,id', ['Eiger', 'Mönch', 'Rigi', 'Etna']],
    ['created_by,-id', ['Rigi', 'Mönch', 'Eiger', 'Etna']],
    ['height', ['Rigi', 'Etna', 'Eiger', 'Mönch']],
    ['-slope', ['Eiger', 'Etna', 'Mönch', 'Rigi']],
    ['ascent', ['Rigi', 'Etna', 'Mönch', 'Eiger']],
    ['seen', ['Mönch', 'Eiger', 'Etna', 'Rigi']],
    ['range,-height', ['Mönch', 'Eiger', 'Rigi', 'Etna']],
    ['-range,height', ['Etna', 'Rigi', 'Eiger', 'Mönch']],
    ['open,lang,-title', ['Mönch', 'Eiger', 'Rigi', 'Etna']],
    ['lang,open,title', ['Eiger', 'Mönch', 'Rigi', 'Etna']],
    ['-lang,-open,-id', ['Etna', 'Rigi', 'Mönch', 'Eiger']],
    [' height , id ', ['Rigi', 'Etna', 'Eiger', 'Mönch']],
    ['', ['Etna', 'Eiger', 'Mönch', 'Rigi']],
  ])('of "%s" orders by each field in turn', async (sort, expected) => {
    expect(await titles(sort)).toEqual(expected);
  });

  it('groups objects without a value, and orders ties by id', async () => {
    for (const title of ['Low', 'Lower']) await test.editor.create('/mountains', { title, lang: 'xx' });
    const sorted = async (sort: string) =>
      (
        (await test.editor.get(`/mountains?sort=${sort}`)).body as { data: { attributes: { title: string } }[] }
      ).data.map((each) => each.attributes.title);
    const ascending = await sorted('height');
    expect(Math.abs(ascending.indexOf('Low') - ascending.indexOf('Lower'))).toBe(1);
    expect(ascending.filter((title) => !title.startsWith('Low'))).toEqual(['Rigi', 'Etna', 'Eiger', 'Mönch']);
    expect(ascending.indexOf('Low')).toBeLessThan(ascending.indexOf('Lower'));
  });

  it('works with filters, search and lists of all types', async () => {
    expect(await titles('-height', '/mountains', '&filter%5Brange%5D=alps')).toEqual(['Mönch', 'Eiger', 'Rigi']);
    expect(await titles('-title', '/objects')).toEqual(['Rigi', 'Mönch', 'Etna', 'Eiger']);
    expect(await titles('-modified,title', '/objects')).toEqual(['Etna', 'Rigi', 'Mönch', 'Eiger']);
    expect(await titles('-height', '/mountains', '&q=etna')).toEqual(['Etna']);
  });

  it('accepts every attribute of a type and every date and id of meta', async () => {
    for (const type of ['mountains', 'profiles', 'events', 'locations', 'links']) {
      const { data } = (await test.editor.post(`/${type}`, { data: { type, attributes: {} } })).body as {
        data: { attributes: object; meta: object };
      };
      const inline = ['categories', 'tags', 'date_ranges'];
      const names = [
        ...Object.keys(data.attributes).filter((name) => !inline.includes(name)),
        'id',
        'created',
        'modified',
        'published',
        'created_by',
        'modified_by',
      ];
      const refused: string[] = [];
      await Promise.all(
        names.map(
          async (name) => (await test.anonymous.get(`/${type}?sort=-${name}`)).status === 200 || refused.push(name),
        ),
      );
      expect([type, refused]).toEqual([type, []]);
    }
  });

  it.each([
    'nothing',
    '-nothing',
    'title,nothing',
    '-',
    '--title',
    '_id',
    'custom.height',
    '$where',
    'password_hash',
    'trashed',
    'revision',
    'visible_from',
    'title desc',
  ])('is 400 naming an unknown field: %s', async (sort) => {
    for (const path of ['/mountains', '/objects']) {
      const response = await test.anonymous.get(`${path}?sort=${encodeURIComponent(sort)}`);
      expect([response.status, errorCodes(response)[0], errorSources(response)]).toEqual([
        400,
        'unsupported_sort',
        ['sort'],
      ]);
      const unknown = sort.split(',').at(-1)?.replace(/^-/, '') ?? '';
      expect((response.body as { error: { detail: string } }).error.detail).toContain(unknown);
    }
  });

  it('is 400 with a search too', async () => {
    for (const path of ['/mountains', '/objects'])
      expect(errorCodes(await test.anonymous.get(`${path}?q=etna&sort=nothing`))[0]).toBe('unsupported_sort');
  });

  it('of all types accepts base attributes only', async () => {
    expect((await test.anonymous.get('/objects?sort=height')).status).toBe(400);
  });

  it.each(['sort[]=title', 'sort[title]=1', 'sort=title&sort=id', `sort=${'x'.repeat(501)}`])(
    'is 400 if it is not a short text: %s',
    async (query) => {
      const response = await test.anonymous.get(encodeURI(`/mountains?${query}`));
      expect([response.status, errorSources(response).length]).toEqual([400, 1]);
    },
  );
});
