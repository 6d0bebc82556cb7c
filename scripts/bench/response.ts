// The resources that the floors return, written out by hand for the types they know.

/** A document as the floors store it; an object of another type has fewer attributes. */
export interface DocumentRow {
  _id: number;
  uname: string;
  status: 'on' | 'draft' | 'off';
  title?: string;
  created: Date;
  modified: Date;
  published: Date | null;
  publish_start?: Date | null;
  publish_end?: Date | null;
  /** The same dates, with dates that are always and never for those that are null. */
  visible_from: Date;
  visible_to: Date;
  /** Ids of the folders that a folder is in, from the root. */
  ancestors?: number[];
  created_by: number;
  modified_by: number;
  locked: boolean;
  [attribute: string]: unknown;
}

/** Members of a response about a document that are not stored with it. */
export interface Shown {
  /** `documents` unless given. */
  type?: string;
  /** Base attributes only, as in lists over all types. */
  baseOnly?: boolean;
  /** Ids of the documents that are included for it. */
  seeAlso?: readonly number[] | undefined;
  /** Its relation to the requested object. */
  relation?: object | undefined;
}

export const BASE = process.env['PUBLIC_URL'] ?? '';
const MEDIA = ['poster', 'attach', 'see_also', 'download', 'has_media'];

const RELATIONSHIPS: Readonly<Record<string, readonly string[]>> = {
  documents: [...MEDIA, 'parents', 'translations'],
  news: [...MEDIA, 'parents', 'translations'],
  folders: [...MEDIA, 'parent', 'children', 'translations'],
};

const time = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

const orNull = (value: unknown): unknown => value ?? null;
const timeOrNull = (date: Date | null | undefined): string | null => (date ? time(date) : null);

const revisions = JSON.parse(process.env['SCHEMA_REVISIONS'] ?? '{}') as Record<string, string>;

/** Addresses of the schemas of some types. */
export const schemaOf = (types: Iterable<string>): object =>
  Object.fromEntries(
    Array.from(types, (type) => [type, { $id: `${BASE}/model/schema/${type}`, revision: revisions[type] }]),
  );

const baseAttributes = (row: DocumentRow) => ({
  status: row.status,
  uname: row.uname,
  title: orNull(row.title),
  description: orNull(row['description']),
  body: orNull(row['body']),
  extra: orNull(row['extra']),
  lang: orNull(row['lang']),
  publish_start: timeOrNull(row.publish_start),
  publish_end: timeOrNull(row.publish_end),
});

/** Properties that were added to documents. */
const properties = (row: DocumentRow) => ({ rack: orNull(row['rack']), shelf: orNull(row['shelf']) });

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

function relationships(type: string, id: number, seeAlso: readonly number[] | undefined): Record<string, object> {
  const path = `${BASE}/${type}/${id}`;
  const all: Record<string, object> = {};
  for (const name of RELATIONSHIPS[type] ?? []) {
    const links = { related: `${path}/${name}`, self: `${path}/relationships/${name}` };
    const isIncluded = seeAlso && name === 'see_also';
    all[name] = isIncluded ? { links, data: seeAlso.map((id) => ({ id: String(id), type: 'documents' })) } : { links };
  }
  return all;
}

export const resource = (
  row: DocumentRow,
  { type = 'documents', baseOnly = false, seeAlso, relation }: Shown = {},
) => ({
  id: String(row._id),
  type,
  attributes: {
    ...(baseOnly ? baseAttributes(row) : attributes(row)),
    ...(type === 'documents' && properties(row)),
  },
  meta: {
    locked: row.locked,
    created: time(row.created),
    modified: time(row.modified),
    published: timeOrNull(row.published),
    created_by: row.created_by,
    modified_by: row.modified_by,
    relation,
    path: row.ancestors && `/${[...row.ancestors, row._id].join('/')}`,
  },
  relationships: relationships(type, row._id, seeAlso),
});

export const single = (row: DocumentRow, path: string): string =>
  JSON.stringify({
    data: resource(row),
    links: { self: BASE + path, home: `${BASE}/home` },
    meta: { schema: schemaOf(['documents']) },
  });

/** The response to a request that adds links. */
export const addedLinks = (
  links: readonly { to: number; priority: number; inv_priority: number; params: object | null }[],
  path: string,
): string =>
  JSON.stringify({
    data: links.map(({ to, priority, inv_priority, params }) => ({
      id: String(to),
      type: 'documents',
      meta: { relation: { priority, inv_priority, params } },
    })),
    links: { self: BASE + path, home: `${BASE}/home` },
  });
