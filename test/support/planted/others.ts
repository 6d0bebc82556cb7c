// Faults of files, totals, accounts, jobs, the model and indexes.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Filled } from '../clients/filled.ts';
import type { TestService } from '../service.ts';
import { change, mended, removal, type Planted, type Planting } from './planting.ts';

/** By the fault. */
export function otherFaults(test: TestService, filled: Filled): Record<string, Planted> {
  const { store } = test.service.services;
  const { storage } = test.service.services.files.fileStore;
  const fileOf = (key: string): string => path.join(test.dataDir, 'files', key.slice(-2), key);
  const removed = (collection: string, filter: () => object): Planting => removal(store, collection, filter);
  const changed = (collection: string, filter: () => object, update: object): Planting =>
    change(store, { collection, filter, update });
  return {
    'a thumbnail of another file': {
      found: /^thumbnails: thumbnail \S+ is made of a file/,
      plant: async () => {
        await filled.makeThumbnail();
        await store.thumbnails.updateOne({ stream_id: filled.stream }, { $set: { made_of: 'other' } });
      },
    },
    'a thumbnail without a file': {
      found: /^thumbnails: thumbnail \S+: its file is missing/,
      plant: async () => {
        await filled.makeThumbnail();
        const row = await store.thumbnails.findOne({ stream_id: filled.stream });
        await storage.remove(row?.file_key ?? '');
      },
    },
    'a file that is gone': {
      found: /^bytes of files: stream \S+: its file is missing/,
      ...changed('streams', () => ({ _id: filled.stream }), {
        $set: { file_key: '00000000-0000-4000-8000-000000000000' },
      }),
    },
    'a file of another length': {
      found: /^bytes of files: stream \S+: its file has \d+ bytes/,
      plant: async () => writeFile(fileOf(filled.fileKey), 'x'),
      undo: async () => writeFile(fileOf(filled.fileKey), filled.bytes),
    },
    'a file with other bytes': {
      found: /^bytes of files: stream \S+: its file has another SHA-1/,
      plant: async () => {
        const bytes = await readFile(fileOf(filled.fileKey));
        bytes[0] = (bytes[0] ?? 0) ^ 1;
        await writeFile(fileOf(filled.fileKey), bytes);
      },
      undo: async () => writeFile(fileOf(filled.fileKey), filled.bytes),
    },
    'another MD5': {
      found: /^bytes of files: stream \S+: its file has another MD5/,
      ...changed('streams', () => ({ _id: filled.stream }), { $set: { hash_md5: '0' } }),
    },
    'a file in use that is to be removed': {
      found: /^unclaimed files: the file of stream \S+ is to be removed/,
      plant: () => store.unclaimedFiles.insertOne({ _id: filled.freeKey, due: new Date('2099-01-01') }),
    },
    'a file that no row names': {
      found: /^unclaimed files: the file \S+ is in the storage without a row/,
      plant: () => storage.copy(filled.fileKey, '11111111-1111-4111-8111-111111111111'),
    },
    'usage of a user': {
      found: /^usage: usage of total: 77 files/,
      ...mended(changed('file_usage', () => ({ _id: 'total' }), { $set: { files: 77 } })),
    },
    'a name of a user': {
      found: /^account names: users \d+: the username "editor" belongs to no user/,
      ...mended(removed('usernames', () => ({ _id: 'editor' }))),
    },
    'a name that belongs to another user': {
      found: /^account names: users \d+: the username "editor" belongs to user 1/,
      ...changed('usernames', () => ({ _id: 'editor' }), { $set: { user_id: 1 } }),
    },
    'a name that no user has': {
      found: /^account names: the email "old@example.com"/,
      plant: () => store.userEmails.insertOne({ _id: 'old@example.com', user_id: 1 }),
    },
    'credentials of nobody': {
      found: /^account names: there are credentials of user 999999/,
      plant: () => store.credentials.insertOne({ _id: 999999, password_hash: null }),
      undo: () => store.credentials.deleteOne({ _id: 999999 }),
    },
    'a job that is never looked at': {
      found: /^jobs: job \S+ is due null/,
      ...mended(changed('async_jobs', () => ({ _id: filled.job }), { $set: { due: null } })),
    },
    'a sequence behind its ids': {
      found: /^sequences: sequence objects is at 1/,
      ...mended(changed('sequences', () => ({ _id: 'objects' }), { $set: { last: 1 } })),
    },
    'a property of no type': {
      found: /^model: property \w+: there is no type nothing/,
      ...changed('properties', () => ({}), { $set: { object_type_name: 'nothing' } }),
    },
    'a collection of no type': {
      found: /^model: the collection documents.nothing is of no type/,
      plant: () => store.db.createCollection('documents.nothing'),
      undo: () => store.db.dropCollection('documents.nothing'),
    },
    'a type without a collection': {
      found: /^model: the type links has no collection/,
      plant: () => store.db.dropCollection('documents.links'),
    },
    'an index that is missing': {
      found: /^indexes: the index changes \(user_id 1, _id 1\) is missing/,
      plant: () => store.changes.dropIndex('user_id_1__id_1'),
    },
    'an index that is another one': {
      found: /^indexes: the index tags \(name 1\) is not as described/,
      plant: async () => {
        await store.tags.dropIndex('name_1');
        await store.tags.createIndex({ name: 1 });
      },
    },
    'a text index with other weights': {
      found: /^indexes: the index objects \(search.title text/,
      plant: async () => {
        await store.objects.dropIndex('search');
        await store.objects.createIndex({ 'search.title': 'text' }, { name: 'search' });
      },
    },
    'a name that two rows have': {
      found: /^unique names: tags: 2 rows have the same name 1: \["red"\]/,
      plant: async () => {
        await store.tags.dropIndex('name_1');
        const tag = await store.tags.findOne({ name: 'red' });
        await store.tags.insertOne({ ...tag, _id: 999 } as never);
        await store.sequences.next('tags');
      },
      undo: async () => {
        await store.tags.deleteOne({ _id: 999 });
        await store.tags.createIndex({ name: 1 }, { unique: true });
      },
    },
    'a row of the audit trail that was changed': {
      found: /^audit: row 2 of the audit trail was changed/,
      plant: () => store.auditTrail.updateOne({ _id: 2 }, { $set: { user_id: 99 } }),
      undo: () => store.auditTrail.updateOne({ _id: 2 }, { $set: { user_id: 1 } }),
    },
  };
}
