import { describe, expect, it } from 'vitest';
import type { RequestUrl } from '../../../core/context.ts';
import {
  aboutNew,
  linkDocument,
  linkListDocument,
  linksOnlyDocument,
  listDocument,
  metaDocument,
  requestLink,
  singleDocument,
  type Described,
  type ListDocument,
  type Resource,
  type SingleDocument,
} from '../../../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type RawQuery } from '../../../core/format/jsonapi/list-request.ts';
import type { Schema } from '../../../core/http/handler.ts';
import { parseTarget } from '../../../core/http/request/request-target.ts';

const BASE = 'https://example.org/api';

function urlOf(target: string): RequestUrl {
  const { rawPath, segments, linkQuery } = parseTarget(target);
  return { base: BASE, path: segments.join('/'), rawPath, query: linkQuery };
}

const document = (id: number, more: Partial<Resource<'TypedObjects'>> = {}): Resource<'TypedObjects'> => ({
  id: String(id),
  type: 'documents',
  path: `/documents/${id}`,
  attributes: { title: `T${id}`, status: 'on' },
  meta: { created: 'then', locked: false },
  ...more,
});

type ListBody = ListDocument<Described<'TypedObjects'>>;

function list(target: string, query: RawQuery, count: number, items = 0): ListBody {
  const resources = Array.from({ length: items }, (_, index) => document(index + 1));
  return listDocument(
    { resources, count },
    parseListRequest(query, { size: 20, max: 100, count: 1000, textLocale: 'en' }),
    urlOf(target),
  );
}

describe('pagination links (D5, D527)', () => {
  const cases: [string, RawQuery, number, (string | null)[]][] = [
    ['/documents', {}, 0, ['/documents', '/documents', null, null]],
    ['/documents', {}, 20, ['/documents', '/documents', null, null]],
    ['/documents', {}, 21, ['/documents', '/documents?page=2', null, '/documents?page=2']],
    ['/documents?page=2', { page: 2 }, 60, ['/documents', '/documents?page=3', '/documents', '/documents?page=3']],
    [
      '/documents?page=3&page_size=10&sort=-a',
      { page: 3, page_size: 10 },
      45,
      [
        '/documents?page_size=10&sort=-a',
        '/documents?page_size=10&sort=-a&page=5',
        '/documents?page_size=10&sort=-a&page=2',
        '/documents?page_size=10&sort=-a&page=4',
      ],
    ],
    [
      '/documents?page[number]=2&page[size]=1',
      { page: 2, page_size: 1 },
      2,
      [
        '/documents?page%5Bsize%5D=1',
        '/documents?page%5Bsize%5D=1&page%5Bnumber%5D=2',
        '/documents?page%5Bsize%5D=1',
        null,
      ],
    ],
    [
      '/documents?filter[type]=a%20b&filter%5Bc%5D=d&access_token=s',
      {},
      21,
      [
        '/documents?filter%5Btype%5D=a+b&filter%5Bc%5D=d',
        '/documents?filter%5Btype%5D=a+b&filter%5Bc%5D=d&page=2',
        null,
        '/documents?filter%5Btype%5D=a+b&filter%5Bc%5D=d&page=2',
      ],
    ],
    ['/documents?page=1', { page: 1 }, 21, ['/documents', '/documents?page=2', null, '/documents?page=2']],
  ];

  it.each(cases)('%s %j of %i', (target, query, count, links) => {
    const { links: made } = list(target, query, count);
    expect([made['first'], made['last'], made['prev'], made['next']]).toEqual(
      links.map((link) => (link === null ? null : BASE + link)),
    );
  });

  it('lead to the same list when they are followed', () => {
    const { links } = list('/documents?filter[title]=a%26b%3D%2B%23&page=2&page_size=5', { page: 2, page_size: 5 }, 50);
    const { query } = parseTarget((links['next'] ?? '').slice(BASE.length));
    expect(query).toMatchObject({ filter: { title: 'a&b=+#' }, page: '3', page_size: '5' });
  });
});

describe('links of a document', () => {
  it('are the requested URL, without credentials, and home', () => {
    const { links } = list('/documents/?page=2&api_key=k&token=t', { page: 2 }, 50);
    expect(links).toMatchObject({ self: `${BASE}/documents?page=2`, home: `${BASE}/home` });
  });

  it('keep the sent path unchanged', () => {
    expect(requestLink(urlOf('/documents/caf%C3%A9%2F'))).toBe(`${BASE}/documents/caf%C3%A9%2F`);
  });

  it('do not change the query of the request', () => {
    const url = urlOf('/documents?page=2&a=b');
    requestLink(url, 3);
    requestLink(url, 1);
    expect(url.query.toString()).toBe('page=2&a=b');
  });

  it('are alone, or with data of the operation', () => {
    const links = { self: `${BASE}/home`, home: `${BASE}/home` };
    expect(linksOnlyDocument(urlOf('/home'))).toEqual({ links });
    expect(metaDocument({ version: '1' }, urlOf('/home'))).toEqual({ links, meta: { version: '1' } });
  });
});

describe('meta.pagination', () => {
  const cases: [RawQuery, number, number, object][] = [
    [{}, 0, 0, { count: 0, page: 1, page_count: 1, page_items: 0, page_size: 20 }],
    [{}, 20, 20, { count: 20, page: 1, page_count: 1, page_items: 20, page_size: 20 }],
    [{ page: 3, page_size: 10 }, 21, 1, { count: 21, page: 3, page_count: 3, page_items: 1, page_size: 10 }],
    [{ page_size: 1000 }, 250, 100, { count: 250, page: 1, page_count: 3, page_items: 100, page_size: 100 }],
  ];
  it.each(cases)('%j of %i with %i on the page', (query, count, items, pagination) => {
    expect(list('/documents', query, count, items).meta.pagination).toEqual(pagination);
  });
});

describe('sparse fields', () => {
  const cases: [RawQuery, string[], string[]][] = [
    [{}, ['title', 'status'], ['created', 'locked']],
    [{ fields: 'title' }, ['title'], []],
    [{ fields: 'locked,title' }, ['title'], ['locked']],
    [{ fields: 'unknown' }, [], []],
    [{ fields: '' }, [], []],
    [{ fields: 'id,type' }, [], []],
    [{ fields: { documents: 'status' } }, ['status'], []],
    [{ fields: { users: 'title' } }, ['title', 'status'], ['created', 'locked']],
    [{ fields: { _common: 'title', users: 'status' } }, ['title'], []],
    [{ fields: 'toString,__proto__' }, [], []],
  ];
  it.each(cases)('%j shows the attributes %j and the meta %j', (query, attributes, meta) => {
    const { data } = singleDocument(document(1), urlOf('/documents/1'), parseReadRequest(query));
    expect(data).toMatchObject({ id: '1', type: 'documents' });
    expect([Object.keys(data.attributes), Object.keys(data.meta)]).toEqual([attributes, meta]);
  });
});

describe('a resource in a document', () => {
  const related = document(1, {
    relationships: {
      poster: {},
      parent: { data: null },
      see_also: { data: [{ id: '2', type: 'documents' }], count: 1 },
    },
  });

  it('shows additions of a response to its relationships, listed or not', () => {
    const linkage = { poster: { data: null }, created_by_user: { data: { id: '1', type: 'users' } } };
    const { data } = singleDocument({ ...related, linkage }, urlOf('/objects/1'));
    expect(data.relationships).toMatchObject(linkage);
    expect(Object.keys(data.relationships ?? {})).toEqual(['poster', 'parent', 'see_also', 'created_by_user']);
  });

  it('links each relationship, with data and count on request', () => {
    const body = singleDocument(related, urlOf('/objects/1'));
    const links = (name: string) => ({
      related: `${BASE}/documents/1/${name}`,
      self: `${BASE}/documents/1/relationships/${name}`,
    });
    expect(body.data.relationships).toEqual({
      poster: { links: links('poster') },
      parent: { links: links('parent'), data: null },
      see_also: { links: links('see_also'), data: [{ id: '2', type: 'documents' }], meta: { count: 1 } },
    });
  });

  it('has a link to itself in a list and in included, not alone', () => {
    const request = parseListRequest(
      { fields: { documents: 'title' } },
      { size: 20, max: 100, count: 1000, textLocale: 'en' },
    );
    const body = listDocument({ resources: [document(1)], count: 1 }, request, urlOf('/objects'), {
      included: [document(2)],
    });
    for (const [index, resource] of [body.data[0], body.included?.[0]].entries()) {
      expect(resource).toMatchObject({
        attributes: { title: `T${index + 1}` },
        links: { self: `${BASE}/documents/${index + 1}` },
      });
    }
    expect(singleDocument(document(1), urlOf('/documents/1')).data).not.toHaveProperty('links');
  });

  it('that is new has a link to itself', () => {
    const url = aboutNew('/documents/9', urlOf('/documents?a=b'));
    expect(singleDocument(document(9), url, parseReadRequest({}))).toMatchObject({
      links: { self: `${BASE}/documents/9`, home: `${BASE}/home` },
    });
  });

  it('that is missing is null', () => {
    expect(singleDocument(null, urlOf('/documents/1/parent'))).toMatchObject({ data: null });
    expect(linkDocument(null, urlOf('/x'))).toMatchObject({ data: null });
  });

  it('is only an identifier in links', () => {
    const page = { resources: [{ id: '1', type: 'documents' }], count: 1 };
    const body = linkListDocument(
      page,
      parseListRequest({}, { size: 20, max: 100, count: 1000, textLocale: 'en' }),
      urlOf('/x'),
      '/documents',
    );
    expect(body.data).toEqual([{ id: '1', type: 'documents' }]);
    expect(body.links['available']).toBe(`${BASE}/documents`);
    expect(linkDocument(document(1), urlOf('/x')).data).toEqual({ id: '1', type: 'documents' });
  });
});

describe('meta.schema', () => {
  const schema = { documents: { $id: 'x', revision: '1' } };
  const request = parseListRequest({}, { size: 20, max: 100, count: 1000, textLocale: 'en' });

  it('names the types in a response', () => {
    const page = { resources: [document(1)], count: 1 };
    expect(listDocument(page, request, urlOf('/x'), { schema }).meta.schema).toEqual(schema);
    expect(singleDocument(document(1), urlOf('/x'), { ...request, schema })).toMatchObject({ meta: { schema } });
  });

  it('is absent from an empty list', () => {
    const body = listDocument({ resources: [], count: 0 }, request, urlOf('/x'), { schema });
    expect(body.meta).not.toHaveProperty('schema');
  });
});

describe('the type of a document', () => {
  const resource = (type: 'tags' | 'roles') => ({ id: '1', type, path: '/x/1', attributes: {}, meta: {} });
  const tag = resource('tags') as Resource<'Tags'>;
  const request = parseListRequest({}, { size: 20, max: 100, count: 1000, textLocale: 'en' });

  it('is the described one of its resource: that of another resource does not compile', () => {
    const single: Schema<'TagsResponse'> = singleDocument(tag, urlOf('/model/tags/1'));
    // @ts-expect-error a tag is no role
    const other: Schema<'RolesResponse'> = singleDocument(tag, urlOf('/roles/1'));
    const list: Schema<'TagsListResponse'> = listDocument(
      { resources: [tag], count: 1 },
      request,
      urlOf('/model/tags'),
    );
    // @ts-expect-error nor a list of tags one of roles
    const others: Schema<'RolesListResponse'> = listDocument({ resources: [tag], count: 1 }, request, urlOf('/roles'));
    // @ts-expect-error what may be null is not described as a tag
    const nothing: Schema<'TagsResponse'> = singleDocument(tag as Resource<'Tags'> | null, urlOf('/model/tags/1'));
    const document: SingleDocument<Described<'Tags'>> = single;
    expect([document, other, nothing]).toEqual([single, singleDocument(tag, urlOf('/roles/1')), single]);
    expect([list.data, others.data]).toEqual([[expect.objectContaining({ id: '1', type: 'tags' })], list.data]);
  });

  it('is checked where a resource is created: its type is the described one', () => {
    // @ts-expect-error the described type of tags is "tags"
    const wrong: Resource<'Tags'> = resource('roles');
    expect(wrong.type).toBe('roles');
  });
});
