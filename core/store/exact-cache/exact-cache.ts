// Keeps results of reads, and gives one again only while all that it was made from is unchanged (D910): the versions of the
// collections that it has read were read before its work began, and are read again from the database each time. So no
// result is outdated, whichever process or machine has written. What was read from elsewhere is not kept.
import { LRUCache } from 'lru-cache';
import type { Epoch, Freshness, State } from './freshness.ts';
import { ReadSet } from './read-set.ts';

/** Kinds of work whose read set is remembered. */
const MOST_SHAPES = 1_000;
/** Work that has read something without a version is tried again after this time. */
const NOT_KEPT_MS = 60_000;
/** Of a kept result beside its bytes. */
const OVERHEAD_BYTES = 1_000;

interface Kept<Value> {
  /** The epoch and the state for which it holds. */
  proof: string;
  value: Value;
}

/** What the same kind of work has read before. */
type Shape = ReadonlySet<string> | 'unversioned';

/** What is known before the work. */
interface Beginning {
  began: string;
  known: ReadonlySet<string> | undefined;
  /** The state of what such work has read before, and the proof that it still is; undefined for the first of its kind. */
  state: State | undefined;
  proof: string | undefined;
}

/** Work under way whose result may be kept. */
export interface Work<Value> {
  readonly reads: ReadSet;
  /** Keeps the result, if it holds for the state before the work. */
  keep(value: Value): void;
}

export interface Wanted {
  /** All that the result varies by, apart from the data and the rules. */
  key: string;
  /** Kind of the work: such work mostly reads the same collections. */
  shape: string;
}

export interface CacheNotes {
  /** @param outcome `miss`: nothing was kept; `stale`: what was kept is outdated */
  looked(outcome: 'hit' | 'miss' | 'stale'): void;
  /** Results that have made room for others. */
  evicted(): void;
}

interface CacheOptions<Value> {
  freshness: Freshness;
  epoch: Epoch;
  /** Maximum of all results. */
  bytes: number;
  bytesOf(value: Value): number;
  notes: CacheNotes;
}

export class ExactCache<Value> {
  readonly #options: CacheOptions<Value>;
  readonly #kept: LRUCache<string, Kept<Value>>;
  readonly #shapes = new LRUCache<string, Shape>({ max: MOST_SHAPES });

  constructor(options: CacheOptions<Value>) {
    const { bytes: maxSize, bytesOf, notes } = options;
    this.#options = options;
    this.#kept = new LRUCache({
      maxSize,
      maxEntrySize: Math.ceil(maxSize / 8),
      sizeCalculation: ({ proof, value }, key) => OVERHEAD_BYTES + 2 * (key.length + proof.length) + bytesOf(value),
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') notes.evicted();
      },
    });
  }

  /** Of all kept results. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** @returns a kept result that still holds, or how to keep that of the work; undefined for work that is not kept */
  async find(wanted: Wanted): Promise<{ value: Value } | { work: Work<Value> } | undefined> {
    const { freshness, epoch, notes } = this.#options;
    const began = epoch();
    const known = this.#shapes.get(wanted.shape);
    if (began === undefined || known === 'unversioned') return undefined;
    const state = known && (await freshness.stateOf(known));
    const proof = state && `${began} ${state.text}`;
    const kept = this.#kept.get(wanted.key);
    if (kept && kept.proof === proof && this.#stillHolds(began, state)) {
      notes.looked('hit');
      return { value: kept.value };
    }
    notes.looked(kept ? 'stale' : 'miss');
    return { work: this.#workOf(wanted, { began, known, state, proof }) };
  }

  #stillHolds(began: string, state: State | undefined): boolean {
    const { freshness, epoch } = this.#options;
    return state !== undefined && epoch() === began && freshness.now() < state.until;
  }

  #workOf({ key, shape }: Wanted, { began, known, state, proof }: Beginning): Work<Value> {
    const reads = new ReadSet();
    return {
      reads,
      keep: (value) => {
        const isKnown = this.#learn(shape, known, reads);
        if (isKnown && proof !== undefined && this.#stillHolds(began, state)) this.#kept.set(key, { proof, value });
      },
    };
  }

  /** @returns whether the work has read only what was known before it */
  #learn(shape: string, known: ReadonlySet<string> | undefined, { names, isVersioned }: ReadSet): boolean {
    if (!isVersioned) {
      this.#shapes.set(shape, 'unversioned', { ttl: NOT_KEPT_MS });
      return false;
    }
    if (known && [...names].every((each) => known.has(each))) return true;
    this.#shapes.set(shape, new Set([...(known ?? []), ...names]));
    return false;
  }
}
