// Migrations for databases of earlier releases that only lack collections and indexes.
import { ensureIndexes, PLACED_INDEX } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const addTreeAndRelations: Migration = {
  name: 'tree, relations, translations, annotations',
  async run(store) {
    await ensureIndexes(store);
    const types = await store.objectTypes.find({ is_abstract: false }, { projection: { name: 1 } }).toArray();
    await Promise.all(types.map(({ name }) => store.documents(name).createIndexes([PLACED_INDEX])));
  },
};

export const addFiles: Migration = { name: 'streams, files', run: ensureIndexes };

export const addUploadTokens: Migration = { name: 'upload tokens', run: ensureIndexes };

export const addIdempotencyKeys: Migration = { name: 'keys of requests', run: ensureIndexes };

export const addEvents: Migration = { name: 'events', run: ensureIndexes };

export const addPurgedFolders: Migration = { name: 'purged folders', run: ensureIndexes };

export const addSecondFactors: Migration = { name: 'second factors', run: ensureIndexes };

export const addPasskeys: Migration = { name: 'passkeys', run: ensureIndexes };

export const addWebhooks: Migration = { name: 'webhooks', run: ensureIndexes };
