// The rate limit of all operations (D23): requests of one user, else of one address (with an API key or without), those of a /48 of IPv6, and those of a key at all addresses, in windows aligned to the clock.
// Counts are in the database, so that they apply to all processes together. Off unless RATE_LIMIT or the configuration sets
// one.
import type { Access, Caller } from '../../context.ts';
import type { Clock } from '../../clock.ts';
import { parseRateLimit, type RateLimit } from '../../config/setting-kinds.ts';
import { ApiError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { ownersOfRequest, type Share } from '../../access/request-owners.ts';

export interface CountedRequest {
  caller: Caller;
  access: Pick<Access, 'setting'>;
  /** Application of the API key that came with the request. */
  applicationId: number | null;
  address(): string;
}

export interface RateLimited {
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Headers of a refused request. */
  error?: ApiError;
}

/** Undefined without a limit. */
export type CountAgainstLimit = (request: CountedRequest) => Promise<RateLimited> | undefined;

/** A count that is lost in a crash does no harm; waiting for the journal would slow every request. */
const COUNT = { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } } as const;

/** Callers over their limit: the database need not be read for them again in this window. */
const MAX_REMEMBERED = 10_000;

/** The configuration entry `RateLimit` takes precedence over the setting; an invalid one is ignored. */
function limitOf(access: Pick<Access, 'setting'>, fallback: RateLimit | null): RateLimit | null {
  const entry = access.setting('RateLimit');
  if (entry === undefined) return fallback;
  const parsed = typeof entry === 'string' ? parseRateLimit(entry) : undefined;
  return parsed === undefined ? fallback : parsed;
}

export function createRateLimit(store: Store, clock: Clock, fallback: RateLimit | null): CountAgainstLimit {
  const rows = store.rateLimits;
  const spent = new Map<string, { count: number; end: number }>();

  function remember(id: string, count: number, end: number): void {
    const now = clock.now().getTime();
    if (spent.size >= MAX_REMEMBERED) for (const [key, each] of spent) if (each.end <= now) spent.delete(key);
    if (spent.size >= MAX_REMEMBERED) spent.clear();
    spent.set(id, { count, end });
  }

  async function countIn(id: string, most: number, end: number): Promise<number> {
    const known = spent.get(id);
    if (known && known.count > most) return known.count;
    const update = { $inc: { count: 1 }, $setOnInsert: { expires: new Date(end) } };
    const row = await rows.findOneAndUpdate({ _id: id }, update, COUNT);
    const count = row?.count ?? 1;
    if (count > most) remember(id, count, end);
    return count;
  }

  async function count(request: CountedRequest, limit: RateLimit): Promise<RateLimited> {
    const now = clock.now().getTime();
    const window = limit.seconds * 1000;
    const start = now - (now % window);
    const end = start + window;
    const countOf = (owner: string, most: number): Promise<number> =>
      countIn(`${owner}|${limit.seconds}|${start}`, most, end);
    const applicationId = request.applicationId ?? request.caller.applicationId;
    const { caller, shared } = ownersOfRequest({ userId: request.caller.userId, applicationId }, request.address());
    const count = await countOf(caller, limit.requests);
    const reset = Math.max(1, Math.ceil((start + window - now) / 1000));
    // The fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers): quota and window, remaining requests and seconds.
    const headers = {
      'RateLimit-Policy': `"default";q=${limit.requests};w=${limit.seconds}`,
      RateLimit: `"default";r=${Math.max(0, limit.requests - count)};t=${reset}`,
    };
    const isSharedOver = async ({ name, times }: Share): Promise<boolean> =>
      (await countOf(name, limit.requests * times)) > limit.requests * times;
    // Refused requests of one visitor do not use up what it shares.
    if (count <= limit.requests && !(await Promise.all(shared.map(isSharedOver))).includes(true)) return { headers };
    const detail = `More than ${limit.requests} requests in ${limit.seconds} seconds; try again in ${reset} seconds.`;
    return { headers, error: new ApiError('too_many_requests', detail, { 'Retry-After': String(reset) }) };
  }

  return (request) => {
    const limit = limitOf(request.access, fallback);
    return limit === null ? undefined : count(request, limit);
  };
}
