// The functions that make responses from the data of a view (core/representation).
import { describe, expect, it } from 'vitest';
import { SERVICE_CONTEXT, type RequestContext } from '../../../core/context.ts';
import type { Resource } from '../../../core/format/jsonapi/documents.ts';
import type { Reply } from '../../../core/http/handler.ts';
import type { ListRequest } from '../../../core/list-request.ts';
import {
  answerIdentifiers,
  answerNew,
  answerOne,
  answerPage,
  answerToOne,
  NO_QUERY,
} from '../../../core/representation/responses.ts';
import { relatedToMany, relatedToOne } from '../../../core/representation/related.ts';
import { rowView, type Represented, type ResourceView } from '../../../core/representation/resource-view.ts';
import type { ResourceRow } from '../../../core/resources/resource-type.ts';

interface Row extends ResourceRow {
  _id: number;
  name: string;
}

const row = (id: number, name = `tag ${id}`): Row => ({
  _id: id,
  name,
  revision: 3,
  created: new Date(0),
  modified: new Date(0),
});

const toResource = ({ _id, name }: Row): Resource<'Tags'> => ({
  id: String(_id),
  type: 'tags',
  path: `/model/tags/${_id}`,
  attributes: { name },
  meta: {},
});

const tags = rowView<Row, 'Tags'>({ type: 'tags', toResource });

const contextAt = (rawPath: string): RequestContext => ({
  ...SERVICE_CONTEXT,
  url: { base: 'https://example.org', path: rawPath.slice(1), rawPath, query: new URLSearchParams('a=b') },
});

const list: ListRequest = {
  ...NO_QUERY,
  page: 1,
  pageSize: 20,
  sort: [],
  textLocale: 'en',
  filters: new Map(),
  search: undefined,
};

/** The same view, with included resources. */
const with_ = (represented: Partial<Represented<'Tags'>>): ResourceView<Row, 'Tags'> => ({
  ...tags,
  represent: (rows) => ({ resources: rows.map(toResource), ...represented }),
});

describe('a response with one resource', () => {
  const variantOf = async (view: ResourceView<Row, 'Tags'>, item: Row, request = NO_QUERY): Promise<string> =>
    (await answerOne(view, item, request, contextAt('/model/tags/1'))).etag.variant;

  it('has the revision of the item in its ETag', async () => {
    expect((await answerOne(tags, row(1), NO_QUERY, contextAt('/x'))).etag.revision).toBe(3);
  });

  it('has another variant for another representation of the same revision', async () => {
    const variants = await Promise.all([
      variantOf(tags, row(1)),
      variantOf(tags, row(1, 'other')),
      variantOf(with_({ included: [] }), row(1)),
      variantOf(with_({ included: [toResource(row(2))] }), row(1)),
      variantOf(with_({ schema: { tags: { $id: 'x', revision: '1' } } }), row(1)),
      variantOf(with_({ schema: { tags: { $id: 'x', revision: '2' } } }), row(1)),
    ]);
    expect(new Set(variants).size).toBe(variants.length);
    expect(await variantOf(tags, row(1))).toBe(variants[0]);
  });

  it('omits from its variant the parts covered by the revision, if the view permits this', async () => {
    const versioned: ResourceView<Row, 'Tags'> = { ...tags, unversioned: ({ id }) => id };
    expect(await variantOf(versioned, row(1, 'other'))).toBe(await variantOf(versioned, row(1)));
    const counted = { ...NO_QUERY, count: ['x'] };
    expect(await variantOf(versioned, row(1, 'other'), counted)).not.toBe(await variantOf(versioned, row(1), counted));
    const including = { ...with_({ included: [] }), unversioned: () => '' };
    expect(await variantOf(including, row(1, 'other'))).not.toBe(await variantOf(including, row(1)));
  });

  it('makes its body only on demand', async () => {
    let reads = 0;
    const counted: Resource<'Tags'> = {
      ...toResource(row(1)),
      get path() {
        reads += 1;
        return '/model/tags/1';
      },
    };
    const view: ResourceView<Row, 'Tags'> = {
      ...tags,
      unversioned: () => '',
      represent: () => ({ resources: [counted] }),
    };
    const { body } = await answerOne(view, row(1), NO_QUERY, contextAt('/model/tags/1'));
    expect(reads).toBe(0);
    expect(body().data).toMatchObject({ id: '1' });
    expect(reads).toBeGreaterThan(0);
  });

  it('with a new resource has its link', async () => {
    const { status, headers, body } = await answerNew(tags, row(9), contextAt('/model/tags'));
    const place = 'https://example.org/model/tags/9';
    expect([status, headers.Location, body().links.self]).toEqual([201, place, place]);
  });
});

describe('related endpoints', () => {
  const config = { pageSizeMax: 100, countLimit: 1000 };
  const call = { params: {}, query: {}, context: contextAt('/x') };

  it('to many list resources, and their identifiers alone', async () => {
    const page = { view: tags, items: [row(1), row(2)], count: 2, available: '/model/tags' };
    const related = relatedToMany(config, () => Promise.resolve(page));
    const { body } = await related.resources(call);
    expect(body.data).toMatchObject([{ id: '1', attributes: { name: 'tag 1' } }, { id: '2' }]);
    const identifiers = await related.identifiers(call);
    expect(identifiers.body.data).toEqual(['1', '2'].map((id) => ({ id, type: 'tags' })));
    for (const { links } of [body, identifiers.body]) expect(links.available).toBe('https://example.org/model/tags');
  });

  it('to one lead to a resource or to null', async () => {
    const related = relatedToOne(({ item }: { item?: Row }) => ({ view: tags, item }));
    const found = { ...call, params: { item: row(1) } };
    expect((await related.resource(found)).body.data).toMatchObject({ id: '1', attributes: { name: 'tag 1' } });
    expect((await related.identifier(found)).body.data).toEqual({ id: '1', type: 'tags' });
    expect((await related.resource(call)).body.data).toBeNull();
    expect((await related.identifier(call)).body.data).toBeNull();
  });
});

describe('the type of a response', () => {
  const context = contextAt('/model/tags');

  it('is the described one of its view: the view of another resource does not compile', async () => {
    const single: Reply<'getTag'> = await answerOne(tags, row(1), NO_QUERY, context);
    // @ts-expect-error a tag is no role
    const other: Reply<'getRole'> = await answerOne(tags, row(1), NO_QUERY, context);
    const created: Reply<'createTag'> = await answerNew(tags, row(1), context);
    // @ts-expect-error nor is a new one
    const otherCreated: Reply<'createRole'> = await answerNew(tags, row(1), context);
    const page: Reply<'listTags'> = await answerPage(tags, { items: [], count: 0 }, list, context);
    // @ts-expect-error nor is a page of tags one of roles
    const otherPage: Reply<'listRoles'> = await answerPage(tags, { items: [], count: 0 }, list, context);
    // @ts-expect-error what may lead nowhere is not described as a tag
    const nothing: Reply<'getTag'> = await answerToOne(tags, undefined as Row | undefined, NO_QUERY, context);
    const identifiers = answerIdentifiers({ items: [tags.identify(row(1))], count: 1 }, list, context);
    const ofTags: 'tags' | undefined = identifiers.body.data[0]?.type;
    // @ts-expect-error an identifier of a tag is none of a role
    const ofRoles: 'roles' | undefined = ofTags;
    const statuses = [single, other, created, otherCreated, page, otherPage, nothing, identifiers].map(
      ({ status }) => status,
    );
    expect([ofTags, ofRoles]).toEqual(['tags', 'tags']);
    expect(statuses).toEqual([200, 200, 201, 201, 200, 200, 200, 200]);
  });

  it('is that of the items: another item does not compile', () => {
    // @ts-expect-error a tag has a name
    expect(() => answerPage(tags, { items: [{ _id: 1 }], count: 1 }, list, context)).not.toThrow();
  });
});
