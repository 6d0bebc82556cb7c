// Reads that may use secondaries of the replica set, and so return slightly older data (D576): those of content within
// `fromSecondaries`, outside of transactions. All others read from the primary.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ReadPreference } from 'mongodb';

const marked = new AsyncLocalStorage<true>();

/** A member that is further behind is not used; this is MongoDB's minimum. */
const MAX_STALENESS_S = 90;

/** Options of a read; with majority read concern, so that no data is shown that a failover rolls back. */
export const SECONDARY_OPTIONS = {
  readPreference: new ReadPreference('secondaryPreferred', undefined, { maxStalenessSeconds: MAX_STALENESS_S }),
  readConcern: { level: 'majority' },
} as const;

export const fromSecondaries = <T>(work: () => T): T => marked.run(true, work);

/** True for reads that must not be shared with other requests. */
export const toleratesLag = (): boolean => marked.getStore() === true;
