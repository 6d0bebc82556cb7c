// Migration for databases that had no files: collections and indexes.
import { ensureIndexes } from '../store/indexes.ts';
import type { Migration } from '../store/migrations.ts';

export const fillFiles: Migration = { name: 'streams, files', run: ensureIndexes };
