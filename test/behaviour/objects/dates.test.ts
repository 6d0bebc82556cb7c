// Dates in and out (D45, D532).
import { beforeAll, describe, expect, it } from 'vitest';
import { errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const post = (type: string, attributes: Record<string, unknown>) =>
  test.editor.post(`/${type}`, { data: { type, attributes } });
const shown = async (type: string, name: string, value: unknown) => {
  const response = await post(type, { [name]: value });
  if (response.status !== 201) throw new Error(response.text);
  const { id, attributes } = (response.body as { data: ResourceData }).data;
  const again = ((await test.editor.get(`/${type}/${id}`)).body as { data: ResourceData }).data.attributes[name];
  expect(again).toEqual(attributes[name]);
  return again;
};

describe('a date and time', () => {
  it.each<[unknown, string | null]>([
    ['2026', '2026-01-01T00:00:00+00:00'],
    ['2026-05', '2026-05-01T00:00:00+00:00'],
    ['2026-05-13', '2026-05-13T00:00:00+00:00'],
    ['2026-05-13T07:09', '2026-05-13T07:09:00+00:00'],
    ['2026-05-13 07:09:23', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T07:09:23', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T07:09:23Z', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T07:09:23.987Z', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T07:09:23+00:00', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T09:09:23+02:00', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T09:09:23+0200', '2026-05-13T07:09:23+00:00'],
    ['2026-05-12T23:09:23-08:00', '2026-05-13T07:09:23+00:00'],
    [1_778_656_163, '2026-05-13T07:09:23+00:00'],
    ['1778656163', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T09:09:23+02', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13 04:09:23 -03', '2026-05-13T07:09:23+00:00'],
    ['20260513', '2026-05-13T00:00:00+00:00'],
    [20_260_513, '2026-05-13T00:00:00+00:00'],
    [100_000_000, '1973-03-03T09:46:40+00:00'],
    ['2024-02-29', '2024-02-29T00:00:00+00:00'],
    ['0001-01-01', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
    ['', null],
    [null, null],
  ])('written %o is shown as %s', async (value, expected) => {
    expect(await shown('documents', 'publish_start', value)).toBe(expected);
  });

  it.each<unknown>([
    'soon',
    '2026-13-01',
    '2026-02-29',
    '2026-05-13T24:00:00Z',
    '2026-05-13T07:60:00Z',
    '13/05/2026',
    '2026-5-3',
    '2026-05-13T07:09:23+25:00',
    '2026-05-13X',
    '10000-01-01',
    0,
    -1,
    2026,
    99_999_999,
    '99999999',
    '20260230',
    -1_778_656_163,
    1e15,
    '99999999999999',
    true,
    {},
    ['2026'],
    '2026-05-13T07:09:23Z junk',
  ])('written %o is refused, pointing at it', async (value) => {
    const response = await post('documents', { publish_end: value });
    expect([response.status, ...new Set(errorSources(response))]).toEqual([400, '/data/attributes/publish_end']);
    expect(response.text).toContain('[publish_end.dateTime]: Invalid date or datetime');
  });
});

describe('a date', () => {
  it.each<[unknown, string | null]>([
    ['1815-12-10', '1815-12-10'],
    ['1815', '1815-01-01'],
    ['1815-12', '1815-12-01'],
    ['1815-12-10T23:30:00-05:00', '1815-12-10'],
    ['', null],
    [null, null],
  ])('written %o is shown as %s', async (value, expected) => {
    expect(await shown('profiles', 'birthdate', value)).toBe(expected);
  });

  it.each<unknown>(['1815-12-32', 'x', true, {}])('written %o is refused, pointing at it', async (value) => {
    expect(errorSources(await post('profiles', { birthdate: value }))).toContain('/data/attributes/birthdate');
  });
});

describe('date ranges', () => {
  it('are read and shown like dates and times, with or without an end', async () => {
    const ranges = [
      { start_date: '2026-05-13', end_date: '2026-05-14T10:00:00+02:00', params: { all_day: true } },
      { start_date: '2026-06-01T10:00:00Z' },
      { start_date: 1_778_656_163, end_date: null },
    ];
    const [first, second, third] = (await shown('events', 'date_ranges', ranges)) as Record<string, unknown>[];
    expect(first).toEqual({
      start_date: '2026-05-13T00:00:00+00:00',
      end_date: '2026-05-14T08:00:00+00:00',
      params: { all_day: true },
    });
    expect(second).toMatchObject({ start_date: '2026-06-01T10:00:00+00:00' });
    expect(third).toMatchObject({ start_date: '2026-05-13T07:09:23+00:00', end_date: null });
  });

  it('are replaced as a set, and emptied by an empty one', async () => {
    const { id, attributes } = await test.editor.create('/events', { date_ranges: [{ start_date: '2026' }] });
    expect(attributes['date_ranges']).toHaveLength(1);
    const change = async (date_ranges: unknown) =>
      (
        (await test.editor.patch(`/events/${id}`, { data: { id, type: 'events', attributes: { date_ranges } } }))
          .body as { data: ResourceData }
      ).data.attributes['date_ranges'];
    expect(await change([{ start_date: '2027' }, { start_date: '2028' }])).toHaveLength(2);
    expect(await change([])).toEqual([]);
  });

  it.each<[unknown, string]>([
    [[{ start_date: 'soon' }], '/0/start_date'],
    [[{ start_date: '2026' }, { start_date: '2026', end_date: 'x' }], '/1/end_date'],
    [[{ end_date: '2026' }], '/0/start_date'],
    [[{}], '/0/start_date'],
    [['2026'], '/0'],
    [{}, ''],
    ['2026', ''],
    [[null], '/0'],
  ])('as %j are refused, pointing at %s', async (ranges, place) => {
    const response = await post('events', { date_ranges: ranges });
    expect([response.status, ...new Set(errorSources(response))]).toEqual([
      400,
      `/data/attributes/date_ranges${place}`,
    ]);
  });
});

describe('filters by date', () => {
  it('take the same forms, with a + that was not percent-encoded', async () => {
    await test.editor.create('/news', { publish_start: '2026-05-13T07:09:23Z' });
    for (const text of [
      '2026-05-13T07:09:23Z',
      '2026-05-13T09:09:23+02:00',
      '2026-05-13T09:09:23%2B02:00',
      '2026-05-13%2007:09:23',
      '1778656163',
    ]) {
      const { body } = await test.editor.get(`/news?filter%5Bpublish_start%5D=${text}`);
      expect([text, (body as { data: unknown[] }).data.length]).toEqual([text, 1]);
    }
  });
});

// Every place of a request that has a date takes the same forms (D532, D804): bodies of objects and of other resources, dates in
// lists, filters.
describe('every place of a date', () => {
  const FORMS: [unknown, string][] = [
    ['20260513', '2026-05-13T00:00:00+00:00'],
    ['2026-05-13T09:09:23+02', '2026-05-13T07:09:23+00:00'],
    ['2026-05-13T09:09:23+0200', '2026-05-13T07:09:23+00:00'],
    ['1778656163', '2026-05-13T07:09:23+00:00'],
  ];
  const WRONG = ['99999999', '20261301', '2026-05-13T09:09:23+2', 'soon'];
  /** Writes a date there. @returns the shown date, or the error */
  const PLACES: Record<string, { pointer: string; write: (value: unknown) => Promise<unknown> }> = {};
  const attribute = (path: string, name: string, more: Record<string, unknown> = {}) => {
    PLACES[`${path} ${name}`] = {
      pointer: `/data/attributes/${name}`,
      write: async (value) => {
        const type = path.split('/').at(-1) ?? '';
        const response = await test.admin.post(path, { data: { type, attributes: { ...more, [name]: value } } });
        return response.status === 201
          ? (response.body as { data: ResourceData }).data.attributes[name]
          : errorSources(response)[0];
      },
    };
  };
  let number = 0;
  attribute('/documents', 'publish_start');
  attribute('/events', 'publish_end');
  attribute('/dated', 'seen_at');
  attribute('/admin/async_jobs', 'scheduled_from', { service: 'dated' });
  attribute('/admin/async_jobs', 'expires', { service: 'dated' });
  PLACES['/admin/applications expires'] = {
    pointer: '/data/attributes/expires',
    write: async (value) => {
      const attributes = { name: `dated-${++number}`, expires: value };
      const response = await test.admin.post('/admin/applications', { data: { type: 'applications', attributes } });
      return response.status === 201
        ? (response.body as { data: ResourceData }).data.attributes['expires']
        : errorSources(response)[0];
    },
  };
  for (const name of ['start_date', 'end_date']) {
    PLACES[`date_ranges ${name}`] = {
      pointer: `/data/attributes/date_ranges/0/${name}`,
      write: async (value) => {
        const range = { start_date: '2026-01-01', [name]: value };
        const response = await post('events', { date_ranges: [range] });
        if (response.status !== 201) return errorSources(response)[0];
        const { attributes } = (response.body as { data: ResourceData }).data;
        return (attributes['date_ranges'] as Record<string, unknown>[])[0]?.[name];
      },
    };
  }
  beforeAll(async () => {
    await test.admin.create('/model/object_types', { name: 'dated', singular: 'a_dated' });
    const property = { object_type_name: 'dated', name: 'seen_at', property_type_name: 'datetime' };
    await test.admin.create('/model/properties', property);
  });

  it.each(Object.keys(PLACES))('takes and refuses the same forms: %s', async (name) => {
    const place = PLACES[name];
    if (!place) throw new Error(name);
    for (const [value, shown] of FORMS) expect([value, await place.write(value)]).toEqual([value, shown]);
    for (const value of WRONG) expect([value, await place.write(value)]).toEqual([value, place.pointer]);
  });

  it.each(['created', 'published', 'publish_start', 'date_ranges][start_date', 'date_ranges][from_date'])(
    'takes and refuses them in filter[%s]',
    async (name) => {
      for (const [value] of FORMS) {
        // A plus sign may arrive as a blank.
        for (const text of new Set([encodeURIComponent(String(value)), String(value)])) {
          expect((await test.editor.get(`/events?filter[${name}]=${text}`)).status).toBe(200);
        }
      }
      for (const value of WRONG) {
        const response = await test.editor.get(`/events?filter[${name}]=${encodeURIComponent(value)}`);
        expect([value, response.status, ...errorSources(response)]).toEqual([value, 400, `filter[${name}]`]);
      }
    },
  );
});
