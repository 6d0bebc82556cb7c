// Migrations for databases of former releases that only lack collections and their indexes.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const addFiles: Migration = { name: 'streams, files', run: ensureIndexes };

export const addUploadTokens: Migration = { name: 'upload tokens', run: ensureIndexes };

export const addIdempotencyKeys: Migration = { name: 'keys of requests', run: ensureIndexes };
