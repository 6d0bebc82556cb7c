// Migrations for databases that had no files, and for those that had no upload tokens: collections and indexes.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const fillFiles: Migration = { name: 'streams, files', run: ensureIndexes };

export const fillUploadTokens: Migration = { name: 'upload tokens', run: ensureIndexes };
