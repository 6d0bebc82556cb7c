// The lists that the floors return.
import { BASE, resource, schemaOf, type DocumentRow, type Shown } from './response.ts';

export const PAGE_SIZE = 20;

export const pageOf = (query: URLSearchParams): number => Number(query.get('page') ?? 1);

export interface AnswerPage {
  rows: readonly DocumentRow[];
  /** Number of documents on all pages. */
  count: number;
  path?: string;
  /** Optional additions to the list. */
  available?: string;
  included?: readonly DocumentRow[];
  show?: (row: DocumentRow) => Shown;
}

const listed = (row: DocumentRow, shown?: Shown) => ({
  ...resource(row, shown),
  links: { self: `${BASE}/${shown?.type ?? 'documents'}/${row._id}` },
});

export function list(
  { rows, count, path = '/documents', available, included, show }: AnswerPage,
  query: URLSearchParams,
): string {
  const page = pageOf(query);
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const rest = new URLSearchParams(query);
  rest.delete('page');
  const link = (parameters: string): string => `${BASE}${path}${parameters && `?${parameters}`}`;
  const toPage = (number: number): string =>
    link(number === 1 ? rest.toString() : `${rest.size > 0 ? `${rest.toString()}&` : ''}page=${number}`);
  const data = rows.map((row) => listed(row, show?.(row)));
  return JSON.stringify({
    data,
    included: included?.map((row) => listed(row)),
    links: {
      self: link(query.toString()),
      home: `${BASE}/home`,
      first: toPage(1),
      last: toPage(last),
      prev: page > 1 ? toPage(page - 1) : null,
      next: page < last ? toPage(page + 1) : null,
      available: available && BASE + available,
    },
    meta: {
      pagination: { count, page, page_count: last, page_items: rows.length, page_size: PAGE_SIZE },
      schema: data.length > 0 ? schemaOf(new Set(data.map(({ type }) => type))) : undefined,
    },
  });
}
