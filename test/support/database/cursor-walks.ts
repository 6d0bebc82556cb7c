// Traverses lists page by page, by cursor and by number.
import { expect } from 'vitest';
import type { Client, TestService } from '../service.ts';

export interface Page {
  data: { id: string; attributes: Record<string, unknown> }[];
  links: Record<'self' | 'first' | 'last', string> & Record<'prev' | 'next', string | null>;
  meta: { pagination: Record<string, number> };
}

/** Sixty documents with equal and missing values of the sorted field; some are a second later. @returns their ids */
export async function createSixty(test: TestService): Promise<number[]> {
  for (const [name, type] of [
    ['weight', 'number'],
    ['ready', 'boolean'],
    ['any', 'json'],
  ] as const) {
    await test.admin.create('/model/properties', { object_type_name: 'documents', name, property_type_name: type });
  }
  const ids: number[] = [];
  for (let n = 0; n < 60; n++) {
    const created = await test.editor.create('/documents', {
      title: n % 4 === 0 ? null : `Title ${n % 7}`,
      status: 'on',
      lang: [null, 'en', 'it'][n % 3],
      ...(n % 5 !== 0 && { weight: (n % 3) - 1.5 }),
      ...(n % 6 !== 0 && { ready: n % 2 === 0 }),
      ...(n % 9 !== 0 && { publish_end: `2030-01-0${(n % 9) + 1}T00:00:00Z` }),
    });
    ids.push(Number(created.id));
    if (n % 10 === 0) test.clock.advance(1000);
  }
  return ids;
}

export interface Walks {
  read(path: string, client?: Client): Promise<Page>;
  followed(link: string, client?: Client): Promise<Page>;
  /** All ids by cursor, from one end. */
  walk(path: string, way?: 'next' | 'prev', client?: Client): Promise<string[]>;
  /** All ids by number. */
  numbered(path: string, client?: Client): Promise<string[]>;
}

export const idsOf = ({ data }: Page): string[] => data.map(({ id }) => id);

/** As the editor, unless another one is named. */
export function walksOf(test: TestService): Walks {
  const read = async (path: string, client = test.editor): Promise<Page> => {
    const response = await client.get(encodeURI(path));
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body as Page;
  };
  const followed = async (link: string, client = test.editor): Promise<Page> => {
    const { pathname, search } = new URL(link);
    return (await client.get(pathname + search)).body as Page;
  };

  async function walk(path: string, way: 'next' | 'prev' = 'next', client = test.editor): Promise<string[]> {
    const all: string[] = [];
    let page = await read(
      `${path}${path.includes('?') ? '&' : '?'}page[${way === 'next' ? 'after' : 'before'}]=`,
      client,
    );
    for (let turn = 0; turn < 200; turn++) {
      if (way === 'next') all.push(...idsOf(page));
      else all.unshift(...idsOf(page));
      const link = page.links[way];
      if (link === null) return all;
      page = await followed(link, client);
    }
    throw new Error('the pages have no end');
  }

  async function numbered(path: string, client = test.editor): Promise<string[]> {
    const all: string[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const body = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=100`, client);
      last = body.meta.pagination['page_count'] ?? 0;
      all.push(...idsOf(body));
    }
    return all;
  }
  return { read, followed, walk, numbered };
}
