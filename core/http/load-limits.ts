// Limits for one caller and for all callers of this process, so that one caller cannot exhaust it (D624). Counted in the memory of the
// process: exact limits over all processes are those of RATE_LIMIT.
import { addressGroup } from '../access/address-group.ts';
import type { RateLimit } from '../config/setting-kinds.ts';
import type { Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Operation } from './operation.ts';
import { takesFile } from './upload-body.ts';

/**
 * How much work a request may cause. `transfer`: the duration of a file depends on the client, which has other limits.
 */
export type Cost = 'cheap' | 'write' | 'expensive' | 'transfer';

export interface LoadSettings {
  requestsAtOnce: number;
  /** Of one caller. */
  expensiveAtOnce: number;
  /** Of one caller; null: none. */
  callerRate: RateLimit | null;
}

/** Of one request. */
export interface RequestSlot {
  /** @throws ApiError service_unavailable */
  admit(cost: Cost): void;
  /** Waits for the turn of an expensive request. @throws ApiError too_many_requests */
  takeTurn(owner: string): Promise<void>;
  leave(): void;
}

export type LoadLimits = (() => RequestSlot) & {
  /** Requests other than files and streams of events. */
  underWay(): number;
};

/** Query parameters of lists that may have to read many objects. */
const COSTLY = ['filter', 'q', 'include', 'sort'];
/** Operations of many parts. */
const COMPOUND: ReadonlySet<string> = new Set(['changeResources', 'editObjects']);

export function costOf(operation: Operation, query: Readonly<Record<string, unknown>>): Cost {
  if (takesFile(operation) || operation.produces.some((type) => LONG.has(type))) return 'transfer';
  if (COMPOUND.has(operation.operationId)) return 'expensive';
  if (operation.method !== 'get') return 'write';
  return COSTLY.some((name) => name in query) ? 'expensive' : 'cheap';
}

/** Files, and streams of events. */
const LONG: ReadonlySet<string> = new Set(['*/*', 'text/event-stream']);

/** Requests with the same key are counted together. */
export const limitKey = ({ userId, applicationId }: Caller, address: string): string =>
  userId === null ? `${applicationId ?? addressGroup(address)}` : `user ${userId}`;

/** Share of the running requests beyond which requests of that cost are refused, so that cheap ones are refused last. */
const SHARE: Readonly<Record<Cost, number>> = { expensive: 0.5, write: 0.8, cheap: 1, transfer: 1 };
/** Waiting requests for each running one. */
const WAITING = 10;

const nothing = (): void => undefined;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

export function createLoadLimits({ requestsAtOnce, expensiveAtOnce, callerRate }: LoadSettings): LoadLimits {
  let underWay = 0;
  const turns = new Map<string, Turns>();
  const counts = new Map<string, number>();
  let windowEnd = 0;

  function count(owner: string, { requests, seconds }: RateLimit): void {
    const now = performance.now();
    if (now >= windowEnd) {
      counts.clear();
      windowEnd = now + seconds * 1_000;
    }
    const made = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, made);
    if (made <= requests) return;
    const wait = Math.max(1, Math.ceil((windowEnd - now) / 1_000));
    const detail = `More than ${requests} requests in ${seconds} seconds; try again in ${wait} seconds.`;
    throw new ApiError('too_many_requests', detail, { 'Retry-After': String(wait) });
  }

  async function enter(owner: string): Promise<() => void> {
    const own = turns.get(owner) ?? { running: 0, waiting: [] };
    turns.set(owner, own);
    if (own.running >= expensiveAtOnce) {
      if (own.waiting.length >= WAITING * expensiveAtOnce) {
        const detail = `More than ${expensiveAtOnce} requests with filters, includes or searches are in progress, and many are waiting.`;
        throw new ApiError('too_many_requests', detail, { 'Retry-After': '1' });
      }
      // A request that ends gives its slot to the next one.
      await new Promise<void>((resolve) => own.waiting.push(resolve));
    } else own.running++;
    return () => {
      const next = own.waiting.shift();
      if (next) return next();
      own.running--;
      if (own.running === 0) turns.delete(owner);
    };
  }

  function admit(cost: Cost): () => void {
    if (cost === 'transfer') return nothing;
    if (underWay >= requestsAtOnce * SHARE[cost]) {
      const detail = 'Too many requests are in progress; try again.';
      throw new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
    }
    underWay++;
    return () => void underWay--;
  }

  const place = (): RequestSlot => {
    let kind: Cost = 'transfer';
    let ends: (() => void)[] = [];
    return {
      admit(cost) {
        kind = cost;
        ends.push(admit(cost));
      },
      async takeTurn(owner) {
        if (callerRate) count(owner, callerRate);
        if (kind === 'expensive') ends.push(await enter(owner));
      },
      leave() {
        for (const end of ends) end();
        ends = [];
      },
    };
  };
  return Object.assign(place, { underWay: () => underWay });
}
