// Lists page by page, by their links.

/** An answer with a page of a list. */
export interface ListDocument {
  data: readonly unknown[];
  links: object;
}

/** The address of the next page; undefined on the last one. */
function nextOf({ links }: ListDocument): string | undefined {
  const next = (links as { next?: unknown }).next;
  if (typeof next === 'string') return next;
  const href = (next as { href?: unknown } | null | undefined)?.href;
  return typeof href === 'string' ? href : undefined;
}

/**
 * The pages of a list, the first included; each is read when it is asked for.
 * @param read gives the page at an address
 */
export async function* pagesFrom<Page extends ListDocument>(
  first: Page | Promise<Page>,
  read: (url: string) => Promise<Page>,
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
