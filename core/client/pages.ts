// Lists page by page, by their links: by cursor, if the list has cursors (D470).
import { ColophonError } from './colophon-error.ts';

/** A response with a page of a list. */
export interface ListDocument {
  data: readonly unknown[];
  links: object;
}

/**
 * The query of the next page, without question mark; undefined on the last one. The rest of the link is ignored: links may have another
 * base address than the client uses.
 */
function nextOf({ links }: ListDocument): string | undefined {
  const next = 'next' in links ? links.next : undefined;
  return typeof next === 'string' ? next.replace(/^[^?]*\??/, '') : undefined;
}

const NAMES_OF_PAGES = ['page', 'page[number]', 'page[after]', 'page[before]'];

/**
 * The first page of a list: by cursor, unless its query names a page or the list has none.
 * @param search query without question mark
 */
export async function firstByCursor<Page>(search: string, read: (search: string) => Promise<Page>): Promise<Page> {
  const query = new URLSearchParams(search);
  if (NAMES_OF_PAGES.some((name) => query.has(name))) return read(search);
  try {
    return await read(`${search}${search === '' ? '' : '&'}page[after]=`);
  } catch (error) {
    // Such as a search, whose order is that of relevance, and lists of a project's own code.
    if (error instanceof ColophonError && error.status === 400 && error.at('page[after]')) return read(search);
    throw error;
  }
}

/** The pages of a list, the first included; each is read on demand. @param read returns the page of a query */
export async function* pagesFrom<Page extends ListDocument>(
  first: Promise<Page>,
  read: (search: string) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let page = await first;
  for (;;) {
    yield page;
    const next = nextOf(page);
    if (next === undefined) return;
    page = await read(next);
  }
}

/** The items of the pages, one by one. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<{ data: readonly Item[] }>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages) yield* data;
}
