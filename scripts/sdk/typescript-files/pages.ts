// Iteration over lists.
import { client } from './client.gen.ts';
import { ColophonError } from './colophon/colophon-error.ts';
import { firstByCursor, pagesFrom, type ListDocument } from './colophon/pages.ts';

/** The result of a method of a generated class. */
type Call<Data> = Promise<{ data: Data | undefined; error?: unknown; request?: Request; response?: Response }>;

/**
 * The pages of a list, from the requested one: `pages(Documents.list())`. By cursor where the list has cursors, unless a page
 * was requested: the first one is then read once more, since a numbered page has no cursor.
 * @throws ColophonError
 */
export async function* pages<Page extends ListDocument>(first: Call<Page>): AsyncGenerator<Page, void, undefined> {
  const read = async (search: string): Promise<Page> => {
    const { origin, pathname } = new URL((await first).request?.url ?? '');
    const next = { baseUrl: origin, url: pathname, query: {}, querySerializer: () => search };
    return dataOf(client.get(next) as unknown as Call<Page>);
  };
  const start = async (): Promise<Page> => {
    const page = await dataOf(first);
    const { next } = page.links as { next?: unknown };
    if (typeof next !== 'string') return page;
    const query = new URL((await first).request?.url ?? '').search.slice(1);
    return firstByCursor(query, (search) => (search === query ? Promise.resolve(page) : read(search)));
  };
  yield* pagesFrom(start(), read);
}

/** The resources of a list, over all its pages: `items(Documents.list())`. @throws ColophonError */
export async function* items<Page extends ListDocument>(
  first: Call<Page>,
): AsyncGenerator<Page['data'][number], void, undefined> {
  for await (const { data } of pages(first)) yield* data as Iterable<Page['data'][number]>;
}

/** The response of a call, or its error thrown: `const { data } = await dataOf(Documents.get({ path }))`. @throws ColophonError */
export async function dataOf<Data>(call: Call<Data>): Promise<Data> {
  const answer = await call;
  if (answer.data !== undefined) return answer.data;
  // No response, such as for an aborted request.
  if (!answer.response) throw answer.error;
  throw new ColophonError(answer.response, answer.error);
}
