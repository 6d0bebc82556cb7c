// What tests wait for when they kill a process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document, MongoClient } from 'mongodb';

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await isSo()); await sleep(5)) {
    if (performance.now() > end) throw new Error('it has not come to that');
  }
}

/** The database would end transactions of the killed process by itself after a minute; their rows wait until then. */
export async function endOrphans(client: MongoClient): Promise<void> {
  await sleep(1_500);
  const admin = client.db('admin');
  const idle = await admin
    .aggregate<{ lsid: Document }>([
      { $currentOp: { allUsers: true, idleSessions: true } },
      { $match: { type: 'idleSession', 'transaction.timeOpenMicros': { $gt: 1_000_000 } } },
    ])
    .toArray();
  if (idle.length > 0) await admin.command({ killAllSessionsByPattern: idle.map(({ lsid }) => ({ lsid })) });
}
