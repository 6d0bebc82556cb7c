// Lists page by page, by their links.

/** An answer with a page of a list. */
export interface ListDocument {
  data: readonly unknown[];
  links: object;
}

/**
 * The query of the next page, without question mark; undefined on the last one. The rest of the link is not followed: the
 * service may name itself by another address than the one that it is asked at.
 */
function nextOf({ links }: ListDocument): string | undefined {
  const { next } = links as { next?: unknown };
  return typeof next === 'string' ? next.replace(/^[^?]*\??/, '') : undefined;
}

/**
 * The pages of a list, the first included; each is read when it is asked for.
 * @param read gives the page with a query
 */
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

/** What the pages hold, one by one. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<{ data: readonly Item[] }>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages) yield* data;
}
