// Which ways of paging the service knows, a cursor far behind its first page, and the ETag of that.
import { FIRST_BY_CURSOR, PAGE_SIZE, type BenchData } from './cases.ts';
import type { BenchServer } from './servers/servers.ts';

interface ListBody {
  links: { next: string | null };
}

/** Follows the links to the next page as far as `offset`. @returns undefined when they have no cursors */
async function cursorAt({ url }: BenchServer, offset: number): Promise<string | undefined> {
  let cursor: string | undefined;
  let next: string | null = FIRST_BY_CURSOR;
  for (let passed = PAGE_SIZE; next !== null && passed <= offset; passed += PAGE_SIZE) {
    const response = await fetch(url + next);
    if (!response.ok) return undefined;
    const { links } = (await response.json()) as ListBody;
    if (links.next === null) return cursor;
    const { pathname, search, searchParams } = new URL(links.next);
    cursor = searchParams.get('page[after]') ?? undefined;
    if (cursor === undefined) return undefined;
    next = pathname + search;
  }
  return cursor;
}

/** @param offset number of objects that a cursor is to be behind */
export async function probePaging(
  server: BenchServer,
  offset: number,
): Promise<Pick<BenchData, 'cursor' | 'hasOptionalTotal' | 'listTag'>> {
  const { ok } = await fetch(`${server.url}/documents?page[total]=none`);
  const { headers } = await fetch(`${server.url}/documents`);
  return {
    cursor: await cursorAt(server, offset),
    hasOptionalTotal: ok,
    listTag: headers.get('etag') ?? undefined,
  };
}
