// Readers of events that any process may be, one at a time (D656). A row says how far a reader has come, and which process has the
// lease of it. A lease that is not renewed ends by the clock of the database, so a process that is killed holds nobody up for long.
import { randomUUID } from 'node:crypto';
import { IN_BACKGROUND } from '../store/event-rows.ts';
import type { EventCursorRow, Store } from '../store/store.ts';
import { isDuplicateKey } from '../store/transaction.ts';

/** After a kill another process takes over within this time. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_500;
/** The process stops before the database lets another one begin. */
const HOLD_MS = 7_000;
const COMMENT = { comment: IN_BACKGROUND };

type Cursors = Pick<Store, 'eventCursors'>;

export interface CursorLease {
  /** Number of the last event that is done. */
  position(): number;
  /** False as soon as another process may have taken over. */
  isHeld(): boolean;
  /** Everything up to this event is done. @throws LeaseLost */
  moveTo(position: number): Promise<void>;
  /** Lets others take over at once. */
  release(): Promise<void>;
}

/** Another process has taken over; this one leaves everything to it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const untilOf = (ms: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: ms } });

/** @param start position of a reader that is new; without it only one that is known @returns undefined while another process has it */
export async function takeCursor(
  { eventCursors }: Cursors,
  id: string,
  { start, leaseMs = LEASE_MS }: { start?: number; leaseMs?: number } = {},
): Promise<CursorLease | undefined> {
  const holder = randomUUID();
  let heldUntil = performance.now() + leaseMs * (HOLD_MS / LEASE_MS);
  const isFree = { $or: [{ until: null }, { $expr: { $lt: ['$until', '$$NOW'] } }] };
  const taken = { holder, until: untilOf(leaseMs), position: { $ifNull: ['$position', start ?? 0] } };
  const options = { upsert: start !== undefined, returnDocument: 'after', ...COMMENT } as const;
  const row = await eventCursors
    .findOneAndUpdate({ _id: id, ...isFree }, [{ $set: taken }], options)
    .catch((error: unknown) => {
      if (isDuplicateKey(error)) return null;
      throw error;
    });
  if (!row) return undefined;
  let { position } = row;
  let isLost = false;

  const renew = async (): Promise<void> => {
    const asked = performance.now();
    const change = [{ $set: { until: untilOf(leaseMs) } }];
    const { matchedCount } = await eventCursors.updateOne({ _id: id, holder }, change, COMMENT);
    if (matchedCount === 0) isLost = true;
    else heldUntil = asked + leaseMs * (HOLD_MS / LEASE_MS);
  };
  const renewal = setInterval(() => void renew().catch(() => undefined), leaseMs * (RENEW_MS / LEASE_MS));
  renewal.unref();

  return {
    position: () => position,
    isHeld: () => !isLost && performance.now() < heldUntil,
    async moveTo(number) {
      const change = { $max: { position: number } };
      const { matchedCount } = await eventCursors.updateOne({ _id: id, holder }, change, COMMENT);
      if (matchedCount === 0) {
        isLost = true;
        throw new LeaseLost(`another process reads events for ${id}`);
      }
      position = Math.max(position, number);
    },
    async release() {
      clearInterval(renewal);
      isLost = true;
      await eventCursors.updateOne({ _id: id, holder }, { $set: { holder: null, until: null } }, COMMENT);
    },
  };
}

/** The rows of some readers, by their ids. */
export async function cursorsOf(
  { eventCursors }: Cursors,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventCursorRow>> {
  const rows = await eventCursors.find({ _id: { $in: [...ids] } }, COMMENT).toArray();
  return new Map(rows.map((row) => [row._id, row]));
}
