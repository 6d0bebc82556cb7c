// CSV of `npm run export` and `npm run import`: what is exported is imported as the same values, a faulty line affects no
// other one (D822, D823).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportContent } from '../../../scripts/transfer/export-content.ts';
import { readCsvRecords } from '../../../scripts/transfer/records/csv-records.ts';
import type { Target } from '../../../scripts/transfer/target.ts';
import { importFile, historyOf, openPlace, type Place } from '../../support/writes/transfer.ts';

let folder: string;
let place: Place;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-csv-'));
  place = await openPlace();
});
afterAll(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

const write = async (name: string, content: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};

const silent = { isTTY: false } as NodeJS.WriteStream;

async function exported(target: Target, name: string, type: string): Promise<string> {
  const file = path.join(folder, name);
  await exportContent(target, { file, format: 'csv', types: [type], withFiles: true, progressOn: silent });
  return file;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Texts that are something else in a table, in JSON, or in neither. */
const TEXTS = [
  'plain',
  '5',
  '05',
  '-1e3',
  'true',
  'null',
  'NULL',
  '{"a":1}',
  '[1]',
  '"quoted"',
  '"',
  'it\'s 5" wide',
  'a,b;c\td',
  'two\nlines',
  'two\r\nlines',
  'with\rreturn',
  ' space around ',
  'a|b',
  'things:a-thing',
  '=1+1',
  '2026-01-05',
  '\\n \\" \\u0041',
  'Straße – 東京 – 👩‍👩‍👧',
];

const JSON_VALUES = [
  { a: 1 },
  {},
  [],
  [1, 'two', null, [3]],
  5,
  -0.5,
  true,
  false,
  ...TEXTS,
  { deep: { list: [{ text: 'x' }] } },
];

/** Of each kind of property, by the name of its property type. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: TEXTS,
  text: ['<p>Rich, "text" &amp; more</p>\n<p>5</p>', '5'],
  status: ['on', 'draft'],
  email: ['someone@example.org'],
  url: ['https://example.org/?a=1,2&b=%22'],
  date: ['2026-01-05', '1969-12-31'],
  datetime: ['2026-01-05T10:30:00+00:00', '1969-07-20T20:17:40+00:00'],
  number: [0, -1, 0.1, 1e21, 1.5e-7],
  integer: [0, -5, 9007199254740991],
  boolean: [true, false],
  json: JSON_VALUES,
  children_order: ['position', '-title'],
  // Of the project.
  mixed: ['5', 5, true, 'true', 'word', '', [1], { a: 1 }],
  untyped_choice: ['1', '2', 'true'],
  number_choice: [1, 2.5],
  either: [7, '7', 'seven'],
  list: [[], ['a', 'b,c', '5'], ['|']],
  rows: [[{ at: 1, text: '{"x":1}' }], []],
  map: [{}, { a: '1', b: [2] }],
};

const OWN_TYPES: Readonly<Record<string, object>> = {
  mixed: { type: ['string', 'number', 'boolean', 'array', 'object'] },
  untyped_choice: { enum: ['1', '2', 'true'] },
  number_choice: { enum: [1, 2.5] },
  either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
  list: { type: 'array', items: { type: 'string' } },
  rows: { type: 'array', items: { type: 'object' } },
  map: { type: 'object' },
};

/** Attributes that all types have, and the values of some objects. */
const COMMON = [
  { extra: { a: [1, null], b: '5' }, tags: [{ name: 'red' }, { name: 'blue' }], lang: 'en' },
  { extra: ['x'], categories: [{ name: 'main' }, { name: 'sub', params: { since: 2020 } }] },
  { description: '', title: '', publish_start: '2026-01-05T10:30:00+00:00' },
];

async function makeModel(): Promise<void> {
  const { admin } = place.test;
  for (const [name, params] of Object.entries(OWN_TYPES)) await admin.create('/model/property_types', { name, params });
  const associations = ['Categories', 'Tags', 'DateRanges'];
  await admin.create('/model/object_types', {
    name: 'things',
    singular: 'thing',
    parent_name: 'objects',
    associations,
  });
  for (const property_type_name of Object.keys(VALUES)) {
    const property = {
      name: `a_${property_type_name}`,
      property_type_name,
      object_type_name: 'things',
      is_nullable: true,
    };
    await admin.create('/model/properties', property);
  }
  const relation = { name: 'leads_to', inverse_name: 'comes_from', params: { type: 'object' } };
  const { id } = await admin.create('/model/relations', relation);
  const things = { data: [{ type: 'object_types', id: (await admin.get('/model/object_types/things')).body.data.id }] };
  for (const side of ['left', 'right'])
    expect((await admin.post(`/model/relations/${id}/relationships/${side}_object_types`, things)).status).toBe(200);
  for (const name of ['main', 'sub']) await admin.create('/model/categories', { name, object_type_name: 'things' });
  for (const name of ['red', 'blue']) await admin.create('/model/tags', { name });
}

async function makeThings(): Promise<void> {
  const { admin } = place.test;
  const most = Math.max(...Object.values(VALUES).map(({ length }) => length));
  const ids: string[] = [];
  for (let at = 0; at < most; at++) {
    const custom = Object.entries(VALUES).flatMap(([kind, values]) =>
      at < values.length ? [[`a_${kind}`, values[at]]] : [],
    ) as [string, unknown][];
    const title = TEXTS[at % TEXTS.length];
    const attributes = { uname: `thing-${at}`, title, ...Object.fromEntries(custom), ...COMMON[at] };
    ids.push((await admin.create('/things', attributes)).id);
  }
  const links = ids.slice(1, 4).map((id, at) => ({
    type: 'things',
    id,
    ...(at === 1 && { meta: { relation: { params: { note: 'a|b, "c"' } } } }),
  }));
  for (const [from, data] of [
    [ids[0], links],
    [ids[5], links.slice(0, 1)],
  ] as const)
    expect((await admin.post(`/things/${from}/relationships/leads_to`, { data })).status).toBe(200);
}

describe('a CSV of an export', () => {
  const TYPES: Record<string, () => Promise<unknown>> = {
    things: async () => {
      await makeModel();
      await makeThings();
    },
    events: () =>
      place.test.admin.create('/events', {
        title: 'Fair',
        date_ranges: [
          { start_date: '2026-01-05T10:00:00+00:00', end_date: null, params: { all_day: true } },
          { start_date: '2026-02-05T10:00:00+00:00', end_date: '2026-02-06T10:00:00+00:00' },
        ],
      }),
    locations: () =>
      place.test.admin.create('/locations', {
        title: 'Here',
        coords: 'POINT(11.3426 44.4939)',
        address: 'Via "Zamboni", 33\nBologna',
      }),
    users: () =>
      place.test.admin.create('/users', {
        username: 'Jane, "Doe"',
        uname: 'jane',
        password: 'correct horse battery',
        email: 'jane@example.org',
        user_preferences: { theme: 'dark', rows: 50 },
      }),
    folders: () => place.test.admin.create('/folders', { title: 'A, "folder"', children_order: '-title' }),
    links: () => place.test.admin.create('/links', { title: 'Link', url: 'https://example.org/a,b' }),
    documents: () => place.test.admin.create('/documents', { title: '5', body: '<p>a, "b"</p>\n\n<p>c</p>' }),
  };

  it('has a sample of every kind of property', async () => {
    const { data } = (await place.test.admin.get('/model/property_types?page_size=100')).body as {
      data: { attributes: { name: string } }[];
    };
    expect(data.map(({ attributes: { name } }) => name).filter((name) => !(name in VALUES))).toEqual([]);
  });

  it.each(Object.keys(TYPES))('changes nothing when it is imported where it is from: %s', async (type) => {
    await TYPES[type]?.();
    const file = await exported(place.http, `${type}.csv`, type);
    const before = await historyOf(place);
    for (const way of ['own', 'http'] as const) {
      const { counts, faults } = await importFile(place[way], file, { type });
      expect(faults).toEqual([]);
      expect(counts).toMatchObject({ made: 0, faults: 0 });
      expect(await historyOf(place), way).toBe(before);
    }
    expect(await readFile(await exported(place.own, 'again.csv', type), 'utf8')).toBe(await readFile(file, 'utf8'));
  });

  it('makes equal objects where they are missing', async () => {
    const file = await exported(place.http, 'things.csv', 'things');
    const content = await readFile(file, 'utf8');
    const renamed = await write('renamed.csv', content.replaceAll('thing-', 'other-'));
    const { faults, counts } = await importFile(place.own, renamed, { type: 'things' });
    expect([faults, counts.made > 10]).toEqual([[], true]);
    const both = await readFile(await exported(place.http, 'both.csv', 'things'), 'utf8');
    const rows = (await all(readCsvRecords(Readable.from([both])))).map(({ cells = [] }) => cells);
    const those = (prefix: string): string[] =>
      rows
        .filter(([id]) => id?.startsWith(prefix))
        .map((cells) => JSON.stringify(cells).replaceAll(prefix, ''))
        .sort();
    expect(those('other-')).toEqual(those('thing-'));
  });
});

describe('a CSV with faulty lines', () => {
  const titles = async (prefix: string): Promise<string[]> => {
    const { data } = (await place.test.admin.get(`/documents?filter[uname][like]=${prefix}&page_size=100&sort=id`))
      .body as {
      data: { attributes: { title: string } }[];
    };
    return data.map(({ attributes: { title } }) => title).sort();
  };

  it.each(['own', 'http'] as const)('imports all others: 99 of 100 (%s)', async (way) => {
    const records = Array.from({ length: 100 }, (_, at) => `${way}-line-${at + 2},Title`);
    records[49] = 'x,y,extra';
    const file = await write(`wide-${way}.csv`, `uname,title\n${records.join('\n')}\n`);
    const { counts, faults } = await importFile(place[way], file, { type: 'documents' });
    expect(counts).toMatchObject({ made: 99, faults: 1 });
    expect(faults).toMatchObject([{ line: 51, code: 'malformed_record' }]);
  });

  const FAULTY: Record<string, string> = {
    'a missing cell': 'short',
    'an additional cell': 'x,y,z',
    'a quote within a cell': 'x,5" wide',
    'text after a quote': 'x,"y"z',
    'a quote that is not closed': 'x,"open',
    'a lone quote': '"',
  };

  it.each(
    Object.entries(FAULTY).flatMap(([what, record]) =>
      (['\n', '\r\n', '\r'] as const).map((end) => [what, JSON.stringify(end), record, end] as const),
    ),
  )('names the line of %s, with lines that end with %s', async (what, _shown, record, end) => {
    const prefix = `f-${what.replaceAll(' ', '-')}-${end.length}${end.charCodeAt(0)}`;
    const content = [
      'uname,title',
      `${prefix}-1,"two${end}lines"`,
      '',
      `${prefix}-2,plain`,
      record,
      `${prefix}-3,"again${end}two""${end}lines"`,
      record,
      `${prefix}-4,last`,
      'unknown,5" wide',
    ].join(end);
    const file = await write(`${prefix}.csv`, content);
    const { faults, counts } = await importFile(place.own, file, { type: 'documents' });
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [6, 'malformed_record'],
      [10, 'malformed_record'],
      [12, 'malformed_record'],
    ]);
    expect(counts.made).toBe(4);
    expect(await titles(prefix)).toEqual([`again${end}two"${end}lines`, 'last', 'plain', `two${end}lines`].sort());
  });

  it('refuses a column that is there twice', async () => {
    for (const header of ['uname,title,title', 'id,title,id', 'title,uname,"title"']) {
      const file = await write('twice.csv', `${header}\na,b,c\n`);
      const { faults, counts } = await importFile(place.own, file, { type: 'documents' });
      expect(counts).toMatchObject({ made: 0, faults: 1 });
      expect(faults).toMatchObject([{ line: 1, code: 'repeated_column' }]);
    }
  });

  it('refuses numbers that no number holds', async () => {
    const numbers = ['9007199254740993', '-9007199254740993', '18446744073709551616', '1e400', 'x', '0x10'];
    const records = numbers.map((number, at) => `number-${at},${number}`);
    const file = await write('numbers.csv', `uname,a_integer\n${records.join('\n')}\n`);
    const { faults } = await importFile(place.own, file, { type: 'things' });
    const shown = faults.map(({ line, pointer }) => [line, pointer]).sort((a, b) => Number(a[0]) - Number(b[0]));
    expect(shown).toEqual(numbers.map((_, at) => [at + 2, '/data/attributes/a_integer']));
  });
});
