// Files by form (D340): an object created from a file, its replacement, and refusals.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowserClient, type BrowserClient, type Part } from '../../support/clients/browser-client.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { traces } from '../../support/files/upload-traces.ts';
import { newPicture } from '../../support/files/uploads.ts';

const MAX = 200_000;

const t = serviceForTests({ env: { UPLOAD_MAX_SIZE: String(MAX), UPLOAD_FORBIDDEN_TYPES: 'text/csv' } });
let browser: BrowserClient;
let csrf: string;

beforeAll(async () => {
  browser = openBrowserClient(t);
  await browser.signIn('admin');
  csrf = await browser.csrf();
});

const picturePart = async (name = 'teal.png'): Promise<Part> => [
  'file',
  { name, type: 'image/png', content: await newPicture() },
];

interface Answer {
  data: ResourceData & { relationships: { streams: { data: { id: string }[] } } };
  included?: ResourceData[];
}

const read = async (path: string): Promise<Answer> => (await t.admin.get(path)).body as Answer;

const placeOf = ({ headers }: { headers: Record<string, string> }): string =>
  (headers['location'] ?? '').replace('#saved', '');

const count = async (type: string): Promise<number> => {
  const { body } = await t.admin.get(`/${type}?page_size=1`);
  return (body as { meta: { pagination: { count: number } } }).meta.pagination.count;
};

describe('the form of a new object with a file', () => {
  it('has an input for it, after all others', async () => {
    const { text } = await browser.get('/html/new/images');
    expect(text).toContain('enctype="multipart/form-data"');
    expect(text).toMatch(
      /<label for="file">File<\/label>\s*<input id="file" name="file" type="file" aria-describedby="hint-file">/,
    );
    expect(text).toContain('At most 195 KB.');
    expect(text.lastIndexOf('name="field.')).toBeLessThan(text.indexOf('name="file"'));
    expect((await browser.get('/html/new/documents')).text).not.toContain('type="file"');
  });

  it('creates both, with the entered values', async () => {
    const parts: Part[] = [
      ['csrf', csrf],
      ['field.title', 'Téal'],
      ['field.status', 'on'],
      ['private_url', 'true'],
      await picturePart('grün "1".png'.replaceAll('"', '%22')),
    ];
    const response = await browser.sendParts('/html/new/images', parts);
    expect(response.status).toBe(303);
    const { data, included } = await read(placeOf(response));
    expect(data.attributes).toMatchObject({ title: 'Téal', status: 'on' });
    expect(included?.[0]?.attributes).toMatchObject({ file_name: 'grün %221%22.png', mime_type: 'image/png' });
    expect(included?.[0]?.meta).toMatchObject({ version: 1, private_url: true });
  });

  it('uses the file name as title by default', async () => {
    const response = await browser.sendParts('/html/new/files', [
      ['csrf', csrf],
      ['field.title', ''],
      ['file', { name: 'notes.txt', type: 'text/plain', content: 'Some notes.' }],
    ]);
    expect((await read(placeOf(response))).data.attributes['title']).toBe('notes.txt');
  });

  it('creates the object without a file if none was chosen', async () => {
    const parts: Part[] = [
      ['csrf', csrf],
      ['field.title', 'Later'],
      ['file', { name: '', type: 'application/octet-stream', content: '' }],
    ];
    const { data } = await read(placeOf(await browser.sendParts('/html/new/images', parts)));
    expect([data.attributes['title'], data.relationships.streams.data]).toEqual(['Later', []]);
    const plain = await browser.send('/html/new/images', { csrf, 'field.title': 'Plain' });
    expect(plain.status).toBe(303);
  });

  it('keeps the created object when other fields are refused, and continues as its form', async () => {
    const parts: Part[] = [['csrf', csrf], ['field.title', 'Kept'], ['field.uname', '12'], await picturePart()];
    const { status, text } = await browser.sendParts('/html/new/images', parts);
    expect(status).toBe(400);
    expect(text).toContain('It was made with its file.');
    expect(text).toMatch(/name="field\.uname"[^>]* value="12"[^>]*aria-invalid="true"/);
    const [, action = ''] = /action="(\/html\/edit\/images\/\d+)"/.exec(text) ?? [];
    const saved = await browser.send(action, { csrf, 'field.title': 'Kept', 'field.uname': 'kept-one' });
    expect(saved.status).toBe(303);
    expect((await read('/images/kept-one')).data.attributes['title']).toBe('Kept');
  });

  it('continues with the present values, without overwriting changes of others', async () => {
    const parts: Part[] = [['csrf', csrf], ['field.title', ''], ['field.uname', '12'], await picturePart('named.png')];
    const { text } = await browser.sendParts('/html/new/images', parts);
    const valueOf = (name: string): string =>
      (new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
    const [title, opened, etag] = ['field.title', 'opened', 'etag'].map(valueOf);
    expect(title).toContain('named');
    expect(opened).toContain('field.title=');
    const [, path = ''] = /action="\/html\/edit(\/images\/\d+)"/.exec(text) ?? [];
    const attributes = { description: 'of somebody else' };
    await t.admin.patch(path, { data: { type: 'images', id: path.split('/').at(-1), attributes } });
    const fields = {
      csrf,
      'field.title': title ?? '',
      'field.description': '',
      'field.uname': 'named',
      opened: opened ?? '',
    };
    expect((await browser.send(`/html/edit${path}`, { ...fields, etag: etag ?? '' })).status).toBe(412);
    expect((await browser.send(`/html/edit${path}`, fields)).status).toBe(303);
    expect((await read(path)).data.attributes).toMatchObject({ title, ...attributes, uname: 'named' });
  });

  it.each([
    ['nothing in it', { name: 'a.png', type: 'image/png', content: '' }, 400, 'The file is empty.'],
    ['too much in it', { name: 'a.txt', type: 'text/plain', content: 'x'.repeat(MAX + 1) }, 413, 'larger than 200000'],
    ['a type that it does not hold', { name: 'a.txt', type: 'text/plain', content: 'text' }, 400, 'hold pictures'],
    ['a type that is forbidden', { name: 'a.csv', type: 'text/csv', content: 'a,b' }, 400, 'text/csv'],
    ['what is not what it says', { name: 'a.png', type: 'image/png', content: 'text' }, 400, ''],
  ])('refuses a file with %s like the API, and keeps the entered values', async (_what, file, status, detail) => {
    const before = await count('images');
    const parts: Part[] = [
      ['csrf', csrf],
      ['field.title', 'Entered <b>'],
      ['file', file],
    ];
    const response = await browser.sendParts('/html/new/images', parts);
    expect(response.status).toBe(status);
    expect(response.text).toContain(detail);
    expect(response.text).toContain('value="Entered &lt;b&gt;"');
    expect(response.text).toMatch(
      /id="file" name="file" type="file" aria-describedby="fault-file hint-file" aria-invalid/,
    );
    expect(response.text).toContain('Choose the file once more');
    expect(await count('images')).toBe(before);
  });

  it('does not read the file when another field is wrong', async () => {
    const parts: Part[] = [['csrf', csrf], ['field.extra', '{no'], await picturePart()];
    const before = await count('images');
    const { status, text } = await browser.sendParts('/html/new/images', parts);
    expect([status, await count('images')]).toEqual([400, before]);
    expect(text).toContain('This is not JSON.');
  });

  it('is refused by the API without write permission', async () => {
    const reader = openBrowserClient(t);
    await reader.signIn('reader');
    const parts: Part[] = [['csrf', await reader.csrf()], await picturePart()];
    expect((await reader.sendParts('/html/new/images', parts)).status).toBe(403);
  });
});

describe('the form of a file', () => {
  let path: string;
  beforeAll(async () => {
    path = placeOf(await browser.sendParts('/html/new/images', [['csrf', csrf], await picturePart()]));
  });

  const versions = async (): Promise<unknown[]> => {
    const { data, included = [] } = await read(path);
    return data.relationships.streams.data.map(({ id }) => {
      const stream = included.find((each) => each.id === id);
      return [stream?.meta['version'], stream?.attributes['file_name']];
    });
  };

  it('is found from the page of the object', async () => {
    expect((await browser.get(path)).text).toContain(`href="/html/file${path}"`);
    const { text } = await browser.get(`/html/file${path}`);
    expect(text).toContain('<td>teal.png</td>');
    expect(text).toMatch(/type="radio" name="how" value="post" checked required/);
    const made = await t.admin.create('/documents', { title: 'No file' });
    expect((await browser.get(`/documents/${made.id}`)).text).not.toContain('/html/file');
    expect((await browser.get(`/html/file/documents/${made.id}`)).status).toBe(404);
    expect((await browser.get('/html/file/images/999999')).status).toBe(404);
  });

  it('adds a version, or overwrites the latest one', async () => {
    const form = `/html/file${path}`;
    const added = await browser.sendParts(form, [['csrf', csrf], ['how', 'post'], await picturePart('two.png')]);
    expect([added.status, added.headers['location']]).toEqual([303, `${path}#saved`]);
    expect(await versions()).toEqual([
      [2, 'two.png'],
      [1, 'teal.png'],
    ]);
    const { text } = await browser.get(form);
    const etag = /name="etag" value="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const replace = async (name: string) =>
      browser.sendParts(form, [['csrf', csrf], ['etag', etag], ['how', 'patch'], await picturePart(name)]);
    expect((await replace('three.png')).status).toBe(303);
    expect(await versions()).toEqual([
      [2, 'three.png'],
      [1, 'teal.png'],
    ]);
    const late = await replace('four.png');
    expect(late.status).toBe(412);
    expect(late.text).not.toContain(etag.replaceAll('"', '&quot;'));
  });

  it('reports when no file was chosen, or the same one', async () => {
    const none: Part = ['file', { name: '', type: 'application/octet-stream', content: '' }];
    const empty = await browser.sendParts(`/html/file${path}`, [['csrf', csrf], none]);
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('Choose a file.');
    const same = await picturePart();
    await browser.sendParts(`/html/file${path}`, [['csrf', csrf], ['how', 'post'], same]);
    const again = await browser.sendParts(`/html/file${path}`, [['csrf', csrf], ['how', 'post'], same]);
    expect(again.status).toBe(409);
  });

  it('gives an object its first file', async () => {
    const made = await t.admin.create('/images', { title: 'Bare' });
    const form = `/html/file/images/${made.id}`;
    expect((await browser.get(form)).text).toContain('<h1>Add a file to Bare</h1>');
    expect((await browser.sendParts(form, [['csrf', csrf], await picturePart()])).status).toBe(303);
    expect((await read(`/images/${made.id}`)).data.relationships.streams.data).toHaveLength(1);
  });
});

describe('a form with a file from another site', () => {
  const everything = async (): Promise<unknown> => [await count('images'), await traces(t)];

  it('is refused without the token before the file, and the file is not stored', async () => {
    const before = await everything();
    const file = await picturePart();
    for (const parts of [[file], [['csrf', 'wrong'], file], [file, ['csrf', csrf]]] as Part[][]) {
      expect((await browser.sendParts('/html/new/images', parts)).status).toBe(403);
    }
    expect(await everything()).toEqual(before);
  });

  it('is refused from other sites, without a session, and where no file is accepted', async () => {
    const before = await everything();
    const parts: Part[] = [['csrf', csrf], ['field.title', 'x'], await picturePart()];
    const foreign = await browser.sendParts('/html/new/images', parts, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const anonymous = openBrowserClient(t);
    expect((await anonymous.sendParts('/html/new/images', parts)).status).toBe(401);
    for (const path of ['/html/new/documents', '/html/edit/images/1', '/html/sign-in', '/images']) {
      expect([path, (await browser.sendParts(path, parts)).status]).toEqual([path, path === '/images' ? 401 : 415]);
    }
    expect(await everything()).toEqual(before);
  });
});
