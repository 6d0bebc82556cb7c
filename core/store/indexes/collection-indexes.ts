// The indexes of all collections but those of types, and their creation.
import type { Collection, Document, IndexDescription } from 'mongodb';
import type { Store } from '../store.ts';
import { OBJECT_INDEXES } from './indexes.ts';

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
    indexes.length > 0 ? collection.createIndexes([...indexes]) : ensureCollection(store, collection.collectionName),
  );
  await Promise.all(described);
}

/** Transactions of level `snapshot` cannot create a collection. */
async function ensureCollection(store: Store, name: string): Promise<void> {
  const [existing] = await store.db.listCollections({ name }, { nameOnly: true }).toArray();
  if (!existing) await store.db.createCollection(name);
}

const INDEXES: Readonly<Record<string, readonly IndexDescription[]>> = {
  // Objects as a whole, and the model.
  objects: OBJECT_INDEXES,
  object_counts: [{ key: { type: 1 } }],
  object_types: [
    { key: { name: 1 }, unique: true },
    { key: { singular: 1 }, unique: true },
  ],
  properties: [{ key: { object_type_name: 1, name: 1 }, unique: true }],
  property_types: [{ key: { name: 1 }, unique: true }],
  relations: [
    { key: { name: 1 }, unique: true },
    { key: { inverse_name: 1 }, unique: true },
  ],
  categories: [{ key: { object_type_name: 1, name: 1 }, unique: true }, { key: { parent_id: 1 } }],
  tags: [{ key: { name: 1 }, unique: true }],
  // What administrators keep, and what is recorded of them.
  roles: [{ key: { name: 1 }, unique: true }],
  applications: [
    { key: { name: 1 }, unique: true },
    { key: { api_key_hash: 1 }, unique: true },
  ],
  endpoints: [{ key: { name: 1 }, unique: true }],
  endpoint_permissions: [{ key: { endpoint_id: 1, application_id: 1, role_id: 1, anonymous: 1 }, unique: true }],
  config: [{ key: { application_id: 1, name: 1 }, unique: true }],
  auth_providers: [{ key: { name: 1 }, unique: true }],
  audit_trail: [
    { key: { user_id: 1, _id: 1 } },
    { key: { resource_type: 1, resource_id: 1, _id: 1 } },
    { key: { event: 1, _id: 1 } },
    { key: { application_id: 1, _id: 1 } },
    { key: { address: 1, _id: 1 } },
    { key: { request_id: 1 } },
    { key: { at: 1, _id: 1 } },
  ],
  // Deliveries, signing in elsewhere, and jobs.
  webhooks: [{ key: { name: 1 }, unique: true }],
  webhook_deliveries: [
    // Those of a webhook that wait, in the order of their events, and the latest ones.
    { key: { webhook_id: 1, state: 1, event_number: 1 } },
    { key: { webhook_id: 1, modified: -1 } },
    // Due rows, and old ones.
    { key: { next: 1 }, partialFilterExpression: { next: { $type: 'date' } } },
    { key: { created: 1, _id: 1 } },
  ],
  event_cursors: [],
  external_auth: [
    { key: { auth_provider_id: 1, provider_username: 1 }, unique: true },
    { key: { user_id: 1, auth_provider_id: 1 } },
  ],
  authorization_requests: [{ key: { created: 1 }, expireAfterSeconds: 1200 }, { key: { address: 1, expires: 1 } }],
  async_jobs: [
    { key: { created: 1, _id: 1 } },
    { key: { service: 1, completed: 1 } },
    { key: { due: 1 }, partialFilterExpression: { due: { $type: 'date' } } },
    { key: { secret_hash: 1 }, unique: true, partialFilterExpression: { secret_hash: { $type: 'string' } } },
    // Mails with a secret that is no longer valid.
    { key: { expires: 1 }, partialFilterExpression: { secret: { $type: 'string' } } },
    // To find old ones, and those of a user.
    { key: { modified: 1 } },
    { key: { 'payload.user_id': 1, service: 1 }, partialFilterExpression: { 'payload.user_id': { $gt: 0 } } },
  ],
  agenda_jobs: [
    // Agenda reads before it writes: only an index prevents duplicates.
    { key: { 'data.id': 1 }, unique: true },
    // Jobs to run next.
    { key: { name: 1, priority: -1, nextRunAt: 1, lockedAt: 1 } },
  ],
  // What belongs to objects and their places.
  object_permissions: [
    { key: { object_id: 1, role_id: 1, permission: 1 }, unique: true },
    { key: { role_id: 1 } },
    { key: { 'object.audiences': 1, _id: 1, ...OBJECT_DATES } },
  ],
  object_relations: [
    { key: { left_id: 1, relation_id: 1, priority: 1, right_id: 1 } },
    { key: { right_id: 1, relation_id: 1, inv_priority: 1, left_id: 1 } },
    { key: { relation_id: 1, left_id: 1, right_id: 1 }, unique: true },
  ],
  trees: [
    { key: { path: 1 }, unique: true },
    { key: { parent_id: 1, key: 1 }, unique: true },
    { key: { object_id: 1, parent_id: 1 }, unique: true },
    { key: { parent_id: 1, slug: 1 }, unique: true, partialFilterExpression: { slug: { $exists: true } } },
    { key: { 'object.type': 1, path: 1 } },
    { key: { parent_id: 1, 'object.audiences': 1, key: 1, ...OBJECT_DATES } },
    { key: { purged_with: 1, path: 1 }, partialFilterExpression: { purged_with: { $exists: true } } },
  ],
  translations: [
    { key: { object_id: 1, lang: 1 }, unique: true, partialFilterExpression: { trashed: false } },
    { key: { created_by: 1, _id: 1 } },
    { key: { lang: 1, trashed: 1, status: 1, 'object.audiences': 1, _id: 1, ...OBJECT_DATES } },
    ...sortedWithObject({ trashed: 1, status: 1 }),
    ...ATTACHED_INDEXES,
  ],
  annotations: [{ key: { user_id: 1, _id: 1 } }, ...sortedWithObject({ trashed: 1 }), ...ATTACHED_INDEXES],
  // Files.
  streams: [
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
  ],
  thumbnails: [{ key: { stream_id: 1 } }],
  unclaimed_files: [{ key: { due: 1 } }],
  upload_tokens: [{ key: { expires: 1 } }, { key: { user_id: 1 }, sparse: true }],
  file_usage: [],
  // Accounts, and what is counted for callers.
  credentials: [
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
  ],
  usernames: [{ key: { user_id: 1 } }],
  user_emails: [{ key: { user_id: 1 } }],
  refresh_tokens: [
    { key: { token_hash: 1 }, unique: true },
    { key: { user_id: 1, _id: 1 } },
    { key: { user_id: 1, modified: 1, _id: 1 } },
    { key: { modified: 1, _id: 1 } },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  login_failures: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  rate_limits: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  idempotency_keys: [
    { key: { attempt: 1 }, unique: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  // The history, which events are read from.
  changes: [
    // Versions of an object that a caller sees, in the order of their numbers (D505).
    { key: { resource_type: 1, resource_id: 1, 'version.number': 1, _id: 1, ...VERSION_VIEW } },
    { key: { resource_id: 1, _id: 1 } },
    { key: { user_id: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    // Events (core/store/recorded/event-rows.ts).
    { key: { numbers: 1 }, unique: true, partialFilterExpression: { numbers: { $exists: true } } },
    { key: { pending: 1 }, partialFilterExpression: { pending: { $exists: true } } },
  ],
};

/** All collections but those of types, with their indexes. */
export const describedIndexes = ({ db }: Store): DescribedIndexes[] =>
  Object.entries(INDEXES).map(([name, indexes]) => ({ collection: db.collection(name), indexes }));
