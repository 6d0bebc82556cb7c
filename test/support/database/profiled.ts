// The records of the database profiler about some reads.
import type { Db, Document, Filter } from 'mongodb';

/** The parts of an entry of `system.profile` that tests use. */
export interface Profiled {
  ns: string;
  op: string;
  command: Document;
  planSummary?: string;
  hasSortStage?: boolean;
  keysExamined?: number;
  docsExamined?: number;
  nreturned?: number;
}

const ATTEMPTS = 3;

/**
 * @param read repeated when no entry was recorded: the profiler of a busy server omits entries
 * @param filter of the entries
 * @returns the entries, oldest first
 */
export async function profiled(db: Db, read: () => Promise<void>, filter: Filter<Document>): Promise<Profiled[]> {
  const entries = db.collection('system.profile');
  for (let attempt = 1; ; attempt++) {
    await db.command({ profile: 0 });
    await entries.drop().catch(() => undefined);
    await db.command({ profile: 2 });
    try {
      await read();
    } finally {
      await db.command({ profile: 0 });
    }
    const found = await entries.find<Profiled>(filter as never).toArray();
    if (found.length > 0 || attempt === ATTEMPTS) return found;
  }
}
