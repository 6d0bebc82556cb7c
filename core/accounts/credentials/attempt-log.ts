// Attempts with their times, by the subject of a limit. They are in the database, so that limits apply to all processes
// together. The window slides: it always covers the last so many minutes.
import { createHash } from 'node:crypto';
import { networksOf } from '../../access/address-group.ts';
import type { Clock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import type { LoginFailureRow, Store } from '../../store/store.ts';

export interface Limit {
  /**
   * The kind of the subject, such as `address`, and its value. The parts are joined and hashed, since people type passwords
   * into the wrong field.
   */
  key: readonly string[];
  most: number;
  windowMs: number;
}

/** One counted attempt. */
export interface Counted {
  key: string;
  time: number;
}

export type AttemptLog = ReturnType<typeof createAttemptLog>;

/** An attempt that is lost in a crash permits one more guess; waiting for the journal would slow every sign-in. */
const QUICK = { writeConcern: { w: 1, journal: false } } as const;

/** The maximum of stored times, and so of a limit. */
const MAX_KEPT = 200;

/** A limit of attempts from one address; its networks have limits of their own (D742). */
export const addressLimits = (kind: string, address: string, { most, windowMs }: Omit<Limit, 'key'>): Limit[] =>
  networksOf(address).map(({ group, multiple }) => ({ key: [kind, group], most: most * multiple, windowMs }));

const rowId = ({ key: [kind = '', ...whose] }: Limit): string =>
  `${kind}:${createHash('sha256').update(whose.join('\n')).digest('base64url')}`;

const beginOf = ({ windowMs }: Limit, now: Date): number => now.getTime() - windowMs + 1;

function tooMany({ times }: Pick<LoginFailureRow, 'times'>, { most, windowMs }: Limit, now: Date): ApiError {
  // The oldest time that has to be removed to make room for one more.
  const oldest = Math.floor([...times].sort((a, b) => a - b).at(-most) ?? now.getTime());
  const seconds = Math.max(1, Math.ceil((oldest + windowMs - now.getTime()) / 1000));
  const headers = { 'Retry-After': String(seconds) };
  return new ApiError('too_many_requests', `Too many attempts; try again in ${seconds} seconds.`, headers);
}

export function createAttemptLog(store: Store, clock: Clock) {
  const rows = store.loginFailures;

  async function countIn(limit: Limit, most: number) {
    const now = clock.now();
    // Times have a unique fraction, so that one of them can be removed.
    const time = now.getTime() + Math.random();
    const recent = { $gte: ['$$this', beginOf(limit, now)] };
    const row = await rows.findOneAndUpdate(
      { _id: rowId(limit) },
      [
        { $set: { times: { $filter: { input: { $ifNull: ['$times', []] }, cond: recent } } } },
        { $set: { full: { $gte: [{ $size: '$times' }, most] } } },
        {
          $set: {
            times: { $cond: ['$full', '$times', { $slice: [{ $concatArrays: ['$times', [time]] }, -MAX_KEPT] }] },
            expires: new Date(now.getTime() + limit.windowMs),
          },
        },
      ],
      { upsert: true, returnDocument: 'after', ...QUICK },
    );
    return { row, now, time };
  }

  async function read(limits: readonly Limit[]): Promise<{ limit: Limit; times: number[]; now: Date }[]> {
    const found = await rows.find({ _id: { $in: limits.map(rowId) } }).toArray();
    return limits.map((limit) => {
      const now = clock.now();
      const { times = [] } = found.find((row) => row._id === rowId(limit)) ?? {};
      return { limit, times: times.filter((time) => time >= beginOf(limit, now)), now };
    });
  }

  /** Removes attempts. */
  async function release(counted: readonly Counted[]): Promise<void> {
    await Promise.all(counted.map(({ key, time }) => rows.updateOne({ _id: key }, { $pull: { times: time } }, QUICK)));
  }

  return {
    /**
     * Counts an attempt against several limits before it is made, so that concurrent ones cannot exceed any of them; a
     * refused one is not counted.
     * @throws ApiError too_many_requests
     */
    async reserve(limits: readonly Limit[]): Promise<Counted[]> {
      const counted: Counted[] = [];
      for (const limit of limits) {
        const { row, now, time } = await countIn(limit, limit.most);
        if (!row?.full) {
          counted.push({ key: rowId(limit), time });
          continue;
        }
        await release(counted);
        throw tooMany(row, limit, now);
      }
      return counted;
    },
    /** @throws ApiError too_many_requests when the limit is reached */
    async check(limits: readonly Limit[]): Promise<void> {
      for (const { limit, times, now } of await read(limits)) {
        if (times.length >= limit.most) throw tooMany({ times }, limit, now);
      }
    },
    /** Counts, and refuses none. */
    async add(limits: readonly Limit[]): Promise<void> {
      await Promise.all(limits.map((limit) => countIn(limit, Number.MAX_SAFE_INTEGER)));
    },
    async count(limit: Limit): Promise<number> {
      return (await read([limit]))[0]?.times.length ?? 0;
    },
    release,
    /** Removes all attempts. */
    async clear(limit: Limit): Promise<void> {
      await rows.deleteOne({ _id: rowId(limit) }, QUICK);
    },
  };
}
