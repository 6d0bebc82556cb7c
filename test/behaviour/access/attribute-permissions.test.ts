// Attributes that only some roles read (D578): they are hidden from other callers in all values, also over `/objects`
// and of earlier states, and in filters, orders, totals, searches and tags.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KEPT,
  openAttributeWorld,
  permit,
  readBy,
  WORDS,
  type AttributeWorld,
} from '../../support/writes/attribute-world.ts';
import { openBrowserClient } from '../../support/clients/browser-client.ts';
import { countedIds as idsAt, remade } from '../../support/permissions/hidden-world.ts';
import type { Client, ResourceData, TestService } from '../../support/service.ts';
import { attributesOf, list, read } from '../../support/database/versions.ts';

let world: AttributeWorld;
let test: TestService;
let made: ResourceData;
let member: Client;
beforeAll(async () => {
  world = await openAttributeWorld({ PUBLIC_CACHE: '*:5m', PUBLIC_URL: 'http://localhost' });
  ({ test, made, member } = world);
  await permit(world, 'dossiers', readBy('board'));
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});

const HIDDEN_WORDS = new RegExp(WORDS.join('|'), 'i');
const others = (): Client[] => [test.anonymous, test.reader, test.editor];
const readers = (): Client[] => [member, test.admin];

describe('responses', () => {
  it.each([
    '/dossiers/{id}',
    '/objects/{id}',
    '/dossiers',
    '/objects',
    '/documents/{open}/see_also',
    '/documents/{open}?include=see_also',
    '/documents?include=see_also.translations',
  ])('of %s show restricted attributes to their roles only', async (path) => {
    const at = path.replace('{id}', made.id).replace('{open}', world.open.id);
    for (const query of ['', 'lang=it', 'fields=title,body,secret,salary', 'fields[dossiers]=title,salary']) {
      const address = query === '' ? at : `${at}${at.includes('?') ? '&' : '?'}${query}`;
      for (const client of others()) {
        const { status, text } = await client.get(address);
        expect([address, status, HIDDEN_WORDS.test(text)]).toEqual([address, 200, false]);
      }
      for (const client of readers()) expect((await client.get(address)).text).toMatch(HIDDEN_WORDS);
    }
  });

  it('of a single object omit only these attributes', async () => {
    const all = await attributesOf(test.admin, made);
    expect(await attributesOf(member, made)).toEqual(all);
    const left = Object.fromEntries(Object.entries(all).filter(([name]) => !KEPT.includes(name)));
    for (const client of others()) expect(await attributesOf(client, made)).toEqual(left);
  });

  it('of the legacy API and pages do not show them to other roles', async () => {
    const folder = (await test.admin.get('/folders/publication')).body as { data: { id: string } };
    const data = [{ type: 'dossiers', id: made.id }];
    await test.admin.post(`/folders/${folder.data.id}/relationships/children`, { data });
    const paths = [`/objects/${made.id}`, `/objects/${made.id}?lang=ita`, `/dossiers/${made.id}`, '/dossiers'];
    for (const [client, mayRead] of [...others().map((each) => [each, false] as const), [member, true] as const]) {
      for (const accept of ['application/json', 'text/html']) {
        for (const path of paths.filter((each) => accept !== 'text/html' || !each.includes('lang='))) {
          const { status, text } = await client.get(path, { Accept: accept });
          expect([accept, path, status, HIDDEN_WORDS.test(text)]).toEqual([accept, path, 200, mayRead]);
        }
      }
    }
    const browser = openBrowserClient(test);
    await browser.signIn('editor');
    for (const path of [`/dossiers/${made.id}`, `/html/edit/dossiers/${made.id}`, '/dossiers']) {
      const { text } = await browser.get(path);
      expect([path, text.includes('plain words') || path === '/dossiers', HIDDEN_WORDS.test(text)]).toEqual([
        path,
        true,
        false,
      ]);
    }
  });

  it('of translations show the fields of attributes that the caller may read', async () => {
    const paths = [
      '/translations',
      `/translations/${world.translation.id}`,
      `/dossiers/${made.id}/translations`,
      `/dossiers/${made.id}?include=translations`,
    ];
    for (const path of paths) {
      for (const client of others()) {
        const { text } = await client.get(path);
        expect([path, /zebratradotto/.test(text), text.includes('parole')]).toEqual([path, false, true]);
      }
      expect((await member.get(path)).text).toContain('zebratradotto');
    }
  });
});

describe('lists', () => {
  it('have no such filters and sorts for other roles, and over all types do not filter or sort by them', async () => {
    const filters = ['title=x', 'description][like]=zebra', 'salary][gt]=1', 'secret=x', 'categories=internal'];
    for (const each of filters) {
      const query = `filter[${each.includes('][') ? each : each.replace('=', ']=')}`;
      for (const client of others()) {
        expect([query, (await client.get(`/dossiers?${query}`)).status]).toEqual([query, 400]);
      }
      expect([query, (await member.get(`/dossiers?${query}`)).status]).toEqual([query, 200]);
    }
    // The relation has documents as targets too, whose title and description every caller reads.
    for (const query of ['description][like]=zebra', 'title]=Zebratitle', 'salary][gt]=1', 'secret]=zebrasecret']) {
      const path = `/documents?filter[see_also.${query}`;
      for (const client of others()) {
        const { status, body } = await client.get(path);
        expect([path, status === 400 || (body as { data: object[] }).data.length === 0]).toEqual([path, true]);
      }
      expect(await idsAt(member, path)).toEqual([world.open.id]);
    }
    const all: [string, string[]][] = [
      ['filter[description][like]=zebra', []],
      ['filter[title]=Zebratitle', []],
      ['filter[title][null]=1&filter[type]=dossiers', []],
      ['filter[title][ne]=Zebratitle&filter[type]=dossiers', []],
    ];
    for (const [query, ids] of all) {
      for (const client of others()) expect([query, await idsAt(client, `/objects?${query}`)]).toEqual([query, ids]);
    }
    expect(await idsAt(member, '/objects?filter[title]=Zebratitle')).toEqual([made.id]);
    for (const name of ['title', 'description', 'salary', 'secret']) {
      for (const client of others()) expect((await client.get(`/dossiers?sort=${name}`)).status).toBe(400);
      expect((await member.get(`/dossiers?sort=-${name}`)).status).toBe(200);
    }
  });

  it('are ordered as if they had no value', async () => {
    const other = await test.admin.create('/dossiers', { title: 'aaa', status: 'on' });
    const orderOf = async (client: Client, query: string): Promise<string[]> =>
      (await idsAt(client, `/objects?filter[type]=dossiers&${query}`)).filter((id) => [other.id, made.id].includes(id));
    for (const query of ['sort=title', 'sort=-title']) {
      const before = await orderOf(test.editor, query);
      await patched(test.admin, other, { title: 'zzz' });
      expect(await orderOf(test.editor, query)).toEqual(before);
      await patched(test.admin, other, { title: 'aaa' });
    }
    expect(await orderOf(member, 'sort=title')).toEqual([other.id, made.id]);
    await test.admin.delete(`/dossiers/${other.id}`);
    await test.admin.delete(`/trash/${other.id}`);
  });

  it('do not search restricted attributes, for any caller', async () => {
    await remade(world);
    for (const path of ['/dossiers', '/objects', '/translations']) {
      for (const word of ['zebratitle', 'zebradescription', 'zebrabody', 'zebratradotto']) {
        for (const client of [...others(), ...readers()]) {
          expect([path, word, await idsAt(client, `${path}?q=${word}`)]).toEqual([path, word, []]);
        }
      }
    }
    expect(await idsAt(test.anonymous, '/translations?q=parole')).toEqual([world.translation.id]);
    expect(await idsAt(test.anonymous, '/objects?q=yakdescription')).toEqual([world.open.id]);
  });

  it('of a category are empty for callers who may not read categories of an object', async () => {
    const rows = (await test.admin.get('/model/categories')).body as { data: { id: string }[] };
    const category = rows.data[0]?.id ?? '';
    const path = `/model/categories/${category}`;
    for (const client of others()) {
      expect(await idsAt(client, `${path}/object_categories`)).toEqual([]);
      expect((await client.get(`${path}?include=object_categories`)).text).not.toContain(`"${made.id}"`);
    }
    expect(await idsAt(member, `${path}/object_categories`)).toEqual([made.id]);
  });

  it('hide them in the trash as well', async () => {
    await test.admin.delete(`/dossiers/${made.id}`);
    for (const path of ['/trash', `/trash/${made.id}`, '/trash?sort=title']) {
      expect([path, HIDDEN_WORDS.test((await test.editor.get(path)).text)]).toEqual([path, false]);
      expect((await member.get(path)).text).toMatch(HIDDEN_WORDS);
    }
    expect(await idsAt(test.editor, '/trash?filter[title][like]=zebra')).toEqual([]);
    expect(await idsAt(member, '/trash?filter[title][like]=zebra')).toEqual([made.id]);
    const data = { id: made.id, type: 'objects' };
    expect((await test.admin.patch(`/trash/${made.id}`, { data })).status).toBe(204);
  });
});

async function patched(client: Client, { id, type }: ResourceData, attributes: object): Promise<void> {
  const { status, text } = await client.patch(`/${type}/${id}`, { data: { id, type, attributes } });
  if (status !== 200) throw new Error(text);
}

describe('earlier states', () => {
  it('of an object and its translations show them to these roles only', async () => {
    for (const id of [made.id, world.translation.id]) {
      const path = `/history?filter[resource_id]=${id}`;
      const { text } = await test.editor.get(path);
      expect([HIDDEN_WORDS.test(text), /zebratradotto/.test(text)]).toEqual([false, false]);
      expect((await member.get(path)).text).toMatch(id === made.id ? HIDDEN_WORDS : /zebratradotto/);
    }
    expect((await test.editor.get(`/history?filter[resource_id]=${made.id}`)).text).toContain('plain words');
  });

  it('do not show them to others in versions, not even the names of changed attributes', async () => {
    await patched(test.admin, made, { salary: 424243, subject: 'other words' });
    const number = (await list(test.admin, made)).data.length;
    const seen = await read(test.editor, made, number, `compare=${number - 1}`);
    expect([seen.meta.changed, Object.keys(seen.meta.differences ?? {})]).toEqual([['subject'], ['subject']]);
    expect(JSON.stringify(seen)).not.toMatch(HIDDEN_WORDS);
    const whole = await read(member, made, number, `compare=${number - 1}`);
    expect(Object.keys(whole.meta.differences ?? {}).sort()).toEqual(['salary', 'subject']);
  });

  it('do not show them to others in events', async () => {
    await patched(test.admin, made, { salary: 424242, subject: 'plain words' });
    await test.service.services.recordedEvents.numbering.settle();
    const last = async (client: Client): Promise<unknown> => {
      const { body, text } = await client.get('/feed?page_size=100&filter[type]=dossiers');
      const { data } = body as { data: ResourceData[] };
      if (text === '') throw new Error('no feed');
      return (data.at(-1)?.attributes['data'] as { changed: string[] }).changed.toSorted();
    };
    expect(await last(test.editor)).toEqual(['subject']);
    expect(await last(member)).toEqual(['salary', 'subject']);
  });
});

describe('caches', () => {
  it('store responses for anonymous callers, and ETags differ between readers', async () => {
    const path = `/dossiers/${made.id}`;
    const open = await test.anonymous.get(path);
    expect(open.headers['cache-control']).toBe('public, max-age=0, s-maxage=300');
    expect([open.headers['surrogate-key'], HIDDEN_WORDS.test(open.text)]).toEqual([`dossiers-${made.id}`, false]);
    const whole = await member.get(path);
    expect(whole.headers['cache-control']).not.toContain('public');
    expect(whole.headers['etag']).not.toBe(open.headers['etag']);
    const etag = whole.headers['etag'] ?? '';
    expect((await test.editor.get(path, { 'If-None-Match': etag })).status).toBe(200);
    expect((await member.get(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('have no responses that a change of the rules has made invalid', async () => {
    const path = `/dossiers/${made.id}`;
    const etag = (await test.editor.get(path)).headers['etag'] ?? '';
    await permit(world, 'dossiers', readBy('editor'));
    const { status, text } = await test.editor.get(path, { 'If-None-Match': etag });
    expect([status, HIDDEN_WORDS.test(text)]).toEqual([200, true]);
    await permit(world, 'dossiers', readBy('board'));
    expect((await test.editor.get(path)).text).not.toMatch(HIDDEN_WORDS);
    await remade(world);
  });
});
