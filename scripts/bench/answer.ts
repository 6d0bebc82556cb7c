// The bodies that the floors answer with, written out by hand for the one type they know.

/** A document as the floors store it. */
export interface DocumentRow {
  _id: number;
  uname: string;
  status: 'on' | 'draft' | 'off';
  title?: string;
  created: Date;
  modified: Date;
  published: Date | null;
  created_by: number;
  modified_by: number;
  locked: boolean;
  [attribute: string]: unknown;
}

const BASE = process.env['PUBLIC_URL'] ?? '';
const PAGE_SIZE = 20;

const time = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

const orNull = (value: unknown): unknown => value ?? null;

const schema = { documents: { $id: `${BASE}/model/schema/documents`, revision: process.env['SCHEMA_REVISION'] } };

const resource = (row: DocumentRow) => ({
  id: String(row._id),
  type: 'documents',
  attributes: {
    status: row.status,
    uname: row.uname,
    title: orNull(row.title),
    description: orNull(row['description']),
    body: orNull(row['body']),
    extra: orNull(row['extra']),
    lang: orNull(row['lang']),
    publish_start: orNull(row['publish_start']),
    publish_end: orNull(row['publish_end']),
    subject: orNull(row['subject']),
    abstract: orNull(row['abstract']),
    note: orNull(row['note']),
    rights: orNull(row['rights']),
    license: orNull(row['license']),
    creator: orNull(row['creator']),
    publisher: orNull(row['publisher']),
    comments: orNull(row['comments']),
    categories: [],
    tags: [],
  },
  meta: {
    locked: row.locked,
    created: time(row.created),
    modified: time(row.modified),
    published: row.published && time(row.published),
    created_by: row.created_by,
    modified_by: row.modified_by,
  },
});

export const single = (row: DocumentRow, path: string): string =>
  JSON.stringify({ data: resource(row), links: { self: BASE + path, home: `${BASE}/home` }, meta: { schema } });

export function list(rows: readonly DocumentRow[], count: number, query: URLSearchParams): string {
  const page = Number(query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const rest = new URLSearchParams(query);
  rest.delete('page');
  const link = (parameters: string): string => `${BASE}/documents${parameters && `?${parameters}`}`;
  const toPage = (number: number): string =>
    link(number === 1 ? rest.toString() : `${rest.size > 0 ? `${rest.toString()}&` : ''}page=${number}`);
  return JSON.stringify({
    data: rows.map((row) => ({ ...resource(row), links: { self: `${BASE}/documents/${row._id}` } })),
    links: {
      self: link(query.toString()),
      home: `${BASE}/home`,
      first: toPage(1),
      last: toPage(last),
      prev: page > 1 ? toPage(page - 1) : null,
      next: page < last ? toPage(page + 1) : null,
    },
    meta: {
      pagination: { count, page, page_count: last, page_items: rows.length, page_size: PAGE_SIZE },
      schema,
    },
  });
}
