// fields and fields[type] (D8, D526).
import { beforeAll, describe, expect, it } from 'vitest';
import { profiled } from '../../support/database/profiled.ts';
import { errorSources, serviceForTests } from '../../support/service.ts';

// Each response is made anew: what it reads is looked at.
const test = serviceForTests({ monitorCommands: true, env: { RESPONSE_CACHE: '0' } });
let id: string;
beforeAll(async () => {
  ({ id } = await test.editor.create('/documents', { title: 'A', body: 'B', status: 'on', extra: { title: 1 } }));
  await test.editor.create('/news', { title: 'N', body: 'B', status: 'on' });
});

interface Shape {
  id: string;
  type: string;
  links?: unknown;
  attributes?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  relationships?: Record<string, unknown>;
}
const get = async (path: string) =>
  (await test.anonymous.get(path)).body as { data: Shape | Shape[]; links: unknown; meta: unknown };
const one = async (query: string) => (await get(`/documents/${id}?${query}`)).data as Shape;

describe('fields', () => {
  it('shows only the named attributes and meta members, each in its place', async () => {
    const shown = await one('fields=title,created,status');
    expect(shown).toMatchObject({ id, type: 'documents' });
    expect(shown.attributes).toEqual({ title: 'A', status: 'on' });
    expect(shown.meta).toEqual({ created: '2026-05-13T07:09:23+00:00' });
  });

  it('ignores unknown names, and blanks around names', async () => {
    expect((await one('fields=%20title%20,nothing,__proto__')).attributes).toEqual({ title: 'A' });
  });

  it('applies to every type in a list, and keeps id, type and links', async () => {
    const { data } = await get('/objects?fields=title');
    expect((data as Shape[]).length).toBeGreaterThan(1);
    for (const each of data as Shape[]) {
      expect(Object.keys(each.attributes ?? {})).toEqual(['title']);
      expect(each.links).toBeDefined();
    }
  });

  it('of one type applies to that type only, and takes precedence', async () => {
    const { data } = await get('/objects?fields%5Bdocuments%5D=body');
    const [document, news] = data as Shape[];
    expect(document?.attributes).toEqual({ body: 'B' });
    expect(Object.keys(news?.attributes ?? {}).length).toBeGreaterThan(5);
    expect((await one('fields%5Bdocuments%5D=body&fields%5Bnews%5D=title')).attributes).toEqual({ body: 'B' });
    const mixed = (await get('/objects?fields%5B_common%5D=uname&fields%5Bdocuments%5D=body')).data as Shape[];
    expect(mixed.map((each) => Object.keys(each.attributes ?? {}))).toEqual([['body'], ['uname']]);
  });

  it('keeps attributes and meta even if empty (D64)', async () => {
    expect((await one('fields=title')).meta).toEqual({});
    expect((await one('fields=created')).attributes).toEqual({});
  });

  it.each([
    'fields%5B%5D=title',
    'fields%5Bdocuments%5D%5B%5D=title',
    'fields%5Bdocuments%5D%5Bx%5D=title',
    'fields=title&fields=body',
  ])('is 400 if it is not a short text: %s', async (query) => {
    const response = await test.anonymous.get(`/documents?${query}`);
    expect([response.status, errorSources(response)[0]?.startsWith('fields')]).toEqual([400, true]);
  });
});

describe('the length of fields', () => {
  it('has the limit of the description', async () => {
    expect((await test.anonymous.get(`/documents?fields=${'x'.repeat(2001)}`)).status).toBe(400);
  });
});

describe('include and count', () => {
  it('is 400 for a relationship that does not exist, naming it', async () => {
    for (const path of ['/documents', '/objects', `/documents/${id}`]) {
      const response = await test.anonymous.get(`${path}?include=nothing`);
      expect([response.status, errorSources(response), response.text.includes('nothing')]).toEqual([
        400,
        ['include'],
        true,
      ]);
    }
  });

  it.each(['include%5B%5D=poster', 'include=a.b.c.d', 'include=a..b', 'include=.', 'count%5B%5D=all'])(
    'is 400 if it is not a list of paths up to depth 3: %s',
    async (query) => {
      expect((await test.anonymous.get(`/documents?${query}`)).status).toBe(400);
    },
  );

  it('is 400 for an unknown name to count', async () => {
    for (const path of ['/documents', '/objects', '/trash', `/documents/${id}`, '/documents?filter[id]=999999']) {
      const response = await test.admin.get(`${path}${path.includes('?') ? '&' : '?'}count=nothing`);
      expect([path, response.status]).toEqual([path, 400]);
    }
    expect((await test.anonymous.get('/documents?count=all')).status).toBe(200);
    expect((await test.anonymous.get('/documents?count=poster,see_also')).status).toBe(200);
  });
});

describe('a field that is not shown', () => {
  beforeAll(async () => {
    await test.editor.create('/folders', { title: 'F', status: 'on' });
    const category = { name: 'soups', object_type_name: 'documents', labels: { default: 'Soups' } };
    await test.admin.create('/model/categories', category);
    const attributes = { title: 'C', status: 'on', categories: [{ name: 'soups' }], tags: [{ name: 'hot' }] };
    await test.editor.create('/documents', attributes);
  });

  /** Collections that a request reads. */
  async function collectionsOf(caller: 'admin' | 'anonymous', path: string): Promise<string[]> {
    const { db } = test.service.services.store;
    const read = async () => expect([path, (await test[caller].get(path)).status]).toEqual([path, 200]);
    const reads = await profiled(db, read, { op: { $in: ['query', 'command'] } });
    return reads.map(({ ns }) => ns.slice(db.databaseName.length + 1));
  }

  it.each([
    ['labels of categories', 'anonymous', '/documents', 'title', 'categories'],
    ['labels of tags', 'anonymous', '/documents', 'title', 'tags'],
    ['paths of folders', 'anonymous', '/folders', 'title', 'trees'],
    ['accounts of users at other services', 'admin', '/users', 'username', 'external_auth'],
  ] as const)('is not read: %s', async (...[, caller, path, shown, collection]) => {
    expect(await collectionsOf(caller, path)).toContain(collection);
    expect(await collectionsOf(caller, `${path}?fields=${shown}`)).not.toContain(collection);
    const [type] = path.slice(1).split('/');
    expect(await collectionsOf(caller, `${path}?fields%5B${type}%5D=${shown}`)).not.toContain(collection);
  });

  it('is read if it is named', async () => {
    const read = (path: string) => collectionsOf('anonymous', path);
    expect(await read('/documents?fields=categories')).toContain('categories');
    expect(await read('/documents?fields%5Bnews%5D=title')).toContain('categories');
    expect(await read('/folders?fields=path')).toContain('trees');
  });

  it('does not affect the shown values', async () => {
    for (const path of ['/documents', '/folders', '/objects', `/documents/${id}`]) {
      const whole = [(await get(path)).data].flat();
      for (const fields of ['title,categories', 'tags', 'created,path,perms', 'locked,uname,body']) {
        const wanted = fields.split(',');
        const only = (values: Record<string, unknown> = {}) =>
          Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(name)));
        const sparse = [(await get(`${path}?fields=${fields}`)).data].flat();
        // Relationships are fields too (D806): none of them is named.
        const expected = whole.map(({ relationships: _relationships, ...each }) => ({
          ...each,
          attributes: only(each.attributes),
          meta: only(each.meta),
        }));
        expect(sparse).toEqual(expected);
      }
    }
  });
});

describe('a list with fields', () => {
  beforeAll(async () => {
    for (const name of ['weight', 'height']) {
      const property = { object_type_name: 'documents', property_type_name: 'integer' };
      await test.admin.create('/model/properties', { ...property, name });
    }
    await test.editor.create('/documents', { title: 'C', body: 'needle', weight: 1, height: 2, status: 'on' });
  });

  it.each(['title', 'body', 'weight', 'weight,body,extra', 'height,created', 'nothing'])(
    'shows the same values as without fields: %s',
    async (names) => {
      const wanted = new Set(names.split(','));
      for (const path of ['/documents', '/objects', '/documents?sort=-weight', '/documents?filter[query]=needle']) {
        const join = path.includes('?') ? '&' : '?';
        const [all, some] = [await get(path), await get(`${path}${join}fields=${names}`)];
        const kept = (all.data as Shape[]).map(({ attributes = {} }) =>
          Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted.has(name))),
        );
        expect(kept.length).toBeGreaterThan(0);
        expect((some.data as Shape[]).map(({ attributes }) => attributes)).toEqual(kept);
      }
    },
  );

  it.each([
    ['/documents?fields=title', { body: 0, description: 0, extra: 0, custom: 0 }],
    ['/documents?fields=body,weight', { description: 0, extra: 0, 'custom.height': 0 }],
    ['/documents', undefined],
  ])('does not read large values that it does not show: %s', async (path, projection) => {
    const seen: unknown[] = [];
    const { client } = test.service.services.store;
    const note = ({ command }: { command: Record<string, unknown> }) => {
      if (command['find'] === 'documents.documents') seen.push(command['projection']);
    };
    client.on('commandStarted', note);
    await get(path);
    client.off('commandStarted', note);
    expect(seen).toEqual([projection]);
  });
});

describe('relationships', () => {
  /** Every resource of a document: primary ones and included ones. */
  const shownBy = (body: unknown): Shape[] => {
    const { data, included = [] } = body as { data: Shape | Shape[] | null; included?: Shape[] };
    return [...[data ?? []].flat(), ...included];
  };

  it('are sent if they are named, in every list and of every type', async () => {
    const home = (await test.admin.get('/home')).body as {
      meta: { resources: Record<string, { hints: { allow: string[] } }> };
    };
    const lists = Object.entries(home.meta.resources).flatMap(([path, { hints }]) =>
      hints.allow.includes('GET') ? [path] : [],
    );
    let named = 0;
    for (const path of [...lists, `/documents/${id}`, '/users/1', '/roles/1', '/users/1/roles']) {
      const whole = await test.admin.get(`${path}?page_size=3`);
      const one = whole.status === 400 ? await test.admin.get(path) : whole;
      if (one.status !== 200 || (one.body as { data?: unknown }).data === undefined) continue;
      const names = [...new Set(shownBy(one.body).flatMap(({ relationships = {} }) => Object.keys(relationships)))];
      if (names.length === 0) continue;
      const [first = ''] = names;
      const none = await test.admin.get(`${path}?fields=title,name`);
      expect([path, none.status]).toEqual([path, 200]);
      for (const each of shownBy(none.body)) expect([path, each.relationships]).toEqual([path, undefined]);
      const some = await test.admin.get(`${path}?fields=title,${first}`);
      for (const each of shownBy(some.body))
        expect(Object.keys(each.relationships ?? {}).filter((name) => name !== first)).toEqual([]);
      named += Number(shownBy(some.body).some(({ relationships }) => relationships && first in relationships));
    }
    expect(named).toBeGreaterThan(12);
  });

  it('that are included have no linkage unless they are named; included resources follow their own fields', async () => {
    const path = `/documents/${id}?include=created_by_user`;
    const both = (await test.admin.get(`${path}&fields%5Bdocuments%5D=title&fields%5Busers%5D=username`)).body;
    const [document, user] = shownBy(both);
    expect([document?.relationships, user?.relationships]).toEqual([undefined, undefined]);
    expect(Object.keys(user?.attributes ?? {})).toEqual(['username']);
    const linked = (await test.admin.get(`${path}&fields%5Bdocuments%5D=created_by_user`)).body;
    expect(Object.keys(shownBy(linked)[0]?.relationships ?? {})).toEqual(['created_by_user']);
    expect(Object.keys(shownBy(linked)[1]?.relationships ?? {}).length).toBeGreaterThan(0);
  });
});

describe('an empty include', () => {
  it.each(['/documents', '/objects', '/folders', '/users', '/translations', '/roles'])(
    'has an empty list of included resources: %s',
    async (path) => {
      for (const place of [path, `${path}?page_size=1`]) {
        const { body, status } = await test.admin.get(`${place}${place.includes('?') ? '&' : '?'}include=`);
        expect([status, (body as { included?: unknown }).included]).toEqual([200, []]);
        expect((await test.admin.get(place)).body).not.toHaveProperty('included');
      }
    },
  );
});
