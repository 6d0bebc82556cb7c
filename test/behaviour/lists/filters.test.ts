// Filters of lists (D7, D522, D523): operators on base and custom properties of each kind, named filters, and 400 that
// names each unknown one.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, errorCodes, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { JWT_TTL: '9999d', PUBLIC_URL: 'https://cms.example.com' } });
beforeAll(async () => {
  const { admin } = test;
  await admin.create('/model/object_types', {
    name: 'lands',
    singular: 'land',
    associations: ['Categories', 'Tags', 'DateRanges'],
  });
  await admin.create('/model/property_types', { name: 'texts', params: { type: 'array', items: { type: 'string' } } });
  await admin.create('/model/property_types', {
    name: 'numbers',
    params: { type: 'array', items: { type: 'integer' } },
  });
  await admin.create('/model/property_types', { name: 'names', params: { type: 'object' } });
  const kinds: Record<string, string> = {
    capital: 'string',
    people: 'integer',
    area: 'number',
    free: 'boolean',
    founded: 'date',
    counted: 'datetime',
    spoken: 'texts',
    codes: 'numbers',
    native: 'names',
    any: 'json',
  };
  for (const [name, property_type_name] of Object.entries(kinds))
    await admin.create('/model/properties', { object_type_name: 'lands', name, property_type_name });
  for (const name of ['north', 'south', 'gone'])
    await admin.create('/model/categories', { name, object_type_name: 'lands' });
  // oxfmt-ignore
  const lands: Record<string, unknown>[] = [
    { title: 'Iceland', lang: 'is', capital: 'Reykjavík', people: 380, area: 103.5, free: true, founded: '1944-06-17', counted: '2026-01-01T00:00:00Z', spoken: ['is'], codes: [354], native: { is: 'Ísland' }, any: 1, categories: [{ name: 'north' }], tags: [{ name: 'cold' }], date_ranges: [{ start_date: '2026-03-01', end_date: '2026-03-31' }] },
    { title: 'Malta', lang: 'mt', capital: 'Valletta', people: 540, area: 0.316, free: true, founded: '1964-09-21', counted: '2026-01-01T12:00:00Z', spoken: ['mt', 'en'], codes: [356, 1], any: 'x', categories: [{ name: 'south' }], tags: [{ name: 'warm' }, { name: 'small' }], date_ranges: [{ start_date: '2026-05-01' }] },
    { title: 'Greenland', lang: 'is', capital: 'Nuuk, or Godthåb', people: -57, area: 2166.086, free: false, counted: '2026-01-02T00:00:00Z', spoken: [], categories: [{ name: 'north' }, { name: 'gone' }], tags: [{ name: 'cold' }], date_ranges: [{ start_date: '2026-01-01', end_date: '2026-01-10' }, { start_date: '2026-06-01', end_date: '2026-12-31' }] },
    { title: 'Nowhere' },
  ];
  for (const land of lands) {
    test.clock.advance(3_600_000);
    await test.editor.create('/lands', { ...land, status: land['title'] === 'Nowhere' ? 'draft' : 'on' });
  }
  await test.admin.create('/lands', { title: 'Atlantis', status: 'off', body: '' });
});

const INITIALS: Record<string, string> = { Iceland: 'I', Malta: 'M', Greenland: 'G', Nowhere: 'N', Atlantis: 'A' };
const get = (query: string, path = '/lands', client: Client = test.editor) => client.get(encodeURI(`${path}?${query}`));
/** Initials of the lands found, in the order of their ids. */
async function found(query: string, path = '/lands', client: Client = test.editor): Promise<string> {
  const response = await get(query, path, client);
  if (response.status !== 200) throw new Error(`${query}: ${response.text}`);
  const { data, meta } = response.body as {
    data: { attributes: { title: string } }[];
    meta: { pagination: { count: number } };
  };
  expect([query, meta.pagination.count]).toEqual([query, data.length]);
  return data.map((each) => INITIALS[each.attributes.title]).join('');
}

describe('filter[field] of lands', () => {
  // oxfmt-ignore
  const table: [string, string][] = [
    ['title=Malta', 'M'], ['title=Malta,Iceland', 'IM'], ['title[]=Malta&filter[title][]=Iceland', 'IM'],
    ['title[]=Malta,Iceland', ''], ['title[in][]=Malta,Iceland', ''], ['capital=Nuuk, or Godthåb', 'G'],
    ['capital[]=Nuuk, or Godthåb', 'G'], ['capital[in][]=Nuuk, or Godthåb&filter[capital][in][]=Valletta', 'MG'],
    ['capital=Nuuk, or Godthåb,Valletta', 'M'], ['capital[in]=Nuuk, or Godthåb', ''], ['capital[nin][]=Nuuk, or Godthåb', 'IMNA'],
    ['title=malta', ''], ['title[eq]=Malta', 'M'], ['title[=]=Malta', 'M'], ['title[ne]=Malta', 'IGNA'],
    ['title[neq]=Malta', 'IGNA'], ['title[!=]=Malta', 'IGNA'], ['title[<>]=Malta', 'IGNA'],
    ['title[lt]=Iceland', 'GA'], ['title[<]=Iceland', 'GA'], ['title[lte]=Iceland', 'IGA'],
    ['title[le]=Iceland', 'IGA'], ['title[<=]=Iceland', 'IGA'], ['title[gt]=Malta', 'N'], ['title[>]=Malta', 'N'],
    ['title[gte]=Malta', 'MN'], ['title[ge]=Malta', 'MN'], ['title[>=]=Malta', 'MN'],
    ['title[gt]=H&filter[title][lt]=N', 'IM'], ['title[in]=Malta,Nowhere', 'MN'],
    ['title[in][]=Malta&filter[title][in][]=Nowhere', 'MN'], ['title[nin]=Malta,Nowhere', 'IGA'],
    ['title[like]=LAND', 'IG'], ['title[like]=.', ''], ['title[like]=(', ''], ['title[eq]=Malta,Iceland', ''],
    ['lang=is', 'IG'], ['lang[null]=1', 'NA'], ['lang[null]=true', 'NA'], ['lang[null]=0', 'IMG'],
    ['lang[null]=false', 'IMG'], ['lang[ne]=is', 'MNA'], ['status=draft', 'N'], ['status=draft,off', 'NA'],
    ['uname=malta', 'M'], ['locked=false', 'IMGNA'], ['published[null]=1', 'NA'],
    ['created[gt]=2026-05-13T09:09:23Z', 'GNA'], ['created[lte]=2026-05-13T08:09:23+00:00', 'I'],
    ['created_by=1', 'A'], ['modified_by[ne]=1', 'IMGN'], ['capital=Valletta', 'M'], ['capital[like]=VÍK', 'I'],
    ['capital[like]=nuuk, or', 'G'], ['capital[eq]=Nuuk, or Godthåb', 'G'], ['capital[null]=1', 'NA'],
    ['capital[ne]=Valletta', 'IGNA'], ['capital[in]=Valletta,Reykjavík', 'IM'], ['people=380', 'I'],
    ['people=380,540', 'IM'], ['people[lt]=400', 'IG'], ['people[lte]=-57', 'G'], ['people[gt]=379', 'IM'],
    ['people[gte]=540', 'M'], ['people[ne]=380', 'MGNA'], ['people[nin]=380,540', 'GNA'], ['people[null]=0', 'IMG'],
    ['area=0.316', 'M'], ['area[gt]=100', 'IG'], ['area[lt]=103.5', 'M'], ['area[<=]=103.5', 'IM'],
    ['area[gt]=1e2&filter[area][lt]=1e3', 'I'], ['free=true', 'IM'], ['free=1', 'IM'], ['free=0', 'G'],
    ['free[eq]=false', 'G'], ['free[ne]=true', 'GNA'], ['free[null]=true', 'NA'], ['founded=1944-06-17', 'I'],
    ['founded[gt]=1944-06-17', 'M'], ['founded[lt]=1964', 'I'], ['founded[null]=0', 'IM'],
    ['counted=2026-01-01T00:00:00+00:00', 'I'], ['counted=2026-01-01T13:00:00+01:00', 'M'],
    // A day, a month and a year stand for their whole span (D805).
    ['counted[gt]=2026-01-01', 'G'], ['counted=2026-01-01', 'IM'], ['counted[eq]=20260101', 'IM'],
    ['counted[ne]=2026-01-01', 'GNA'], ['counted[lte]=2026-01-01', 'IM'], ['counted[lt]=2026-01-02', 'IM'],
    ['counted[gte]=2026-01-02', 'G'], ['counted[in]=2026-01-01,2026-01-03', 'IM'], ['counted[nin]=2026-01-02,2025', 'IMNA'],
    ['counted=2026-01', 'IMG'], ['counted=2026', 'IMG'], ['counted[gt]=2025', 'IMG'], ['counted[gt]=2026', ''],
    ['counted[]=2026-01-02&filter[counted][]=2026-01-01T12:00:00Z', 'MG'], ['counted[gt]=2026-01-01T00:00:00Z', 'MG'], ['counted[gte]=2026-01-01T12:00:00Z&filter[counted][lt]=2026-01-02', 'M'],
    ['spoken=en', 'M'], ['spoken=is,mt', 'IM'], ['spoken[like]=EN', 'M'], ['spoken[null]=1', 'NA'],
    ['codes=354', 'I'], ['codes[lt]=2', 'M'], ['codes[in]=1,354', 'IM'], ['native[null]=0', 'I'], ['any=1', 'I'],
    ['any=x', 'M'], ['any[null]=0', 'IM'], ['free=true&filter[people][gt]=400&filter[lang]=mt', 'M'],
    ['free=true&filter[lang]=xx', ''], ['id[gt]=0', 'IMGNA'],
  ];
  it.each(table)('[%s] finds %s', async (query, expected) => {
    expect(
      await found(
        `filter[${query}`
          .replace('filter[title=', 'filter[title]=')
          .replace(/^filter\[([a-z_]+)(?=[=[])/, 'filter[$1]'),
      ),
    ).toBe(expected);
  });

  it('never reads a value as an operator', async () => {
    for (const value of ['{"$ne":null}', '$ne', '[object Object]'])
      expect(await found(`filter[title]=${value}`)).toBe('');
    expect((await get('filter[any]={"$gt":""}')).status).toBe(400);
  });

  it('works on base attributes over all types', async () => {
    expect(await found('filter[lang]=is', '/objects')).toBe('IG');
    expect(await found('filter[title][like]=land&filter[type]=land', '/objects')).toBe('IG');
    expect(errorCodes(await get('filter[people]=380', '/objects'))[0]).toBe('invalid_filter');
  });
});

describe('named filters', () => {
  // oxfmt-ignore
  const table: [string, string][] = [
    ['categories=north', 'IG'], ['categories=north,south', 'IMG'],
    ['categories[]=south&filter[categories][]=gone', 'MG'], ['categories=nothing', ''], ['tags=cold', 'IG'],
    ['tags=warm,small', 'M'], ['tags=nothing', ''], ['status_level=on', 'IMG'], ['status_level=draft', 'IMGN'],
    ['status_level=off', 'IMGNA'], ['status_level=all', 'IMGNA'], ['type=lands', 'IMGNA'], ['type=land', 'IMGNA'],
    ['type=objects', 'IMGNA'], ['type=news', ''], ['type[ne]=lands', ''], ['type[ne]=news', 'IMGNA'],
    ['type[nin]=news,land', ''], ['mine', 'IMGN'], ['mine=', 'IMGN'], ['uname_id=malta', 'M'],
    ['uname_id=nothing', ''], ['history_editor', 'IMGN'], ['history_editor=1', 'A'], ['publishable', 'IMGNA'],
    ['available', 'IMG'], ['date_ranges][start_date][gte]=2026-05-01', 'MG'],
    ['date_ranges][end_date][lt]=2026-02-01', 'G'], ['date_ranges][start_date]=2026-05-01', 'M'],
    ['date_ranges][from_date]=2026-05-02', 'G'], ['date_ranges][from_date]=2026-05-01', 'MG'],
    ['date_ranges][to_date]=2026-01-31', 'G'], ['date_ranges][to_date]=2026-05-01', 'IMG'],
    ['date_ranges][from_date]=2026-03-15&filter[date_ranges][to_date]=2026-05-15', 'IM'],
    ['date_ranges][from_date]=2026-02-01&filter[date_ranges][to_date]=2026-02-10', ''],
  ];
  it.each(table)('filter[%s finds "%s"', async (query, expected) => {
    expect(
      await found(/^[a-z_]+\]/.test(query) ? `filter[${query}` : `filter[${query.replace(/^[a-z_]+/, '$&]')}`),
    ).toBe(expected);
  });

  it('mine finds nothing for anonymous callers', async () => {
    expect(await found('filter[mine]', '/lands', test.anonymous)).toBe('');
    expect(await found('filter[mine]', '/lands', test.admin)).toBe('A');
  });

  it('disabled categories find nothing', async () => {
    const { data } = (await test.admin.get('/model/categories?filter%5Bname%5D=gone')).body as {
      data: { id: string }[];
    };
    await test.admin.patch(`/model/categories/${data[0]?.id}`, {
      data: { id: data[0]?.id, type: 'categories', attributes: { enabled: false } },
    });
    expect(await found('filter[categories]=gone')).toBe('');
  });
});

describe('filter[geo] of locations', () => {
  interface Places {
    data: { attributes: { title: string }; meta: { extra: { distance: number } } }[];
    meta: { pagination: { count: number } };
  }
  const near = async (query: string) => (await get(query, '/locations')).body as Places;
  beforeAll(async () => {
    // oxfmt-ignore
    const places: [string, string | null][] = [
      ['Bologna', 'POINT(11.3426 44.4949)'], ['Roma', 'POINT(12.4964 41.9028)'],
      ['Modena', 'POINT(10.9252 44.6471)'], ['Unknown', null],
    ];
    for (const [title, coords] of places) await test.editor.create('/locations', { title, coords, status: 'on' });
  });

  it('lists the nearest first with the distance in metres, without those that have no coordinates', async () => {
    const { data, meta } = await near('filter[geo][center]=44.4949,11.3426');
    expect([data.map((each) => each.attributes.title), meta.pagination.count]).toEqual([
      ['Bologna', 'Modena', 'Roma'],
      3,
    ]);
    const [here = -1, modena = 0, rome = 0] = data.map((each) => each.meta.extra.distance);
    expect([here, Math.abs(modena - 37_100) < 1000, Math.abs(rome - 303_000) < 3000]).toEqual([0, true, true]);
    expect((await near('filter[geo][center][]=44.4949&filter[geo][center][]=11.3426')).data).toEqual(data);
  });

  it('is narrowed by radius, other filters and pages', async () => {
    const titlesOf = async (query: string) => (await near(query)).data.map((each) => each.attributes.title);
    const center = 'filter[geo][center]=44.4949,11.3426';
    expect(await titlesOf(`${center}&filter[geo][radius]=50000`)).toEqual(['Bologna', 'Modena']);
    expect(await titlesOf(`${center}&filter[title][ne]=Bologna&page_size=1`)).toEqual(['Modena']);
    expect(await titlesOf(`${center}&page=2&page_size=2`)).toEqual(['Roma']);
    expect(await titlesOf(`${center}&sort=-title`)).toEqual(['Roma', 'Modena', 'Bologna']);
  });

  // oxfmt-ignore
  it.each([
    'geo]=1,2', 'geo][radius]=5', 'geo][center]=', 'geo][center]=1', 'geo][center]=a,b', 'geo][center]=91,0',
    'geo][center]=0,181', 'geo][center]=1,2&filter[geo][radius]=-1', 'geo][center]=1,2&filter[geo][x]=1',
    'geo][center]=1,2,3',
  ])('is 400 for filter[%s', async (query) => {
    const response = await get(`filter[${query}`, '/locations');
    expect([response.status, response.text.includes('filter[geo]')]).toEqual([400, true]);
  });
});

describe('an unknown filter or a wrong value', () => {
  // oxfmt-ignore
  it.each([
    ['filter[nothing]=1', 'nothing'], ['filter[title][near]=x', 'near'], ['filter[title][$ne]=x', '$ne'],
    ['filter[$where]=1', '$where'], ['filter[custom.people]=1', 'custom.people'], ['filter[_id]=1', '_id'],
    ['filter[password]=x', 'password'], ['filter[trashed]=1', 'trashed'], ['filter[type]=nothing', 'nothing'],
    ['filter[type][gt]=lands', 'gt'], ['filter[status_level]=high', 'status_level'],
    ['filter[people]=many', 'people'], ['filter[people]=1.5', 'people'], ['filter[people][gt]=', 'people'],
    ['filter[area][lt]=x', 'area'], ['filter[free]=maybe', 'free'], ['filter[founded][gt]=yesterday', 'founded'],
    ['filter[created][gt]=2026-13-01', 'created'], ['filter[people][like]=3', 'people'],
    ['filter[people][null]=perhaps', 'people'], ['filter[id]=abc', 'id'], ['filter[codes]=x', 'codes'],
    ['filter[native]=x', 'native'], ['filter[people][gt][]=1&filter[people][gt][]=2', 'people'],
    ['filter[title][eq][x]=1', 'title'], ['filter[date_ranges][from_date]=soon', 'date_ranges'],
    ['filter[date_ranges]=2026', 'date_ranges'], ['filter[date_ranges][x]=2026-01-01', 'date_ranges'],
    ['filter[geo][center]=1,2', 'geo'], ['filter[mine]=5', 'mine'], ['filter=title', 'filter'],
    ['filter[]=x', 'filter'], ['filter[ancestors]=1', 'ancestors'], ['filter[constructor]=1', 'constructor'],
    ['filter[toString]=1', 'toString'],
  ])('is 400 naming it: %s', async (query, name) => {
    const response = await get(query);
    const { error } = response.body as { error: { detail: string } };
    expect([response.status, ['invalid_filter', 'invalid_parameter'].includes(errorCodes(response)[0] ?? '')]).toEqual([
      400,
      true,
    ]);
    expect(error.detail).toContain(name);
  });
});
