// Every index of the service. Keys begin with the audiences (core/objects/audiences.ts), followed by the sort, the id
// and the publication dates, so that a page is read and skipped on the index alone (D438; a test explains them all).
import type { Collection, Document, IndexDescription } from 'mongodb';
import type { Association, Kind } from './model-rows.ts';
import { UNAME_INDEX } from './object-names.ts';
import { ALWAYS_FROM, ALWAYS_TO } from './object-rows.ts';
import { collationOf } from './text-order.ts';
import { documentsCollectionName, type ObjectDocument, type Store } from './store.ts';
import { withoutRowType } from './untyped-collection.ts';

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

export const BY_ID: IndexDescription = { key: { audiences: 1, _id: 1, ...DATES } };
export const BY_OTHER_SORTS: IndexDescription[] = INDEXED_SORTS.filter((sort) => sort !== 'id').map((sort) => ({
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
export const PLACED_INDEX: IndexDescription = {
  key: { parents: 1, _id: 1 },
  partialFilterExpression: { parents: { $exists: true } },
};

/** Objects with publication dates: few, found when such a date has passed. */
const SCHEDULED_INDEXES: IndexDescription[] = [
  { key: { visible_from: 1 }, partialFilterExpression: { visible_from: { $gt: ALWAYS_FROM } } },
  { key: { visible_to: 1 }, partialFilterExpression: { visible_to: { $lt: ALWAYS_TO } } },
];

/**
 * Each slows down every write that changes one of its fields: lists and trash in other orders than by id are merged
 * from the collections of the types (D570, D711).
 */
const OBJECT_INDEXES: IndexDescription[] = [
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

const WITHOUT_LANGUAGE = { default_language: 'none', language_override: 'no_language_override' };

/** Dates of the object that a row belongs to. */
const OBJECT_DATES = { 'object.visible_from': 1, 'object.visible_to': 1 } as const;

/** The visibility of a version. */
const VERSION_VIEW = {
  'version.status': 1,
  'version.visible_from': 1,
  'version.visible_to': 1,
  'version.readers': 1,
} as const;

/** Rows with a copy of an object's visibility, by which lists filter. */
const ATTACHED_INDEXES: IndexDescription[] = [
  { key: { object_id: 1, _id: 1 } },
  { key: { search: 'text' }, name: 'search', ...WITHOUT_LANGUAGE },
];

const sortedWithObject = (own: Record<string, 1>): IndexDescription[] =>
  [{}, { created: 1 as const }, { modified: 1 as const }].map((sort) => ({
    key: { ...own, 'object.audiences': 1, ...sort, _id: 1, ...OBJECT_DATES },
  }));

const PROPERTY_INDEX = 'property_';

/** Name of the index of a custom property. */
export const propertyIndexName = (property: string): string => `${PROPERTY_INDEX}${property}`;

export const isPropertyIndex = (name: string): boolean => name.startsWith(PROPERTY_INDEX);

/** Kinds whose values may be lists: MongoDB has no index on two lists, and audiences are one. */
const MAY_BE_LIST: ReadonlySet<string> = new Set(['array', 'json']);

/** Kinds whose values may be texts, which lists have in the order of a language (D800). */
export const MAY_BE_TEXT: ReadonlySet<string> = new Set(['string', 'array', 'json']);

/**
 * Key of the index of a custom property: like those of shipped sorts, so that pages and totals are read from it (D460).
 */
const propertyIndexKey = ({ path, kind }: { path: string; kind: string }): IndexDescription['key'] =>
  MAY_BE_LIST.has(kind) ? { [path]: 1, _id: 1 } : { audiences: 1, [path]: 1, _id: 1, ...DATES };

/** Associations whose links are stored in the documents. */
export const LABELS = { Categories: 'categories.id', Tags: 'tags.id' } as const;

/** Indexes of the collection of one type: only those that its associations and attributes can use. */
export function typeIndexes(type: IndexedType): IndexDescription[] {
  const { textLocale } = type;
  const indexes: IndexDescription[] = [...listIndexes(textLocale), OWNED_INDEX, PLACED_INDEX];
  // With the status, since an index holds at most one list, and audiences are a list too.
  for (const [association, field] of Object.entries(LABELS))
    if (type.associations.has(association as Association))
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
      ([field, condition]) => field === path && (condition as Document)['$exists'] === true,
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
export const USER_INDEXES: IndexDescription[] = [
  { key: { role_ids: 1, _id: 1 } },
  { key: { username: 1, _id: 1 } },
  { key: { email: 1, _id: 1 } },
];

async function ensure<Row extends Document>(collection: Collection<Row>, indexes: IndexDescription[]): Promise<void> {
  await collection.createIndexes(indexes);
}

/** A collection without indexes: transactions of level `snapshot` cannot create one. */
async function ensureCollection(store: Store, name: string): Promise<void> {
  const [existing] = await store.db.listCollections({ name }, { nameOnly: true }).toArray();
  if (!existing) await store.db.createCollection(name);
}

/** Creates the collection of a type with its indexes; safe to repeat. */
export async function ensureTypeCollection(store: Store, type: IndexedType): Promise<void> {
  await ensure<ObjectDocument>(store.db.collection(documentsCollectionName(type.name)), typeIndexes(type));
}

/** Collections whose indexes exist: every migration that adds indexes creates all of them. */
const made = new WeakMap<Store, Promise<void>>();

/** Indexes of all collections except those of types; created once for each open store. */
export function ensureIndexes(store: Store): Promise<void> {
  let making = made.get(store);
  if (!making) {
    making = makeIndexes(store);
    made.set(store, making);
    // It is retried after a failure.
    making.catch(() => made.delete(store));
  }
  return making;
}

/** Indexes that a collection has in addition to the one on its ids. */
export interface DescribedIndexes {
  collection: Collection<Document>;
  indexes: readonly IndexDescription[];
}

async function makeIndexes(store: Store): Promise<void> {
  const described = describedIndexes(store).map(({ collection, indexes }) =>
    indexes.length > 0 ? ensure(collection, [...indexes]) : ensureCollection(store, collection.collectionName),
  );
  await Promise.all(described);
}

/** All collections but those of types, with their indexes. */
export function describedIndexes(store: Store): DescribedIndexes[] {
  const of = <Row extends Document>(collection: Collection<Row>, indexes: readonly IndexDescription[]) => ({
    collection: withoutRowType(collection),
    indexes,
  });
  return [
    of(store.objects, OBJECT_INDEXES),
    of(store.objectCounts, [{ key: { type: 1 } }]),
    of(store.objectTypes, [
      { key: { name: 1 }, unique: true },
      { key: { singular: 1 }, unique: true },
    ]),
    of(store.properties, [{ key: { object_type_name: 1, name: 1 }, unique: true }]),
    of(store.propertyTypes, [{ key: { name: 1 }, unique: true }]),
    of(store.relations, [
      { key: { name: 1 }, unique: true },
      { key: { inverse_name: 1 }, unique: true },
    ]),
    of(store.categories, [{ key: { object_type_name: 1, name: 1 }, unique: true }, { key: { parent_id: 1 } }]),
    of(store.tags, [{ key: { name: 1 }, unique: true }]),
    of(store.roles, [{ key: { name: 1 }, unique: true }]),
    of(store.applications, [
      { key: { name: 1 }, unique: true },
      // Sparse: databases of earlier releases have rows without it until their migration.
      { key: { api_key_hash: 1 }, unique: true, sparse: true },
    ]),
    of(store.endpoints, [{ key: { name: 1 }, unique: true }]),
    of(store.endpointPermissions, [
      { key: { endpoint_id: 1, application_id: 1, role_id: 1, anonymous: 1 }, unique: true },
    ]),
    of(store.config, [{ key: { application_id: 1, name: 1 }, unique: true }]),
    of(store.authProviders, [{ key: { name: 1 }, unique: true }]),
    of(store.auditTrail, [
      { key: { user_id: 1, _id: 1 } },
      { key: { resource_type: 1, resource_id: 1, _id: 1 } },
      { key: { event: 1, _id: 1 } },
      { key: { application_id: 1, _id: 1 } },
      { key: { address: 1, _id: 1 } },
      { key: { request_id: 1 } },
      { key: { at: 1, _id: 1 } },
    ]),
    of(store.webhooks, [{ key: { name: 1 }, unique: true }]),
    of(store.webhookDeliveries, [
      // Those of a webhook that wait, in the order of their events, and the latest ones.
      { key: { webhook_id: 1, state: 1, event_number: 1 } },
      { key: { webhook_id: 1, modified: -1 } },
      // Due rows, and old ones.
      { key: { next: 1 }, partialFilterExpression: { next: { $type: 'date' } } },
      { key: { created: 1, _id: 1 } },
    ]),
    of(store.eventCursors, []),
    of(store.externalAuth, [
      { key: { auth_provider_id: 1, provider_username: 1 }, unique: true },
      { key: { user_id: 1, auth_provider_id: 1 } },
    ]),
    of(store.authorizationRequests, [
      { key: { created: 1 }, expireAfterSeconds: 1200 },
      { key: { address: 1, expires: 1 } },
    ]),
    of(store.asyncJobs, [
      { key: { created: 1, _id: 1 } },
      { key: { service: 1, completed: 1 } },
      { key: { due: 1 }, partialFilterExpression: { due: { $type: 'date' } } },
      { key: { secret_hash: 1 }, unique: true, partialFilterExpression: { secret_hash: { $type: 'string' } } },
      // Mails with a secret that is no longer valid.
      { key: { expires: 1 }, partialFilterExpression: { secret: { $type: 'string' } } },
      // To find old ones, and those of a user.
      { key: { modified: 1 } },
      { key: { 'payload.user_id': 1, service: 1 }, partialFilterExpression: { 'payload.user_id': { $gt: 0 } } },
    ]),
    of(store.agendaJobs, [
      // Agenda reads before it writes: only an index prevents duplicates.
      { key: { 'data.id': 1 }, unique: true },
      // Jobs to run next.
      { key: { name: 1, priority: -1, nextRunAt: 1, lockedAt: 1 } },
    ]),
    of(store.objectPermissions, [
      { key: { object_id: 1, role_id: 1, permission: 1 }, unique: true },
      { key: { role_id: 1 } },
      { key: { 'object.audiences': 1, _id: 1, ...OBJECT_DATES } },
    ]),
    of(store.objectRelations, [
      { key: { left_id: 1, relation_id: 1, priority: 1, right_id: 1 } },
      { key: { right_id: 1, relation_id: 1, inv_priority: 1, left_id: 1 } },
      { key: { relation_id: 1, left_id: 1, right_id: 1 }, unique: true },
    ]),
    of(store.trees, [
      { key: { path: 1 }, unique: true },
      { key: { parent_id: 1, key: 1 }, unique: true },
      { key: { object_id: 1, parent_id: 1 }, unique: true },
      { key: { parent_id: 1, slug: 1 }, unique: true, partialFilterExpression: { slug: { $exists: true } } },
      { key: { 'object.type': 1, path: 1 } },
      { key: { parent_id: 1, 'object.audiences': 1, key: 1, ...OBJECT_DATES } },
      { key: { purged_with: 1, path: 1 }, partialFilterExpression: { purged_with: { $exists: true } } },
    ]),
    of(store.translations, [
      { key: { object_id: 1, lang: 1 }, unique: true, partialFilterExpression: { trashed: false } },
      { key: { created_by: 1, _id: 1 } },
      { key: { lang: 1, trashed: 1, status: 1, 'object.audiences': 1, _id: 1, ...OBJECT_DATES } },
      ...sortedWithObject({ trashed: 1, status: 1 }),
      ...ATTACHED_INDEXES,
    ]),
    of(store.annotations, [{ key: { user_id: 1, _id: 1 } }, ...sortedWithObject({ trashed: 1 }), ...ATTACHED_INDEXES]),
    of(store.streams, [
      // The latest version comes first; two concurrent POSTs get two numbers.
      {
        key: { object_id: 1, version: -1 },
        unique: true,
        partialFilterExpression: { object_id: { $gt: 0 } },
      },
      { key: { created_by: 1, _id: 1 } },
      { key: { created: 1, _id: 1 } },
      { key: { modified: 1, _id: 1 } },
      { key: { hash_sha1: 1 } },
      { key: { 'object.audiences': 1, _id: 1, ...OBJECT_DATES } },
    ]),
    of(store.thumbnails, [{ key: { stream_id: 1 } }]),
    of(store.unclaimedFiles, [{ key: { due: 1 } }]),
    of(store.uploadTokens, [{ key: { expires: 1 } }, { key: { user_id: 1 }, sparse: true }]),
    of(store.fileUsage, []),
    of(store.credentials, [
      // Factors that a previous JWT_SECRET has sealed.
      {
        key: { 'second_factor.key_id': 1 },
        partialFilterExpression: { 'second_factor.key_id': { $type: 'string' } },
      },
      // Signing in by passkey alone.
      {
        key: { 'passkeys.credential_id': 1 },
        partialFilterExpression: { 'passkeys.credential_id': { $type: 'string' } },
      },
    ]),
    of(store.usernames, [{ key: { user_id: 1 } }]),
    of(store.userEmails, [{ key: { user_id: 1 } }]),
    of(store.refreshTokens, [
      // The rows of earlier releases have none until they are migrated.
      { key: { token_hash: 1 }, unique: true, partialFilterExpression: { token_hash: { $type: 'string' } } },
      { key: { user_id: 1, _id: 1 } },
      { key: { user_id: 1, modified: 1, _id: 1 } },
      { key: { modified: 1, _id: 1 } },
      { key: { expires: 1 }, expireAfterSeconds: 0 },
    ]),
    of(store.loginFailures, [{ key: { expires: 1 }, expireAfterSeconds: 0 }]),
    of(store.rateLimits, [{ key: { expires: 1 }, expireAfterSeconds: 0 }]),
    of(store.idempotencyKeys, [
      { key: { attempt: 1 }, unique: true },
      { key: { expires: 1 }, expireAfterSeconds: 0 },
    ]),
    of(store.changes, [
      // Versions of an object that a caller sees, in the order of their numbers (D505).
      { key: { resource_type: 1, resource_id: 1, 'version.number': 1, _id: 1, ...VERSION_VIEW } },
      { key: { resource_id: 1, _id: 1 } },
      { key: { user_id: 1, _id: 1 } },
      { key: { created: 1, _id: 1 } },
      // Events (core/store/event-rows.ts).
      { key: { numbers: 1 }, unique: true, partialFilterExpression: { numbers: { $exists: true } } },
      { key: { pending: 1 }, partialFilterExpression: { pending: { $exists: true } } },
    ]),
  ];
}
