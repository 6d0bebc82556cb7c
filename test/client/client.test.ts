// Requests of colophon/client: queries, pages, included resources, files, errors.
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { ColophonError, createClient, includedOf, serializeQuery, type Client } from '../../core/client/index.ts';
import type { components } from '../../generated/api.d.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { PASSWORD } from '../support/service.ts';

type Schemas = components['schemas'];

let listening: ListeningService;
let client: Client;

const type = { object_type_name: 'documents' };
const create = async (attributes: Record<string, unknown>, object_type_name = 'documents') => {
  const body = { data: { type: object_type_name, attributes } };
  return (await client.post('/{object_type_name}', { path: { object_type_name }, body })).data;
};

beforeAll(async () => {
  listening = await openListeningService();
  client = createClient({ url: listening.url });
  await client.signIn({ username: 'admin', password: PASSWORD });
  for (let number = 1; number <= 5; number++) await create({ title: `Paged ${number}`, lang: 'en', status: 'on' });
});

afterAll(() => listening.close());

const refusal = async (work: Promise<unknown>): Promise<ColophonError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ColophonError);
  return error as ColophonError;
};

describe('queries', () => {
  it('are written with brackets for objects and commas for arrays', () => {
    const filter = { area: { gt: 100, lt: undefined }, lang: ['en', 'it'], mine: null, title: 'a&b=c' };
    expect(serializeQuery({ filter, page: 2, sort: undefined, since: new Date(0) })).toBe(
      'filter[area][gt]=100&filter[lang]=en,it&filter[mine]=&filter[title]=a%26b%3Dc&page=2&since=1970-01-01T00%3A00%3A00.000Z',
    );
    expect(serializeQuery({})).toBe('');
  });

  it('filter by fields and operators', async () => {
    const { data } = await client.get('/{object_type_name}', {
      path: type,
      query: { filter: { title: { like: 'paged' }, lang: ['en'], id: { gt: 0 } }, sort: '-title', page_size: 2 },
    });
    expect(data.map(({ attributes }) => attributes['title'])).toEqual(['Paged 5', 'Paged 4']);
  });
});

describe('a read that is repeated', () => {
  const read = () => client.get('/{object_type_name}', { path: type, query: { sort: 'id', page_size: 3 } });

  it('is asked for with the ETag of the kept response, and gives its body again', async () => {
    const first = await read();
    const seen: [string | null, number][] = [];
    const watched = createClient({
      url: listening.url,
      tokens: client.tokens,
      fetch: async (request) => {
        const response = await fetch(request);
        seen.push([request.headers.get('if-none-match'), response.status]);
        return response;
      },
    });
    const again = () => watched.get('/{object_type_name}', { path: type, query: { sort: 'id', page_size: 3 } });
    expect([await again(), await again()]).toEqual([first, first]);
    expect(seen).toEqual([
      [null, 200],
      [expect.stringMatching(/^".+"$/), 304],
    ]);
    const [changed] = (await again()).data;
    const body = { data: { id: changed?.id ?? '', type: 'documents', attributes: { title: 'Paged again' } } };
    await watched.patch('/{object_type_name}/{object_id}', {
      path: { ...type, object_id: changed?.id ?? '' },
      body,
    });
    expect((await again()).data[0]?.attributes['title']).toBe('Paged again');
    await watched.patch('/{object_type_name}/{object_id}', {
      path: { ...type, object_id: changed?.id ?? '' },
      body: { data: { ...body.data, attributes: { title: 'Paged 1' } } },
    });
  });

  it('is another one for another caller', async () => {
    const own = createClient({ url: listening.url });
    await own.signIn({ username: 'admin', password: PASSWORD });
    await create({ title: 'Hidden', status: 'draft' });
    const drafts = () =>
      own
        .get('/{object_type_name}', { path: type, query: { filter: { title: 'Hidden' } } })
        .then(({ data }) => data.length);
    expect(await drafts()).toBe(1);
    await own.signOut();
    expect(await drafts()).toBe(0);
  });
});

describe('lists', () => {
  it('are read page by page, by their links, only as far as needed', async () => {
    listening.requests.length = 0;
    const query = { filter: { title: { like: 'paged' } }, page_size: 2 };
    const sizes: number[] = [];
    for await (const page of client.pages('/{object_type_name}', { path: type, query })) {
      expectTypeOf(page).toEqualTypeOf<Schemas['TypedObjectsListResponse']>();
      sizes.push(page.data.length);
      if (sizes.length === 2) break;
    }
    expect(sizes).toEqual([2, 2]);
    expect(listening.requests).toHaveLength(2);
    const titles: unknown[] = [];
    for await (const item of client.items('/{object_type_name}', { path: type, query }))
      titles.push(item.attributes['title']);
    expect(titles).toEqual([1, 2, 3, 4, 5].map((number) => `Paged ${number}`));
  });

  it('use cursors: no item is missed or repeated while others write', async () => {
    const query = { filter: { title: { like: 'moved' } }, sort: 'title', page_size: 2 };
    const made = [];
    for (const number of [1, 2, 3, 4, 5]) made.push(await create({ title: `Moved ${number}` }));
    const titles: unknown[] = [];
    for await (const { data, meta } of client.pages('/{object_type_name}', { path: type, query })) {
      expect(meta.pagination.page).toBeUndefined();
      titles.push(...data.map(({ attributes }) => attributes['title']));
      if (titles.length > 2) continue;
      const gone = { object_type_name: 'documents', object_id: made[0]?.id ?? '' };
      await client.delete('/{object_type_name}/{object_id}', { path: gone });
    }
    expect(titles).toEqual([1, 2, 3, 4, 5].map((number) => `Moved ${number}`));
  });

  it('use page numbers from a page named by the query, and for lists without cursors', async () => {
    const filter = { title: { like: 'paged' } };
    const query = { filter, sort: 'title', page_size: 2, page: 2 };
    const titles: unknown[] = [];
    for await (const item of client.items('/{object_type_name}', { path: type, query }))
      titles.push(item.attributes['title']);
    expect(titles).toEqual([3, 4, 5].map((number) => `Paged ${number}`));
    listening.requests.length = 0;
    const found = [];
    const search = { filter: { query: 'paged' }, page_size: 2 };
    for await (const item of client.items('/{object_type_name}', { path: type, query: search })) found.push(item.id);
    expect([found.length, listening.requests.length]).toEqual([5, 4]);
  });
});

describe('links of a list', () => {
  it('are followed at the address of the client, with any PUBLIC_URL of the service', async () => {
    const seen: string[] = [];
    const proxied = createClient({
      url: 'http://localhost:8080/api',
      fetch: (request) => {
        seen.push(request.url);
        const next = seen.length === 1 ? 'https://public.example.org/folders?page=2&sort=id' : null;
        return Promise.resolve(Response.json({ data: [], links: { next } }));
      },
    });
    for await (const { data } of proxied.pages('/folders')) expect(data).toEqual([]);
    expect(seen).toEqual([
      'http://localhost:8080/api/folders?page[after]=',
      'http://localhost:8080/api/folders?page=2&sort=id',
    ]);
  });
});

describe('included resources', () => {
  it('are found by their relationship, and narrow by type', async () => {
    const [from, image] = [await create({ title: 'From' }), await create({ title: 'Poster' }, 'images')];
    const link = { path: { object_type_name: 'documents', object_id: from.id, relation_name: 'poster' } };
    const body = { data: [{ type: 'images', id: image.id }] };
    await client.post('/{object_type_name}/{object_id}/relationships/{relation_name}', { ...link, body });
    const document = await client.get('/{object_type_name}/{object_id}', {
      path: { object_type_name: 'documents', object_id: from.id },
      query: { include: 'poster,created_by_user' },
    });
    const included = includedOf(document);
    expect(included.related(document.data, 'poster').map(({ id }) => id)).toEqual([image.id]);
    expect(included.related(document.data, 'poster', 'folders')).toEqual([]);
    const translations = included.related(document.data, 'translations');
    expect(translations).toEqual([]);
    // The target is in the description.
    expectTypeOf(translations).toEqualTypeOf<Schemas['TranslationsResource'][]>();
    const [author] = included.related(document.data, 'created_by_user', 'users');
    expect(author?.attributes.username).toBe('admin');
    expect(included.find('users', '1')?.id).toBe('1');
    expect(included.find('users', '99')).toBeUndefined();
  });

  it('may be resources of the list itself', () => {
    interface Node {
      type: 'nodes';
      id: string;
      relationships: { next: { data: { type: string; id: string } | null } };
    }
    const node = (id: string, next: string | null): Node => ({
      type: 'nodes',
      id,
      relationships: { next: { data: next === null ? null : { type: 'nodes', id: next } } },
    });
    const data = [node('1', '2'), node('2', null)];
    const included = includedOf({ data });
    expect(included.related(node('1', '2'), 'next')).toEqual([data[1]]);
    expect(included.related(node('2', null), 'next')).toEqual([]);
    // Of a service that is not Colophon.
    for (const next of [null, undefined, 'text', {}, { links: {} }])
      expect(included.related({ ...node('1', '2'), relationships: { next } } as never, 'next' as never)).toEqual([]);
    expectTypeOf(included.related(node('1', '2'), 'next')).toEqualTypeOf<Node[]>();
  });
});

describe('types', () => {
  it('have the paths, parameters, bodies and responses of operations', () => {
    expectTypeOf(client.get<'/folders'>).returns.resolves.toEqualTypeOf<Schemas['FoldersListResponse']>();
    expectTypeOf(client.delete<'/folders/{folder_id}'>).returns.resolves.toBeUndefined();
    // Never run: the compiler reads them.
    void (() => [
      // @ts-expect-error Not Found.
      client.get('/no_such_path'),
      // @ts-expect-error No such parameter.
      client.get('/folders', { query: { page_length: 5 } }),
      // @ts-expect-error The id is missing.
      client.get('/folders/{folder_id}'),
      // @ts-expect-error The body is missing.
      client.post('/folders'),
      // @ts-expect-error A title is text.
      client.post('/folders', { body: { data: { type: 'folders', attributes: { title: 5 } } } }),
      // @ts-expect-error It is no list.
      client.pages('/home'),
    ]);
  });

  it('are those of another description if it is given', () => {
    interface Paths {
      '/countries': {
        parameters: { query?: never; path?: never };
        get: {
          parameters: { query?: { 'filter[iso_code]'?: string }; path?: never };
          requestBody?: never;
          responses: {
            200: { content: { 'application/vnd.api+json': { data: { iso_code: string }[]; links: { next: null } } } };
            404: { content: { 'application/vnd.api+json': { errors: [] } } };
          };
        };
        post?: never;
      };
    }
    const own = createClient<Paths>({ url: listening.url });
    expectTypeOf(own.items<'/countries'>).returns.toEqualTypeOf<
      AsyncGenerator<{ iso_code: string }, void, undefined>
    >();
    // @ts-expect-error It is not in the description.
    void (() => own.get('/folders'));
  });
});

describe('files', () => {
  it('are uploaded unchanged and downloaded as a Blob', async () => {
    const bytes = new TextEncoder().encode('bytes of a file');
    for (const body of [bytes, new Blob([bytes]), new Blob([bytes]).stream(), 'bytes of a file']) {
      const { data } = await client.post('/streams/upload/{file_name}', {
        path: { file_name: 'a b ü.txt' },
        body,
        headers: { 'content-type': 'text/plain' },
      });
      expect(data.attributes.file_name).toBe('a b ü.txt');
      const file = await client.get('/streams/download/{stream_id}', { path: { stream_id: data.id } });
      expect(await (file as unknown as Blob).text()).toBe('bytes of a file');
    }
  });
});

describe('several operations', () => {
  const title = (text: string) => ({ type: 'documents', lid: 'new', attributes: { title: text } });

  it('are sent in one request, and errors name the failing operation', async () => {
    const see = { type: 'documents', lid: 'new', relationship: 'see_also' };
    const body = {
      'atomic:operations': [
        { op: 'add' as const, data: title('Atomic') },
        { op: 'add' as const, ref: see, data: [{ type: 'documents', id: (await create({ title: 'Seen' })).id }] },
      ],
    };
    const done = await client.post('/operations', { body });
    expectTypeOf(done).toEqualTypeOf<Schemas['AtomicResultsResponse'] | undefined>();
    expect(done?.['atomic:results'][0]?.data).toMatchObject({ attributes: { title: 'Atomic' } });
    const wrong = { op: 'update' as const, data: { ...title('x'), attributes: { status: 'wombat' } } };
    const operations = [...body['atomic:operations'], wrong];
    const error = await refusal(client.post('/operations', { body: { 'atomic:operations': operations } }));
    expect([error.status, error.source?.pointer]).toEqual([400, '/atomic:operations/2/data/attributes/status']);
  });
});

describe('errors', () => {
  it('are of one class, with status, code, source and all faults', async () => {
    const missing = await refusal(client.get('/folders/{folder_id}', { path: { folder_id: '999999' } }));
    expect(missing).toMatchObject({ name: 'ColophonError', status: 404, code: 'not_found', source: undefined });
    const unknown = await refusal(client.get('/folders', { query: { filter: { no_such: 1 } } }));
    expect(unknown).toMatchObject({ status: 400, source: { parameter: 'filter[no_such]' } });
    const attributes = { status: 'perhaps', title: 5 };
    const unfit = await refusal(
      client.post('/{object_type_name}', { path: type, body: { data: { type: 'documents', attributes } } }),
    );
    expect(unfit.status).toBe(400);
    expect(unfit.errors).toHaveLength(2);
    expect(unfit.at('status')?.source).toEqual({ pointer: '/data/attributes/status' });
    expect(unfit.at('title')?.code).toBe(unfit.code);
    expect(unfit.at('body')).toBeUndefined();
    expect(unfit.message).toBe(`${unfit.errors[0]?.detail} (${unfit.code} at ${unfit.source?.pointer})`);
  });

  it('describe a response that is not from the service', async () => {
    const proxied = createClient({
      url: listening.url,
      fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' })),
    });
    expect(await refusal(proxied.get('/home'))).toMatchObject({ status: 502, code: 'unknown', errors: [] });
    expect(await refusal(proxied.signIn({ username: 'a', password: 'b' }))).toMatchObject({ status: 502 });
  });

  it('are those of fetch without a response, or when the request is aborted', async () => {
    await expect(createClient({ url: 'http://127.0.0.1:1' }).get('/home')).rejects.toThrow(TypeError);
    const signal = AbortSignal.abort();
    await expect(client.get('/home', { signal })).rejects.toMatchObject({ name: 'AbortError' });
    const controller = new AbortController();
    const query = { filter: { title: { like: 'paged' } }, page_size: 2 };
    const pages = client.pages('/{object_type_name}', { path: type, query, signal: controller.signal });
    expect((await pages.next()).value?.data).toHaveLength(2);
    controller.abort();
    await expect(pages.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reject an invalid address at once', () => {
    expect(() => createClient({ url: 'nowhere' })).toThrow(TypeError);
  });
});
