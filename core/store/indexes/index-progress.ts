// Progress of indexes under construction, from the database's list of running operations.
import type { Document } from 'mongodb';
import { documentsCollectionName, type Store } from '../store.ts';
import { memberOf } from '../../values.ts';

const percentOf = ({ msg, progress }: Document): number => {
  // After the scan the values are sorted and written, with a separate count.
  if (!/scanning collection/i.test(String(msg))) return 100;
  const [done, total] = [Number(memberOf(progress, 'done')), Number(memberOf(progress, 'total'))];
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
};

/** Percentage of scanned objects, by the type whose collection gets an index; empty when it is not known. */
export async function readIndexProgress({ client, db }: Pick<Store, 'client' | 'db'>): Promise<Map<string, number>> {
  const builds = [
    { $currentOp: { allUsers: true, idleConnections: false } },
    { $match: { 'command.createIndexes': { $exists: true }, 'progress.total': { $exists: true } } },
    { $project: { msg: 1, progress: 1, ns: 1 } },
  ];
  const prefix = `${db.databaseName}.${documentsCollectionName('')}`;
  try {
    const rows = await client.db('admin').aggregate(builds).toArray();
    const ours = rows.filter(({ ns }) => String(ns).startsWith(prefix));
    return new Map(ours.map((row) => [String(row['ns']).slice(prefix.length), percentOf(row)]));
  } catch {
    // It needs a privilege that the database user may not have.
    return new Map();
  }
}
