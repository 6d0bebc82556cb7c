// Holds back the removal of files while a backup reads those that its snapshot names. It is a row in the database, so that every process
// sees it; it expires when the backup is interrupted.
import type { Store } from '../store/store.ts';

const HOLD_MS = 120_000;

/** Files released in this time are left to the sweep. */
export async function areFilesHeld({ state }: Pick<Store, 'state'>): Promise<boolean> {
  const row = await state.findOne({ _id: 'backup', $expr: { $gt: ['$until', '$$NOW'] } });
  return row !== null;
}

/** @returns ends the renewal; the hold itself ends within two minutes */
export async function holdFiles({ state }: Pick<Store, 'state'>): Promise<() => void> {
  const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: HOLD_MS } };
  const hold = () => state.updateOne({ _id: 'backup' }, [{ $set: { version: 0, until } }], { upsert: true });
  await hold();
  const renewal = setInterval(() => void hold().catch(() => undefined), HOLD_MS / 4);
  renewal.unref();
  return () => clearInterval(renewal);
}
