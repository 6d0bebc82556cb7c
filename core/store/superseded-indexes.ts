// Unused indexes of earlier releases.
import type { IndexDescription } from 'mongodb';
import { BY_ID, BY_OTHER_SORTS, LABELS } from './indexes.ts';
import { documentsCollectionName, type Store } from './store.ts';

const OLD_VISIBILITY = { status: 1, visible_from: 1, visible_to: 1 };
const OLD_LISTS = [
  { trashed: 1, status: 1, _id: 1, visible_from: 1, visible_to: 1 },
  { trashed: 1, title: 1, _id: 1, ...OLD_VISIBILITY },
  { trashed: 1, created: 1, _id: 1, ...OLD_VISIBILITY },
  { trashed: 1, modified: 1, _id: 1, ...OLD_VISIBILITY },
  { parents: 1, trashed: 1, status: 1, _id: 1, visible_from: 1, visible_to: 1 },
  { created_by: 1, _id: 1 },
];
const OLD_VIEW = {
  'object.trashed': 1,
  'object.type': 1,
  'object.status': 1,
  'object.visible_from': 1,
  'object.visible_to': 1,
};
const OLD_ATTACHED = [
  { trashed: 1, _id: 1, status: 1, ...OLD_VIEW },
  { trashed: 1, created: 1, _id: 1 },
  { trashed: 1, modified: 1, _id: 1 },
];

/** Keys of `objects`: lists are merged from the collections of the types instead (D570). */
const OLD_MIXED_LISTS = [
  ...BY_OTHER_SORTS.map(({ key }) => key),
  ...[BY_ID, ...BY_OTHER_SORTS].map(({ key }) => ({ type: 1 as const, ...key })),
];

/** Keys of `objects`: the trash and lists of own objects are read by audience, or merged from the collections of the types (D711). */
const OLD_OWN_LISTS: IndexDescription['key'][] = [
  { created_by: 1, audiences: 1, _id: 1, visible_from: 1, visible_to: 1 },
  { trashed: 1, locked: 1, audiences: 1, _id: 1, visible_from: 1, visible_to: 1 },
  { trashed: 1, locked: 1, _id: 1 },
  ...['title', 'created', 'modified', 'uname'].map((name) => ({
    trashed: 1 as const,
    locked: 1 as const,
    [name]: 1 as const,
    _id: 1 as const,
  })),
];

/**
 * Keys of indexes of earlier releases that those by audience replace, by collection (D438), and of one that versions
 * replace.
 */
const SUPERSEDED: Readonly<Record<string, readonly IndexDescription['key'][]>> = {
  objects: [
    ...OLD_LISTS,
    { type: 1, trashed: 1, status: 1, _id: 1, visible_from: 1, visible_to: 1 },
    { reader_roles: 1, type: 1 },
    { trashed: 1, locked: 1, _id: 1, type: 1, status: 1, created_by: 1 },
    { uname: 1, _id: 1 },
    ...OLD_MIXED_LISTS,
    ...OLD_OWN_LISTS,
  ],
  trees: [
    {
      parent_id: 1,
      'object.trashed': 1,
      key: 1,
      'object.status': 1,
      'object.type': 1,
      'object.visible_from': 1,
      'object.visible_to': 1,
    },
  ],
  translations: [...OLD_ATTACHED, { lang: 1, _id: 1 }],
  annotations: OLD_ATTACHED,
  streams: [{ _id: 1, ...OLD_VIEW }],
  refresh_tokens: [{ user_id: 1 }],
  applications: [{ api_key: 1 }],
  // History by type and id is read by id, and versions by theirs (D505).
  changes: [{ resource_type: 1, resource_id: 1, _id: 1 }],
  object_permissions: [{ _id: 1, ...OLD_VIEW }],
};

async function dropIndexes(store: Store, name: string, keys: readonly IndexDescription['key'][]): Promise<void> {
  const collection = store.db.collection(name);
  const old = new Set(keys.map((key) => JSON.stringify(key)));
  for (const index of await collection.indexes()) {
    if (index.name !== undefined && old.has(JSON.stringify(index.key))) await collection.dropIndex(index.name);
  }
}

/** Drops them; safe to repeat. */
export async function dropSupersededIndexes(store: Store, typeNames: readonly string[]): Promise<void> {
  for (const [name, keys] of Object.entries(SUPERSEDED)) await dropIndexes(store, name, keys);
  const labels = Object.values(LABELS).map((field) => ({ [field]: 1, _id: 1 }));
  const ofTypes = [...OLD_LISTS, { trashed: 1, _id: 1 }, { uname: 1, _id: 1 }, ...labels];
  for (const name of typeNames) await dropIndexes(store, documentsCollectionName(name), ofTypes);
}
