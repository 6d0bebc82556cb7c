// Readers of events that any process may be, one at a time (D656). A row stores the position of a reader, and the process that holds its
// lease. A lease that is not renewed expires by the clock of the database, so a killed process delays others only briefly.
import { randomUUID } from 'node:crypto';
import { IN_BACKGROUND } from '../store/recorded/event-rows.ts';
import type { EventCursorRow, Store } from '../store/store.ts';

/** After a kill another process takes over within this time. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_500;
/** The process stops before the database lets another one begin. */
const HOLD_MS = 7_000;

type Cursors = Pick<Store, 'eventCursors'>;

export type CursorLease = NonNullable<Awaited<ReturnType<typeof takeCursor>>>;

/** Another process has taken over; this one stops. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const UNTIL = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };

/** Creates the row of a new reader. @param position after which it starts */
export async function addCursor({ eventCursors }: Cursors, id: string, position: number): Promise<void> {
  const row = { position, holder: null, until: null };
  await eventCursors.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true, ...IN_BACKGROUND });
}

/** @returns undefined while another process holds it, and for an unknown reader */
export async function takeCursor({ eventCursors }: Cursors, id: string) {
  const holder = randomUUID();
  let heldUntil = performance.now() + HOLD_MS;
  const isFree = { $or: [{ until: null }, { $expr: { $lt: ['$until', '$$NOW'] } }] };
  const options = { returnDocument: 'after', ...IN_BACKGROUND } as const;
  const taken = [{ $set: { holder, until: UNTIL } }];
  const row = await eventCursors.findOneAndUpdate({ _id: id, ...isFree }, taken, options);
  if (!row) return undefined;
  let { position } = row;
  let isLost = false;

  /** @returns whether it is still held */
  const write = async (change: object): Promise<boolean> => {
    const { matchedCount } = await eventCursors.updateOne({ _id: id, holder }, change, IN_BACKGROUND);
    if (matchedCount === 0) isLost = true;
    return matchedCount > 0;
  };
  const renew = async (): Promise<void> => {
    const requested = performance.now();
    if (await write([{ $set: { until: UNTIL } }])) heldUntil = requested + HOLD_MS;
  };
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  renewal.unref();

  return {
    /** Number of the last event that is done. */
    position: () => position,
    /** False as soon as another process may have taken over. */
    isHeld: () => !isLost && performance.now() < heldUntil,
    /** All events up to this one are done. @throws LeaseLost */
    async moveTo(number: number): Promise<void> {
      if (!(await write({ $max: { position: number } }))) throw new LeaseLost(`another process reads events for ${id}`);
      position = Math.max(position, number);
    },
    /** Lets other processes take over immediately. */
    async release(): Promise<void> {
      clearInterval(renewal);
      isLost = true;
      await write({ $set: { holder: null, until: null } });
    },
  };
}

/** The rows of some readers, by their ids. */
export async function cursorsOf(
  { eventCursors }: Cursors,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventCursorRow>> {
  const rows = await eventCursors.find({ _id: { $in: [...ids] } }, IN_BACKGROUND).toArray();
  return new Map(rows.map((row) => [row._id, row]));
}
