// `npm run export` and `npm run import`: an export can be imported, and a second run changes nothing (D510 to D514).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  article,
  contentOf,
  historyOf,
  importFile,
  lines,
  MODEL,
  openPlace,
  to,
  type Place,
} from '../../support/writes/transfer.ts';

let folder: string;
const opened: Place[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-transfer-'));
});

afterAll(async () => {
  for (const place of opened) await place.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<Place> {
  const place = await openPlace();
  opened.push(place);
  return place;
}

const write = async (name: string, content: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** With all kinds of content, in which links lead forwards and backwards. */
const CONTENT = [
  ...MODEL,
  { type: 'folders', id: 'f1', attributes: { title: 'Root' } },
  {
    type: 'folders',
    id: 'f2',
    attributes: { title: 'Below' },
    relationships: { parent: { data: { type: 'folders', id: 'f1' } } },
  },
  article(
    '1',
    {
      title: 'One',
      status: 'on',
      stars: 3,
      lang: 'en',
      tags: [{ name: 'red' }],
      categories: [{ name: 'sub' }],
      extra: { a: [1, null] },
    },
    { cites: to('3', '2') },
  ),
  article(
    '2',
    { title: 'Two', lang: 'en' },
    { cites: { data: [{ type: 'articles', id: '1', meta: { relation: { params: { page: 7 } } } }] } },
  ),
  article('3', { title: 'Three' }, { cites: to('2', '1') }),
  { ...article('4', { title: 'Four' }, { cites: to('2') }), meta: { locked: true } },
  {
    type: 'images',
    id: 'i',
    attributes: { title: 'Picture' },
    relationships: {
      streams: {
        data: [
          { type: 'streams', id: 'dot', meta: { file: 'dot.png', file_name: 'A dot.png', mime_type: 'image/png' } },
        ],
      },
    },
  },
  {
    type: 'folders',
    id: 'f1',
    relationships: {
      children: {
        data: [
          { type: 'articles', id: '2', meta: { relation: { menu: true, slug: 'second' } } },
          { type: 'images', id: 'i' },
          { type: 'articles', id: '1' },
        ],
      },
    },
  },
  {
    type: 'translations',
    id: 't',
    attributes: { lang: 'it', status: 'on', translated_fields: { title: 'Uno' } },
    relationships: { object: { data: { type: 'articles', id: '1' } } },
  },
  {
    type: 'annotations',
    id: 'n',
    attributes: { description: 'Well said.', params: { at: 3 } },
    relationships: { object: { data: { type: 'articles', id: '1' } } },
  },
];

describe('an import', () => {
  let first: Place;
  let file: string;

  beforeAll(async () => {
    first = await open();
    await writeFile(path.join(folder, 'dot.png'), PNG);
    file = await write('content.ndjson', lines(...CONTENT));
  });

  it('only reports its steps with --dry-run', async () => {
    const before = await historyOf(first);
    const { counts, said } = await importFile(first.http, file, { dryRun: true });
    expect(counts).toEqual({ made: 7, changed: 0, present: 0, faults: 0 });
    expect(said).toContain('object_types articles: made');
    expect(await historyOf(first)).toBe(before);
    expect((await first.test.admin.get('/articles')).status).toBe(404);
  });

  it('creates the model, the objects and their links', async () => {
    const { counts, faults } = await importFile(first.own, file);
    expect(faults).toEqual([]);
    expect(counts).toEqual({ made: 9, changed: 0, present: 0, faults: 0 });
    const { body } = await first.test.admin.get('/articles/source-articles-1?include=cites');
    expect(body.data.attributes).toMatchObject({ title: 'One', stars: 3, extra: { a: [1, null] } });
    const cited = await first.test.admin.get('/articles/source-articles-1/cites');
    expect(cited.body.data.map(({ attributes }: never) => (attributes as { title: string }).title)).toEqual([
      'Three',
      'Two',
    ]);
    const children = await first.test.admin.get('/folders/source-folders-f1/children');
    expect(children.body.data.map(({ attributes }: never) => (attributes as { title: string }).title)).toEqual([
      'Below',
      'Two',
      'Picture',
      'One',
    ]);
    const named = await first.test.admin.get('/trees/source-folders-f1/second');
    expect(named.body.data.attributes.title).toBe('Two');
    expect((await first.test.admin.get('/articles/source-articles-4')).body.data.meta.locked).toBe(true);
    const streams = await first.test.admin.get('/images/source-images-i/streams');
    expect(streams.body.data.map(({ attributes }: never) => attributes)).toMatchObject([
      { file_name: 'A dot.png', mime_type: 'image/png' },
    ]);
  });

  it.each(['own', 'http'] as const)('changes nothing when the data are complete (%s)', async (way) => {
    const before = await historyOf(first);
    const content = await contentOf(first.http, folder, 'before.ndjson');
    const { counts, faults, said } = await importFile(first[way], file);
    expect({ counts, faults, said }).toEqual({
      counts: { made: 0, changed: 0, present: 9, faults: 0 },
      faults: [],
      said: [],
    });
    expect(await historyOf(first)).toBe(before);
    expect(await contentOf(first.http, folder, 'after.ndjson')).toEqual(content);
  });

  it.each(['own', 'http'] as const)('reports what would change with --dry-run, and nothing else (%s)', async (way) => {
    const before = await historyOf(first);
    const counts = async (change: (text: string) => string): Promise<unknown> => {
      const changed = await write('changed.ndjson', change(await readFile(file, 'utf8')));
      const outcome = await importFile(first[way], changed, { dryRun: true });
      expect(outcome.faults).toEqual([]);
      return outcome.counts;
    };
    const counted = (made: number, changed: number) => ({ made, changed, present: 7 - made - changed, faults: 0 });
    expect(await counts((text) => text)).toEqual(counted(0, 0));
    const variants: Record<string, [string, string]> = {
      'a title': ['"title":"One"', '"title":"First"'],
      'a number': ['"stars":3', '"stars":4'],
      'free content': ['"extra":{"a":[1,null]}', '"extra":{"a":[1,2]}'],
      'a label': ['"tags":[{"name":"red"}]', '"tags":[]'],
      'params of a link': ['"params":{"page":7}', '"params":{"page":8}'],
    };
    for (const [what, [from, to]] of Object.entries(variants)) {
      expect(await counts((text) => text.replace(from, to)), what).toEqual(counted(0, 1));
    }
    const another = JSON.stringify(article('new', { title: 'New' }));
    expect(await counts((text) => `${text}${another}\n`)).toEqual({ made: 1, changed: 0, present: 7, faults: 0 });
    expect(await historyOf(first)).toBe(before);
  });

  it.each(['own', 'http'] as const)('of an export fills an empty service with equal content (%s)', async (way) => {
    const exported = await contentOf(first[way], folder, 'export.ndjson');
    const second = await open();
    const { counts, faults } = await importFile(second[way], path.join(folder, 'export.ndjson'));
    expect(faults).toEqual([]);
    expect(counts.made).toBeGreaterThan(8);
    expect(await contentOf(second.http, folder, 'again.ndjson')).toEqual(exported);
    const before = await historyOf(second);
    await importFile(second[way], path.join(folder, 'export.ndjson'));
    expect(await historyOf(second)).toBe(before);
  });

  it('of attribute permissions stops before the content if a role is missing', async () => {
    const [from, to] = [await open(), await open()];
    await importFile(from.own, file);
    await from.test.admin.create('/roles', { name: 'board' });
    const { data } = (await from.test.admin.get('/model/object_types/articles')).body as { data: { id: string } };
    const rules = { stars: { read: ['board'], write: null }, note: { read: null, write: [] } };
    const attributes = { attribute_permissions: rules, hidden: ['stars'] };
    const change = { data: { id: data.id, type: 'object_types', attributes } };
    expect((await from.test.admin.patch(`/model/object_types/${data.id}`, change)).status).toBe(200);
    const exported = await contentOf(from.http, folder, 'ruled.ndjson');
    const ruled = path.join(folder, 'ruled.ndjson');
    await expect(importFile(to.http, ruled)).rejects.toThrow('the model cannot be made');
    expect(await readFile(`${ruled}.faults.ndjson`, 'utf8')).toContain('attribute_permissions/stars/read/0');
    expect((await to.test.admin.get('/articles')).body).toMatchObject({ data: [] });
    await to.test.admin.create('/roles', { name: 'board' });
    const { faults } = await importFile(to.http, ruled);
    expect(faults).toEqual([]);
    const shown = (await to.test.admin.get('/model/object_types/articles')).body as { data: object };
    expect(shown.data).toMatchObject({ attributes });
    expect(await contentOf(to.http, folder, 'ruled.ndjson')).toEqual(exported);
  });
});
