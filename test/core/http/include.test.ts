import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../core/format/jsonapi/documents.ts';
import {
  followPaths,
  joinLinkage,
  keyOf,
  relationLookup,
  type IncludableRelations,
} from '../../../core/resources/include.ts';

const resource = (type: string, id: string): Resource => ({
  id,
  type,
  path: `/${type}/${id}`,
  attributes: {},
  meta: {},
  relationships: { author: {}, posts: {} },
});

const ada = resource('authors', 'ada');
const posts = ['1', '2', '3'].map((id) => resource('posts', id));
let reads = 0;

const relations: IncludableRelations = {
  posts: {
    author: {
      toMany: false,
      load: (resources) => {
        reads += 1;
        return Promise.resolve(new Map(resources.filter(({ id }) => id !== '3').map(({ id }) => [id, [ada]])));
      },
    },
  },
  authors: { posts: { toMany: true, load: () => Promise.resolve(new Map([['ada', posts.slice(0, 2)]])) } },
};
const keys = (resources: readonly Resource[]) => resources.map(({ type, id }) => `${type}/${id}`);

const includeRelated = (
  items: readonly Resource[],
  type: string,
  paths: readonly (readonly string[])[],
  including: IncludableRelations,
) => followPaths({ items, types: [type] }, paths, relationLookup(including));

describe('include', () => {
  it('that is empty changes nothing', async () => {
    expect(await includeRelated(posts, 'posts', [], relations)).toEqual({ items: [], linkage: new Map() });
  });

  it('includes each resource once, read once for all, with linkage', async () => {
    reads = 0;
    const { items, linkage } = await includeRelated(posts, 'posts', [['author']], relations);
    expect(keys(items)).toEqual(['authors/ada']);
    expect(reads).toBe(1);
    expect(posts.map((each) => linkage.get(keyOf(each))?.['author']?.data)).toEqual([
      { id: 'ada', type: 'authors' },
      { id: 'ada', type: 'authors' },
      null,
    ]);
  });

  it('follows paths, and repeats no primary resource', async () => {
    const { items, linkage } = await includeRelated(posts.slice(0, 1), 'posts', [['author', 'posts']], relations);
    expect(keys(items)).toEqual(['authors/ada', 'posts/2']);
    expect(linkage.get('authors/ada')?.['posts']?.data).toHaveLength(2);
  });

  it.each([[['editor']], [['author', 'friends']], [['constructor']]])('refuses %j', async (path) => {
    const want = { code: 'invalid_include', message: `Relationship "${path.at(-1)}" does not exist.` };
    await expect(includeRelated(posts, 'posts', [path], relations)).rejects.toMatchObject(want);
  });

  it('refuses an unknown relationship even when there is no resource', async () => {
    await expect(includeRelated([], 'posts', [['editor']], relations)).rejects.toMatchObject({
      code: 'invalid_include',
    });
  });

  it('refuses more than 1,000 resources (D8)', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => resource('posts', `p${index}`));
    const all: IncludableRelations = {
      authors: { posts: { toMany: true, load: () => Promise.resolve(new Map([['ada', many]])) } },
    };
    await expect(includeRelated([ada], 'authors', [['posts']], all)).rejects.toMatchObject({ code: 'invalid_include' });
  });
});

describe('the relationships of a resource', () => {
  const author = { author: { data: null } };

  it('are those of all sources', () => {
    expect(joinLinkage(undefined, undefined)).toBeUndefined();
    expect(joinLinkage(undefined, author)).toEqual(author);
    expect(joinLinkage({ author: { count: 0 } }, undefined, { ...author, posts: { data: [] } })).toEqual({
      author: { data: null, count: 0 },
      posts: { data: [] },
    });
  });
});
