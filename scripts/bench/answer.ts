// The resources that the floors answer with, written out by hand for the one type they know.

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

/** What an answer shows of a document besides what is stored with it. */
export interface Shown {
  /** Base attributes only, as in lists over all types. */
  baseOnly?: boolean;
  /** Ids of the documents that are included for it. */
  seeAlso?: readonly number[] | undefined;
  /** How it is related to what was asked about. */
  relation?: object | undefined;
}

export const BASE = process.env['PUBLIC_URL'] ?? '';
const RELATIONSHIPS = ['poster', 'attach', 'see_also', 'download', 'has_media', 'parents', 'translations'];

const time = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

const orNull = (value: unknown): unknown => value ?? null;

export const schema = {
  documents: { $id: `${BASE}/model/schema/documents`, revision: process.env['SCHEMA_REVISION'] },
};

const baseAttributes = (row: DocumentRow) => ({
  status: row.status,
  uname: row.uname,
  title: orNull(row.title),
  description: orNull(row['description']),
  body: orNull(row['body']),
  extra: orNull(row['extra']),
  lang: orNull(row['lang']),
  publish_start: orNull(row['publish_start']),
  publish_end: orNull(row['publish_end']),
});

const attributes = (row: DocumentRow) => ({
  ...baseAttributes(row),
  subject: orNull(row['subject']),
  abstract: orNull(row['abstract']),
  note: orNull(row['note']),
  rights: orNull(row['rights']),
  license: orNull(row['license']),
  creator: orNull(row['creator']),
  publisher: orNull(row['publisher']),
  comments: orNull(row['comments']),
  geo_tags: [],
  categories: [],
  tags: [],
});

function relationships(path: string, seeAlso: readonly number[] | undefined): Record<string, object> {
  const all: Record<string, object> = {};
  for (const name of RELATIONSHIPS) {
    const links = { related: `${path}/${name}`, self: `${path}/relationships/${name}` };
    const isIncluded = seeAlso && name === 'see_also';
    all[name] = isIncluded ? { links, data: seeAlso.map((id) => ({ id: String(id), type: 'documents' })) } : { links };
  }
  return all;
}

export const resource = (row: DocumentRow, { baseOnly = false, seeAlso, relation }: Shown = {}) => ({
  id: String(row._id),
  type: 'documents',
  attributes: baseOnly ? baseAttributes(row) : attributes(row),
  meta: {
    locked: row.locked,
    created: time(row.created),
    modified: time(row.modified),
    published: row.published && time(row.published),
    created_by: row.created_by,
    modified_by: row.modified_by,
    relation,
  },
  relationships: relationships(`${BASE}/documents/${row._id}`, seeAlso),
});

export const single = (row: DocumentRow, path: string): string =>
  JSON.stringify({ data: resource(row), links: { self: BASE + path, home: `${BASE}/home` }, meta: { schema } });
