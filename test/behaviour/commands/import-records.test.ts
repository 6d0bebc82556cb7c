// `npm run import`: records of all formats, the faults of some, and a process that is killed (D511, D513).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFile } from '../../support/processes/command-file.ts';
import { PASSWORD } from '../../support/service.ts';
import {
  article,
  importFile,
  lines,
  MODEL,
  openPlace,
  to,
  type Outcome,
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

describe('an import of', () => {
  let place: Place;

  beforeAll(async () => {
    place = await open();
    const model = await write('model.ndjson', lines(...MODEL));
    expect((await importFile(place.own, model)).faults).toEqual([]);
  });

  const titled = async (uname: string): Promise<unknown> =>
    (await place.test.admin.get(`/articles/${uname}`)).body.data?.attributes.title;

  it('faulty records names line and pointer of each, and continues', async () => {
    const records = [
      lines(article('good', { title: 'Good' }, { cites: to('gone', 'late') })),
      '{"type": "articles", \n',
      lines(
        article('bad', { title: 'Bad', stars: 9 }),
        article('odd', { nothing: 1 }),
        { type: 'nothings', id: '1', attributes: {} },
        { type: 'articles', attributes: { title: 'Without a key' } },
        [],
        article('link', { title: 'Link' }, { nothing: to('good') }),
        article('late', { title: 'Late' }),
      ),
    ].join('');
    const outcome = await importFile(place.own, await write('faulty.ndjson', records));
    const brief = outcome.faults.map(({ line, code, pointer }) => [line, code, pointer]);
    expect(brief.sort()).toEqual([
      [1, 'not_found', '/data/relationships/cites/data/0'],
      [2, 'malformed_record', undefined],
      [3, 'invalid_data', '/data/attributes/stars'],
      [4, 'invalid_data', '/data/attributes/nothing'],
      [5, 'unknown_type', '/data/type'],
      [6, 'no_key', undefined],
      [7, 'malformed_record', undefined],
      [8, 'not_found', '/data/relationships/nothing'],
    ]);
    expect(outcome.counts).toEqual({ made: 3, changed: 0, present: 0, faults: 8 });
    expect(await titled('source-articles-link')).toBe('Link');
    const cited = await place.test.admin.get('/articles/source-articles-good/relationships/cites');
    expect(cited.body.data).toHaveLength(1);
  });

  it('a CSV reads kinds of attributes, names and relations', async () => {
    const csv =
      'id,title,stars,tags,extra,cites\r\na b,"First, with ""quotes""",2,red|blue,"{""a"":1}",A B|c\r\nA B,Second,,,,\r\nc,Third,x,,,\r\n';
    const { counts, faults } = await importFile(place.http, await write('table.csv', csv), { type: 'articles' });
    expect(faults.map(({ line, pointer }) => [line, pointer])).toEqual([
      [4, '/data/attributes/stars'],
      [2, '/data/relationships/cites/data/1'],
    ]);
    expect(counts).toMatchObject({ made: 2 });
    const list = await place.test.admin.get('/articles?filter[stars]=2');
    expect(list.body.data[0].attributes).toMatchObject({
      stars: 2,
      tags: [{ name: 'red' }, { name: 'blue' }],
      extra: { a: 1 },
    });
    const related = await place.test.admin.get(`/articles/${list.body.data[0].id}/cites`);
    expect(related.body.data[0].attributes.title).toBe('Second');
    await expect(
      importFile(place.http, await write('wrong.csv', 'id,titel\n1,x\n'), { type: 'articles' }),
    ).rejects.toThrow(/articles have no "titel"$/);
  });

  it('plain records and JSON:API documents reads JSON', async () => {
    const plain = await write(
      'plain.json',
      JSON.stringify(
        [
          { id: 1, title: 'Plain [1]' },
          { id: 2, title: 'Plain \\"2"' },
        ],
        null,
        2,
      ),
    );
    expect((await importFile(place.own, plain, { type: 'articles', sourceName: 'plain' })).counts.made).toBe(2);
    expect(await titled('plain-articles-2')).toBe('Plain \\"2"');
    // Ids of another service, which are not its unames.
    const foreign = {
      meta: { data: [1] },
      data: [
        article('12', { uname: 'of-its-own', title: 'Foreign' }),
        article('13', { uname: 'another' }, { cites: to('12') }),
      ],
      links: {},
    };
    const { faults } = await importFile(place.own, await write('foreign.json', JSON.stringify(foreign)));
    expect(faults).toEqual([]);
    const related = await place.test.admin.get('/articles/another/cites');
    expect(related.body.data[0].attributes.uname).toBe('of-its-own');
    const broken = await importFile(
      place.own,
      await write('broken.json', '{"data":[{"type":"articles","id":"x","attributes":{}},'),
    );
    expect(broken.faults.map(({ line, code }) => [line, code])).toEqual([[2, 'malformed_record']]);
  });

  it('an object whose uname is taken by one in the trash leaves no object', async () => {
    const { id } = await place.test.admin.create('/articles', { uname: 'thrown-away' });
    await place.test.admin.delete(`/articles/${id}`);
    const file = await write('trash.ndjson', lines(article('t', { uname: 'thrown-away' })));
    for (const way of ['own', 'http'] as const) {
      const { faults } = await importFile(place[way], file);
      expect(faults).toMatchObject([{ line: 1, code: 'uname_taken', pointer: '/data/attributes/uname' }]);
    }
    const rows = await place.test.service.services.store.objects.countDocuments({ uname: /^thrown-away/ });
    expect(rows).toBe(1);
  });

  it('a uname of another type changes nothing', async () => {
    await place.test.admin.create('/documents', { uname: 'a-document', title: 'Document' });
    const { faults } = await importFile(
      place.own,
      await write('clash.ndjson', lines(article('c', { uname: 'a-document' }))),
    );
    expect(faults).toMatchObject([{ line: 1, code: 'type_conflict', pointer: '/data/type' }]);
  });

  it('files reads none from outside of its folder', async () => {
    const image = (id: string, file: string) => ({
      type: 'images',
      id,
      attributes: { title: id },
      relationships: { streams: { data: [{ type: 'streams', id: file }] } },
    });
    const file = await write(
      'files.ndjson',
      lines(
        image('up', '../../etc/hostname'),
        image('abs', '/etc/hostname'),
        image('no', 'no.png'),
        image('link', 'link.png'),
        image('folder', 'linked/hostname'),
        image('nul', 'a\0b'),
        image('pipe', 'pipe.png'),
        image('directory', '.'),
        image('dots', '..picture.png'),
      ),
    );
    const folder = path.dirname(file);
    await symlink('/etc/hostname', path.join(folder, 'link.png'));
    await symlink('/etc', path.join(folder, 'linked'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.png')]);
    const { faults } = await importFile(place.own, file);
    expect(faults.map(({ line, code }) => [line, code]).sort()).toEqual([
      [1, 'outside'],
      [2, 'outside'],
      [3, 'no_file'],
      [4, 'outside'],
      [5, 'outside'],
      [6, 'outside'],
      [7, 'no_file'],
      [8, 'no_file'],
      [9, 'no_file'],
    ]);
  });

  it('keys that the database cannot store is refused as over HTTP', async () => {
    const keys =
      '{"type":"articles","id":"proto","attributes":{"extra":{"__proto__":{"a":1}}}}\n{"type":"articles","id":"op","attributes":{"title":{"$gt":""}}}\n';
    const [own, http] = [
      await importFile(place.own, await write('keys.ndjson', keys)),
      await importFile(place.http, await write('keys2.ndjson', keys)),
    ];
    const brief = ({ faults }: Outcome) => faults.map(({ line, code, pointer }) => [line, code, pointer]).sort();
    expect(brief(own)).toEqual(brief(http));
    expect(own.counts.faults).toBeGreaterThan(0);
  });

  it('one object in two lines ends with the later values', async () => {
    const file = await write(
      'twice.ndjson',
      lines(article('twice', { title: 'Earlier' }), article('twice', { title: 'Later' })),
    );
    expect((await importFile(place.own, file)).counts).toEqual({ made: 1, changed: 0, present: 1, faults: 0 });
    expect(await titled('source-articles-twice')).toBe('Later');
  });

  it('integers that cannot be stored exactly are faults with their place (D784)', async () => {
    const record = '{"type":"articles","attributes":{"uname":"exact","title":"A","extra":{"n":9007199254740993}}}';
    const files = [await write('exact.ndjson', `${record}\n`), await write('exact.json', `[${record}]`)];
    for (const file of files) {
      const { faults } = await importFile(place.own, file);
      expect(faults.map(({ pointer }) => pointer)).toEqual(['/attributes/extra/n']);
    }
    expect(await titled('exact')).toBeUndefined();
  });

  it('an empty file is done at once', async () => {
    expect((await importFile(place.own, await write('empty.ndjson', ''))).counts).toEqual({
      made: 0,
      changed: 0,
      present: 0,
      faults: 0,
    });
  });
});

describe('npm run import', () => {
  it('continues after a kill, and creates each object once', async () => {
    const place = await open();
    const total = 2600;
    const many = Array.from({ length: total }, (_, index) => ({
      type: 'documents',
      id: String(index),
      attributes: { title: `Title ${index % 7}` },
      ...(index % 20 === 0 && {
        relationships: { see_also: { data: [{ type: 'documents', id: String((index + 20) % total) }] } },
      }),
    }));
    const file = await write('many.ndjson', lines(...many));
    const args = [commandFile('import'), file, '--url', place.url];
    const env = { ...process.env, TRANSFER_PASSWORD: PASSWORD };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const { store } = place.test.service.services;
    const made = (): Promise<number> => store.objects.countDocuments({ type: 'documents' });
    await expect.poll(made, { interval: 20 }).toBeGreaterThan(1050);
    child.kill('SIGKILL');
    await ended;
    expect(await made()).toBeLessThan(total);
    const again = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors, [code]] = await Promise.all([text(again.stdout), text(again.stderr), once(again, 'exit')]);
    expect(errors).toMatch(/^continues at line \d+ of pass 1\n$/);
    expect([output, code]).toEqual([expect.stringMatching(/ 0 faults in [\d.]+ s\n$/), 0]);
    expect(await made()).toBe(total);
    expect(await store.objects.countDocuments({ type: 'documents', uname: /^many-documents-\d+$/ })).toBe(total);
    const { body } = await place.test.admin.get(
      '/documents?count=see_also&page_size=100&filter[uname]=many-documents-0,many-documents-40,many-documents-2580',
    );
    expect(
      body.data.map(({ relationships }: never) => (relationships as { see_also: { meta: unknown } }).see_also.meta),
    ).toEqual([{ count: 2 }, { count: 2 }, { count: 2 }]);
  });
});
