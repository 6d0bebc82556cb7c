// Faults of objects, their rows, places, links, copies and versions.
import type { Filled } from '../clients/filled.ts';
import type { TestService } from '../service.ts';
import { change, mended, removal, type Planted, type Planting } from './planting.ts';

/** By the fault. */
export function faultsOfObjects(test: TestService, filled: Filled): Record<string, Planted> {
  const { store } = test.service.services;
  const document = () => ({ _id: filled.document });
  const folder = () => ({ object_id: filled.folder });
  const linked = () => ({ left_id: filled.document, relation_id: filled.relation });
  const mirrored = () => ({ left_id: filled.document, relation_id: filled.symmetric });

  const removed = (collection: string, filter: () => object): Planting => removal(store, collection, filter);
  const changed = (collection: string, filter: () => object, update: object): Planting =>
    change(store, { collection, filter, update });
  return {
    'a total that is wrong': {
      found: /^totals: documents: \d+ counted as draft/,
      ...mended(changed('object_counts', () => ({ _id: 'documents:3' }), { $inc: { 'n.draft': 2 } })),
    },
    'a slot of totals that is gone': {
      found: /^totals: total news:5 is missing/,
      ...mended(removed('object_counts', () => ({ _id: 'news:5' }))),
    },
    'a slot of totals with another schema': {
      found: /^totals: total news:6 is of schema old/,
      ...mended(changed('object_counts', () => ({ _id: 'news:6' }), { $set: { schema: 'old' } })),
    },
    'a row that is gone': {
      found: /^rows: documents \d+: there is no row/,
      ...mended(removed('objects', () => ({ _id: filled.inside }))),
    },
    'a row with another title': {
      found: /^rows: documents \d+: title of its row is "Other"/,
      ...mended(changed('objects', document, { $set: { title: 'Other' } })),
    },
    'a row without a document': {
      found: /^rows: documents \d+ has no document/,
      ...removed('documents.documents', () => ({ _id: filled.other })),
    },
    'a row of a translation that is not in the trash': {
      found: /^rows: translations \d+ is not in the trash/,
      plant: () =>
        store.objects.insertOne({ ...filled.trashedRow, _id: filled.translation, uname: 'another' } as never),
    },
    'a translation in the trash without a row': {
      found: /^rows: translations \d+ is in the trash without a row/,
      ...removed('objects', () => ({ _id: filled.trashedTranslation })),
    },
    'audiences of a document': {
      found: /^audiences: documents \d+: audiences is \["odd"\]/,
      ...mended(changed('documents.documents', document, { $set: { audiences: ['odd'] } })),
    },
    'dates that decide who sees it': {
      found: /^publication dates: documents \d+: visible_to/,
      ...mended(changed('documents.documents', document, { $set: { visible_to: new Date('2030-01-01') } })),
    },
    'permissions of an object': {
      found: /^permissions: documents \d+: permissions/,
      ...mended(changed('documents.documents', () => ({ _id: filled.inside }), { $unset: { permissions: '' } })),
    },
    'permissions of a folder': {
      found: /^permissions: place \d+ of object \d+: permissions/,
      ...mended(changed('trees', folder, { $unset: { permissions: '' } })),
    },
    'texts of the search': {
      found: /^search texts: documents \d+: search/,
      ...mended(changed('objects', document, { $set: { 'search.title': ' other ' } })),
    },
    'texts of a translation': {
      found: /^search texts: translations \d+/,
      ...mended(changed('translations', () => ({ _id: filled.translation }), { $set: { search: ' other ' } })),
    },
    'texts of an annotation': {
      found: /^search texts: annotations \d+/,
      ...mended(changed('annotations', () => ({ _id: filled.annotation }), { $set: { search: ' other ' } })),
    },
    'a link to nothing': {
      found: /^links: link \d+ to 999999/,
      ...changed('object_relations', linked, { $set: { right_id: 999999 } }),
    },
    'a link with the type of another object': {
      found: /^links: .*left_type is news, should be documents/,
      ...mended(changed('object_relations', linked, { $set: { left_type: 'news' } })),
    },
    'a link of no relation': {
      found: /^links: .*there is no such relation/,
      ...changed('object_relations', linked, { $set: { relation_id: 9999 } }),
    },
    'two links with one place': {
      found: /^links: 2 links of object \d+ of relation \d+ have the priority 2/,
      ...changed('object_relations', () => ({ ...linked(), priority: 1 }), { $set: { priority: 2 } }),
    },
    'one direction of a symmetric link': {
      found: /^links: .*the row of the other direction is missing/,
      ...removed('object_relations', mirrored),
    },
    'a symmetric link with other places': {
      found: /^links: .*the row of the other direction says something else/,
      ...changed('object_relations', mirrored, { $set: { inv_priority: 77 } }),
    },
    'a path': {
      found: /^tree: place \d+ of object \d+: path is "zz\/"/,
      ...mended(changed('trees', folder, { $set: { path: 'zz/' } })),
    },
    'the folders above': {
      found: /^tree: .*ancestors is/,
      ...mended(changed('trees', () => ({ object_id: filled.inside }), { $set: { ancestors: [] } })),
    },
    'a depth': {
      found: /^tree: .*depth_level is 7/,
      ...mended(changed('trees', folder, { $set: { depth_level: 7 } })),
    },
    'a root': { found: /^tree: .*root_id is 7/, ...mended(changed('trees', folder, { $set: { root_id: 7 } })) },
    'the place of the folder above': {
      found: /^tree: .*parent_node_id is 7/,
      ...mended(changed('trees', folder, { $set: { parent_node_id: 7 } })),
    },
    'a key of other characters': {
      found: /^tree: .*has the key "a-"/,
      ...changed('trees', () => ({ object_id: filled.inside }), { $set: { key: 'a-' } }),
    },
    'a ring of folders': {
      found: /^tree: no root leads to place/,
      plant: async () => {
        await store.trees.updateOne({ object_id: filled.root }, { $set: { parent_id: filled.folder, key: 'zz' } });
      },
      undo: async () => {
        await store.trees.updateOne({ object_id: filled.root }, { $set: { parent_id: null, key: 'a0' } });
      },
    },
    'a folder in no folder': {
      found: /^tree: .*is in 999999, which is not a folder/,
      ...changed('trees', folder, { $set: { parent_id: 999999 } }),
    },
    'a folder without a place': {
      found: /^tree: folders \d+ has 0 places/,
      ...removed('trees', () => ({ object_id: filled.leaf })),
    },
    'parents of an object': {
      found: /^parents: documents \d+: parents is \[\]/,
      ...mended(changed('documents.documents', () => ({ _id: filled.inside }), { $set: { parents: [] } })),
    },
    'a copy in the tree': {
      found: /^copies: trees \d+: its copy/,
      ...mended(changed('trees', folder, { $set: { 'object.status': 'off' } })),
    },
    'a copy in a translation': {
      found: /^copies: translations \d+: its copy/,
      ...mended(changed('translations', () => ({ _id: filled.translation }), { $set: { 'object.trashed': true } })),
    },
    'a copy in an annotation': {
      found: /^copies: annotations \d+: its copy/,
      ...mended(changed('annotations', () => ({ _id: filled.annotation }), { $set: { 'object.created_by': 99 } })),
    },
    'a copy in a stream': {
      found: /^copies: streams \S+: its copy/,
      ...mended(changed('streams', () => ({ _id: filled.stream }), { $set: { 'object.audiences': [] } })),
    },
    'a copy in a row of permissions': {
      found: /^copies: object_permissions \d+: its copy/,
      ...mended(
        changed('object_permissions', () => ({ object_id: filled.folder }), { $set: { 'object.status': 'off' } }),
      ),
    },
    'a copy in the trash': {
      found: /^copies: objects \d+: its copy/,
      ...mended(changed('objects', () => ({ _id: filled.trashedTranslation }), { $set: { 'object.created_by': 99 } })),
    },
    'a copy that its object does not know of': {
      found: /^copies: .*does not say that there are copies/,
      ...mended(changed('documents.documents', document, { $unset: { fence: '' } })),
    },
    'an annotation of nothing': {
      found: /^copies: annotations \d+: there is no object 999999/,
      ...changed('annotations', () => ({ _id: filled.annotation }), { $set: { object_id: 999999 } }),
    },
    'a version that is missing': {
      found: /^versions: documents \d+: \d+ versions from 1 to \d+/,
      ...removed('changes', () => ({ resource_id: String(filled.document), 'version.number': 2 })),
    },
    'the last version that is missing': {
      found: /^versions: documents \d+: the last version is \d+, the revision \d+/,
      ...removed('changes', () => ({ resource_id: String(filled.inside), 'version.number': 3 })),
    },
    'the first version that is missing': {
      found: /^versions: documents \d+: the versions before 2 are missing/,
      ...removed('changes', () => ({ resource_id: String(filled.document), 'version.number': 1 })),
    },
  };
}
