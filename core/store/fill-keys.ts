import { ensureIndexes } from './indexes.ts';
import type { Migration } from './migrations.ts';

/** The collection of keys that requests may be sent again with, in databases of former releases. */
export const fillKeys: Migration = { name: 'keys of requests', run: ensureIndexes };
