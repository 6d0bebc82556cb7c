// Limits for one caller and for all callers of this process, so that one caller cannot exhaust it (D624). Counted in the memory of the
// process: exact limits over all processes are those of RATE_LIMIT.
import type { Owners, Share } from '../../access/request-owners.ts';
import type { Config } from '../../config/config.ts';
import type { RateLimit } from '../../config/setting-kinds.ts';
import { ApiError } from '../../errors.ts';
import type { Cost } from './request-cost.ts';

/** What a request was refused by, for the metrics. */
export type LoadLimit = 'requests' | 'loop_delay' | 'turns' | 'rate' | Waiting;

/** Requests that wait for their clients. */
type Waiting = 'bodies' | 'transfers' | 'streams';

export type LoadSettings = Pick<
  Config,
  | ('requestsAtOnce' | 'expensiveAtOnce' | 'bodiesAtOnce' | 'transfersAtOnce')
  | ('streamsAtOnce' | 'feedListeners' | 'callerRate' | 'loopDelayMs')
>;

export interface LoadSources {
  /** Of the event loop, milliseconds. */
  delay(): number;
  noteRefused(limit: LoadLimit): void;
}

const sharedBy = ({ addresses, shared }: Owners): Share[] => [...addresses, ...shared];
const sharesOf = (owners: Owners): Share[] => [{ name: owners.caller, times: 1 }, ...sharedBy(owners)];

export type LoadLimits = ReturnType<typeof createLoadLimits>;

/** Share of the running requests, and multiple of the delay, beyond which a cost is refused: cheap ones last. */
const SHEDDING: Readonly<Record<Exclude<Cost, 'probe' | 'upload'>, { share: number; delay: number }>> = {
  expensive: { share: 0.5, delay: 1 },
  stream: { share: 0.5, delay: 1 },
  write: { share: 0.8, delay: 2 },
  download: { share: 1, delay: 4 },
  cheap: { share: 1, delay: 4 },
};
/** Waiting requests for each running one. */
const WAITING = 10;

/** Callers counted at a time; a caller beyond them begins a new window for all. */
const MOST_COUNTED = 100_000;

const busy = (detail: string): ApiError => new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
const tooMany = (detail: string, wait = 1): ApiError =>
  new ApiError('too_many_requests', detail, { 'Retry-After': String(wait) });

/** Places of owners, each of which has its own limit. */
function createTally(atOnce: number): { reserve(shares: readonly Share[]): (() => void) | undefined } {
  const taken = new Map<string, number>();
  const change = ({ name }: Share, by: number): void => {
    const count = (taken.get(name) ?? 0) + by;
    if (count === 0) taken.delete(name);
    else taken.set(name, count);
  };
  return {
    reserve(shares) {
      if (shares.some(({ name, times }) => (taken.get(name) ?? 0) >= atOnce * times)) return undefined;
      for (const share of shares) change(share, 1);
      return () => {
        for (const share of shares) change(share, -1);
      };
    },
  };
}

/** Requests in a window of time. @returns a function that counts one, and returns its refusal */
function createRate({ requests, seconds }: RateLimit): (owners: Owners) => ApiError | undefined {
  const counts = new Map<string, number>();
  let windowEnd = 0;
  const isOver = ({ name, times }: Share): boolean => {
    const made = (counts.get(name) ?? 0) + 1;
    counts.set(name, made);
    return made > requests * times;
  };
  return (owners) => {
    const now = performance.now();
    if (now >= windowEnd || counts.size > MOST_COUNTED) {
      counts.clear();
      windowEnd = now + seconds * 1_000;
    }
    // Refused requests of one caller do not use up what it shares with others.
    if (!isOver({ name: owners.caller, times: 1 }) && !sharedBy(owners).map(isOver).includes(true)) return undefined;
    const wait = Math.max(1, Math.ceil((windowEnd - now) / 1_000));
    return tooMany(`More than ${requests} requests in ${seconds} seconds; try again in ${wait} seconds.`, wait);
  };
}

/** Turns of expensive requests: those of one caller wait for each other. */
function createTurns(atOnce: number): (owners: Owners, onWait: () => void) => Promise<() => void> {
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>();
  const shared = createTally(atOnce);
  return async (owners, onWait) => {
    const own = turns.get(owners.caller) ?? { running: 0, waiting: [] };
    turns.set(owners.caller, own);
    const next = (): void => {
      const follower = own.waiting.shift();
      if (follower) return follower();
      own.running--;
      if (own.running === 0) turns.delete(owners.caller);
    };
    if (own.running >= atOnce) {
      if (own.waiting.length >= WAITING * atOnce) {
        throw tooMany(
          `More than ${atOnce} requests with filters, includes or searches are in progress, and many are waiting.`,
        );
      }
      onWait();
      // A request that ends gives its turn to the next one.
      await new Promise<void>((resolve) => own.waiting.push(resolve));
    } else own.running++;
    const release = shared.reserve(sharedBy(owners));
    if (!release) {
      next();
      throw tooMany('Many requests with filters, includes or searches of this address or API key are in progress.');
    }
    return () => {
      release();
      next();
    };
  };
}

/** What the places of one process share. */
class Load {
  underWay = 0;
  #streams = 0;
  readonly #settings: LoadSettings;
  readonly #sources: LoadSources;
  readonly #waiting: Readonly<Record<Waiting, { tally: ReturnType<typeof createTally>; what: string; most: number }>>;
  readonly count: ReturnType<typeof createRate> | undefined;
  readonly enter: ReturnType<typeof createTurns>;

  constructor(settings: LoadSettings, sources: LoadSources) {
    const { bodiesAtOnce, transfersAtOnce, streamsAtOnce, callerRate } = settings;
    this.#settings = settings;
    this.#sources = sources;
    this.count = callerRate ? createRate(callerRate) : undefined;
    this.enter = createTurns(settings.expensiveAtOnce);
    this.#waiting = {
      bodies: { tally: createTally(bodiesAtOnce), what: 'bodies that are not complete', most: bodiesAtOnce },
      transfers: { tally: createTally(transfersAtOnce), what: 'uploads and downloads', most: transfersAtOnce },
      streams: { tally: createTally(streamsAtOnce), what: 'streams of the feed', most: streamsAtOnce },
    };
  }

  refuse(limit: LoadLimit, error: ApiError): never {
    this.#sources.noteRefused(limit);
    throw error;
  }

  reserve(kind: Waiting, owners: Owners): () => void {
    const { tally, what, most } = this.#waiting[kind];
    const detail = `You have too many ${what} at a time: the limit is ${most}, or a multiple for an address or API key.`;
    return tally.reserve(sharesOf(owners)) ?? this.refuse(kind, tooMany(detail, kind === 'streams' ? 10 : 1));
  }

  reserveStream(owners: Owners): () => void {
    if (this.#streams >= this.#settings.feedListeners) {
      const detail = 'Too many clients are listening to the feed.';
      return this.refuse('streams', new ApiError('service_unavailable', detail, { 'Retry-After': '10' }));
    }
    const release = this.reserve('streams', owners);
    this.#streams++;
    return () => {
      this.#streams--;
      release();
    };
  }

  assertRoom(cost: Cost): void {
    if (cost === 'probe' || cost === 'upload') return;
    const { requestsAtOnce, loopDelayMs } = this.#settings;
    const { share, delay: times } = SHEDDING[cost];
    if (this.underWay >= requestsAtOnce * share)
      this.refuse('requests', busy('Too many requests are in progress; try again.'));
    if (loopDelayMs !== null && this.#sources.delay() > loopDelayMs * times)
      this.refuse('loop_delay', busy('The service is too busy at present; try again.'));
  }
}

/** The places of one request. All of them are reserved without waiting in between, and `leave` gives all back. */
export class RequestPlace {
  #cost: Cost = 'probe';
  #owners: Owners | undefined;
  #hasSlot = false;
  readonly #ends: (() => void)[] = [];
  readonly #load: Load;

  constructor(load: Load) {
    this.#load = load;
  }

  #freeSlot(): void {
    if (this.#hasSlot) this.#load.underWay--;
    this.#hasSlot = false;
  }

  #takeSlot(): void {
    this.#freeSlot();
    this.#load.assertRoom(this.#cost);
    this.#hasSlot = this.#cost !== 'probe' && this.#cost !== 'upload';
    if (this.#hasSlot) this.#load.underWay++;
  }

  #known(): Owners {
    if (!this.#owners) throw new Error('a place is reserved for a caller that is not known');
    return this.#owners;
  }

  /** Takes a slot; again when more is known about the request. @throws ApiError service_unavailable */
  admit(given: Cost): void {
    this.#cost = given;
    this.#takeSlot();
  }

  /** Counts the request of a caller, and reserves its transfer or stream. @throws ApiError too_many_requests */
  identify(given: Owners): void {
    this.#owners = given;
    const refusal = this.#load.count?.(given);
    const cost = this.#cost;
    // Probes count, and are always answered.
    if (refusal && cost !== 'probe') this.#load.refuse('rate', refusal);
    if (cost === 'stream') this.#ends.push(this.#load.reserveStream(given));
    if (cost === 'upload' || cost === 'download') this.#ends.push(this.#load.reserve('transfers', given));
  }

  /** Counts a request whose caller is unknown, unless that is done. @throws ApiError too_many_requests */
  countUnknown(given: Owners): void {
    if (this.#owners) return;
    this.#owners = given;
    const refusal = this.#load.count?.(given);
    if (refusal) this.#load.refuse('rate', refusal);
  }

  /** Reads a body, which needs no slot meanwhile. @throws ApiError too_many_requests, service_unavailable, and those of `read` */
  async whileReading<T>(read: () => Promise<T>): Promise<T> {
    const release = this.#load.reserve('bodies', this.#known());
    const hadSlot = this.#hasSlot;
    this.#freeSlot();
    try {
      const body = await read();
      if (hadSlot) this.#takeSlot();
      return body;
    } finally {
      release();
    }
  }

  /** Waits for the turn of an expensive request, without a slot. @throws ApiError too_many_requests, service_unavailable */
  takeTurn(): void | Promise<void> {
    return this.#cost === 'expensive' ? this.#takeTurn() : undefined;
  }

  async #takeTurn(): Promise<void> {
    const hadSlot = this.#hasSlot;
    try {
      this.#ends.push(await this.#load.enter(this.#known(), () => this.#freeSlot()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#load.refuse('turns', error);
    }
    if (hadSlot && !this.#hasSlot) this.#takeSlot();
  }

  /** The work is done; the client determines how long the rest takes. */
  sending(): void {
    this.#freeSlot();
  }

  leave(): void {
    this.#freeSlot();
    for (const end of this.#ends.splice(0)) end();
  }
}

/** @returns makes the place of a request; with the number of requests that have a slot */
export function createLoadLimits(settings: LoadSettings, sources: LoadSources) {
  const load = new Load(settings, sources);
  return Object.assign(() => new RequestPlace(load), { underWay: () => load.underWay });
}
