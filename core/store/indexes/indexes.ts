// The indexes of objects. Keys begin with the audiences (core/objects/visibility/audiences.ts), followed by the sort, the id
// and the publication dates, so that a page is read and skipped on the index alone (D438; a test explains them all).
import { memberOf } from '../../values.ts';
import type { IndexDescription } from 'mongodb';
import type { Association, Kind } from '../rows/model-rows.ts';
import { UNAME_INDEX } from '../object-names.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../rows/object-rows.ts';
import { collationOf } from './text-order.ts';
import { documentsCollectionName, type Store } from '../store.ts';

/** The members of an object type that determine the indexes of its collection. */
export interface IndexedType {
  name: string;
  kind: Kind;
  associations: ReadonlySet<Association>;
  /** Locale of its indexes of texts; null for those of an earlier release, which are in the order of bytes. */
  textLocale: string | null;
  attribute: { has(name: string): boolean };
  attributes: readonly { name: string; path: string; kind: string; indexed?: boolean | undefined }[];
}

const DATES = { visible_from: 1, visible_to: 1 } as const;

/** Sorts that run on an index, for objects of one type and of several; every other sort runs in memory (D7). */
export const INDEXED_SORTS = ['id', 'title', 'created', 'modified', 'uname'] as const;

const BY_ID: IndexDescription = { key: { audiences: 1, _id: 1, ...DATES } };
const BY_OTHER_SORTS: IndexDescription[] = INDEXED_SORTS.filter((sort) => sort !== 'id').map((sort) => ({
  key: { audiences: 1, [sort]: 1, _id: 1, ...DATES },
}));
const LIST_INDEXES = [BY_ID, ...BY_OTHER_SORTS];

/** Fields of every type with an index in the order of texts. */
export const TEXT_SORTS: ReadonlySet<string> = new Set(['title', 'uname']);

/** Name of the index in the order of texts of a field of every type. */
export const textIndexName = (field: string): string => `by_${field}`;

const inTextOrder = (index: IndexDescription, textLocale: string | null): IndexDescription =>
  textLocale === null ? index : { ...index, collation: collationOf(textLocale) };

const listIndexes = (textLocale: string | null): IndexDescription[] =>
  LIST_INDEXES.map((index) => {
    const text = Object.keys(index.key).find((field) => TEXT_SORTS.has(field));
    if (text === undefined || textLocale === null) return index;
    return inTextOrder({ ...index, name: textIndexName(text) }, textLocale);
  });
const OWNED_INDEX: IndexDescription = { key: { created_by: 1, audiences: 1, _id: 1, ...DATES } };

/** Objects in a folder; others have no entry. */
const PLACED_INDEX: IndexDescription = {
  key: { parents: 1, _id: 1 },
  partialFilterExpression: { parents: { $exists: true } },
};

/** Objects with publication dates: few, found when such a date has passed. */
const SCHEDULED_INDEXES: IndexDescription[] = [
  { key: { visible_from: 1 }, partialFilterExpression: { visible_from: { $gt: ALWAYS_FROM } } },
  { key: { visible_to: 1 }, partialFilterExpression: { visible_to: { $lt: ALWAYS_TO } } },
];

/** Each slows down writes: lists and trash in other orders are merged from those of the types (D570, D711). */
export const OBJECT_INDEXES: IndexDescription[] = [
  BY_ID,
  PLACED_INDEX,
  // Unames are unique over all objects.
  UNAME_INDEX,
  // Translations and annotations in the trash, by their object.
  { key: { object_id: 1 }, partialFilterExpression: { object_id: { $exists: true } } },
  ...SCHEDULED_INDEXES,
  {
    key: { 'search.title': 'text', 'search.description': 'text', 'search.text': 'text' },
    name: 'search',
    weights: { 'search.title': 10, 'search.description': 5, 'search.text': 1 },
    default_language: 'none',
    // A field named `lang` or `language` must not choose a stemmer.
    language_override: 'no_language_override',
  },
];

const PROPERTY_INDEX = 'property_';

/** Name of the index of a custom property. */
export const propertyIndexName = (property: string): string => `${PROPERTY_INDEX}${property}`;

export const isPropertyIndex = (name: string): boolean => name.startsWith(PROPERTY_INDEX);

/** Kinds whose values may be lists: MongoDB has no index on two lists, and audiences are one. */
const MAY_BE_LIST: ReadonlySet<string> = new Set(['array', 'json']);

/** Kinds whose values may be texts, which lists have in the order of a language (D800). */
export const MAY_BE_TEXT: ReadonlySet<string> = new Set(['string', 'array', 'json']);

/** As those of shipped sorts, so that pages and totals are read from the index of a custom property (D460). */
const propertyIndexKey = ({ path, kind }: { path: string; kind: string }): IndexDescription['key'] =>
  MAY_BE_LIST.has(kind) ? { [path]: 1, _id: 1 } : { audiences: 1, [path]: 1, _id: 1, ...DATES };

/** Associations whose links are stored in the documents. */
const LABELS = { Categories: 'categories.id', Tags: 'tags.id' } as const;

/** Indexes of the collection of one type: only those that its associations and attributes can use. */
export function typeIndexes(type: IndexedType): IndexDescription[] {
  const { textLocale } = type;
  const indexes: IndexDescription[] = [...listIndexes(textLocale), OWNED_INDEX, PLACED_INDEX];
  // With the status, since an index holds at most one list, and audiences are a list too.
  for (const [association, field] of Object.entries(LABELS))
    if ([...type.associations].some((each) => each === association))
      indexes.push({ key: { [field]: 1, status: 1, _id: 1 }, partialFilterExpression: { [field]: { $exists: true } } });
  if (type.associations.has('DateRanges')) {
    indexes.push({ key: { 'date_ranges.start_date': 1 }, sparse: true });
    indexes.push({ key: { 'date_ranges.end_date': 1 }, sparse: true });
  }
  if (type.attribute.has('coords')) indexes.push({ key: { geo: '2dsphere' }, sparse: true });
  if (type.kind === 'users') indexes.push(...USER_INDEXES);
  const indexed = type.attributes.filter((attribute) => attribute.indexed);
  for (const each of indexed) {
    const index = { key: propertyIndexKey(each), name: propertyIndexName(each.name) };
    indexes.push(MAY_BE_TEXT.has(each.kind) ? inTextOrder(index, textLocale) : index);
  }
  return indexes;
}

/** The filter of every list, at the start of the keys. */
const OF_EVERY_LIST = 'audiences';

/** Filters by them restrict types and audiences (D439). */
const IN_AUDIENCES = ['type', 'status'];

/** Stored paths that a list can filter or sort by on an index. */
function leadingPaths(indexes: readonly IndexDescription[]): ReadonlySet<string> {
  const leading = indexes.flatMap(({ key, partialFilterExpression }) => {
    const path = Object.keys(key).find((each) => each !== OF_EVERY_LIST);
    if (path === undefined) return [];
    // All rows with a value are in it.
    const isWhole = Object.entries(partialFilterExpression ?? {}).every(
      ([field, condition]) => field === path && memberOf(condition, '$exists') === true,
    );
    return isWhole ? [path] : [];
  });
  return new Set([...leading, ...IN_AUDIENCES]);
}

/** Of lists over several types: of `objects`, and those that every type has. */
export const indexedPaths = leadingPaths([...OBJECT_INDEXES, ...LIST_INDEXES, OWNED_INDEX]);

/** Of the collection of a type, those under construction included. */
export const indexedPathsOf = (type: IndexedType): ReadonlySet<string> => leadingPaths(typeIndexes(type));

/** Users of a role, and users by their sign-in data. */
const USER_INDEXES: IndexDescription[] = [
  { key: { role_ids: 1, _id: 1 } },
  { key: { username: 1, _id: 1 } },
  { key: { email: 1, _id: 1 } },
];

/** Creates the collection of a type with its indexes; safe to repeat. */
export async function ensureTypeCollection(store: Store, type: IndexedType): Promise<void> {
  await store.db.collection(documentsCollectionName(type.name)).createIndexes(typeIndexes(type));
}
