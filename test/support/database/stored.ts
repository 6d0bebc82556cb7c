// Data that tests read from the database itself.
import { expect } from 'vitest';
import type { Store } from '../../../core/store/store.ts';

/** The stored totals of a type equal the counted ones. */
export async function assertTotals(store: Store, type: string): Promise<void> {
  const kept = await store.readCounts([type]);
  const counted = (filter: object): Promise<number> => store.documents(type).countDocuments(filter);
  expect({ trashed: kept.trashed, on: kept.on + kept.scheduled, draft: kept.draft, off: kept.off }).toEqual({
    trashed: await counted({ trashed: true }),
    on: await counted({ trashed: false, status: 'on' }),
    draft: await counted({ trashed: false, status: 'draft' }),
    off: await counted({ trashed: false, status: 'off' }),
  });
  expect(kept.trashed).toBe(await store.objects.countDocuments({ type, trashed: true }));
}

const CHANGES_ANYWAY = [
  'audit_trail',
  'changes',
  'events',
  'sequences',
  'object_counts',
  'login_failures',
  'refresh_tokens',
  'state',
  'auth_providers',
];

/** All rows by collection, except those of counts, versions, and sequences. */
export async function everything({ db }: Store): Promise<Record<string, unknown[]>> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !CHANGES_ANYWAY.includes(name));
  const rows = await Promise.all(
    names.sort().map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const),
  );
  return Object.fromEntries(rows);
}
