// Keeps results of reads, and gives one again only while all that it was made from is unchanged (D910): the versions of the
// collections that it has read were read before its work began, and are read again from the database each time. So no
// result is outdated, whichever process or machine has written. What was read from elsewhere is not kept.
import { LRUCache } from 'lru-cache';
import type { Epoch, Freshness, State } from './freshness.ts';
import type { Proofs } from './proofs.ts';
import { CALLER, ReadSet } from './read-set.ts';

/** Kinds of work of which is remembered what they have read. */
const MOST_SHAPES = 1_000;
/** Work whose result was not kept is tried again after this time. */
const NOT_KEPT_MS = 60_000;
/** Of a kept result beside its bytes. */
const OVERHEAD_BYTES = 1_000;
/** Proofs of one caller that are looked at. */
const MOST_PROOFS = 8;

interface Kept<Value> {
  names: ReadonlySet<string>;
  /** The state that it was made from. */
  text: string;
  value: Value;
}

type Named = Pick<Kept<unknown>, 'names'>;

/** What is known before the work. */
interface Beginning {
  epoch: string;
  state: State;
}

/** Work under way whose result may be kept. */
export interface Work<Value> {
  readonly reads: ReadSet;
  /** That the result holds for the state before the work; undefined when nothing proves it. Called after the work. */
  proof(): string | undefined;
  /** That others may get the result: the work has not asked who the caller is. Called after the work. */
  isShared(): boolean;
  /** The work costs no more than a proof: the next of its kind begins at once, and its result is not kept. */
  decline(): void;
  /** Keeps the result, if there is a proof. @returns to be called when the value has grown */
  keep(value: Value): () => void;
}

export interface Wanted {
  /** All that the result varies by, apart from the data, the rules and who the caller is. */
  key: string;
  /** Who the caller is: results of work that asks for it are not shared. */
  caller: string;
  /** Kind of the work: if one has read something without a version, the others probably will. */
  shape: string;
  /** Of results that the caller has. */
  proofs: readonly string[];
}

/** `sizeAgain`: to be called when the value has grown. */
export type Hit<Value> = { value: Value; sizeAgain: () => void };

/** What was kept, the proof of the result that the caller has, or the work. */
export type Found<Value> = Hit<Value> | { proof: string } | { work: Work<Value> };

export interface CacheNotes {
  /** @param outcome `validated`: the caller has the result; `miss`: nothing was kept; `stale`: what was kept is outdated */
  looked(outcome: 'hit' | 'validated' | 'miss' | 'stale'): void;
  /** Results that have made room for others. */
  evicted(): void;
}

interface CacheOptions<Value> {
  freshness: Freshness;
  epoch: Epoch;
  proofs: Proofs;
  /** Maximum of all results. */
  bytes: number;
  bytesOf(value: Value): number;
  notes: CacheNotes;
}

const ownKey = ({ key, caller }: Wanted): string => `${caller} ${key}`;

const keyFor = (names: ReadonlySet<string>, wanted: Wanted): string =>
  names.has(CALLER) ? ownKey(wanted) : wanted.key;

export class ExactCache<Value> {
  readonly #options: CacheOptions<Value>;
  readonly #kept: LRUCache<string, Kept<Value>>;
  /** Kinds of work whose results are not kept. */
  readonly #notKept = new LRUCache<string, true>({ max: MOST_SHAPES, ttl: NOT_KEPT_MS });
  /** What work of a kind has read: a miss reads these versions only, not those of all types. */
  readonly #namesRead = new LRUCache<string, ReadonlySet<string>>({ max: MOST_SHAPES });

  constructor(options: CacheOptions<Value>) {
    const { bytes: maxSize, bytesOf, notes } = options;
    this.#options = options;
    this.#kept = new LRUCache({
      maxSize,
      maxEntrySize: Math.ceil(maxSize / 8),
      sizeCalculation: ({ value }, key) => OVERHEAD_BYTES + 2 * key.length + bytesOf(value),
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') notes.evicted();
      },
    });
  }

  /** Of all kept results. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Whether results of such work are not kept now: that is known without a proof. */
  keepsNone(shape: string): boolean {
    return this.#notKept.has(shape);
  }

  /** @returns undefined for work that is not kept */
  async find(wanted: Wanted): Promise<Found<Value> | undefined> {
    const { freshness, epoch: readEpoch, notes } = this.#options;
    const epoch = readEpoch();
    const kept = this.#kept.get(ownKey(wanted)) ?? this.#kept.get(wanted.key);
    const proven = this.#namedIn(wanted.proofs);
    const known = kept ? [kept, ...proven] : proven;
    if (epoch === undefined || (known.length === 0 && this.keepsNone(wanted.shape))) return undefined;
    const beginning = { epoch, state: await freshness.stateOf(this.#toRead(known, wanted)) };
    if (kept && kept.text === this.#textOf(kept.names, beginning)) {
      notes.looked('hit');
      const sizeAgain = (): void => this.#sizeAgain(keyFor(kept.names, wanted), kept);
      return { value: kept.value, sizeAgain };
    }
    const held = proven.find((each) => each.proof === this.#prove(each.names, wanted, beginning));
    notes.looked(held ? 'validated' : kept ? 'stale' : 'miss');
    return held ? { proof: held.proof } : { work: this.#workOf(wanted, beginning) };
  }

  /** As another object: of the same one, the cache would not read the size. */
  #sizeAgain(key: string, kept: Kept<Value>): void {
    if (this.#kept.peek(key)?.value === kept.value) this.#kept.set(key, { ...kept });
  }

  #toRead([first, ...others]: readonly Named[], { shape }: Wanted): ReadonlySet<string> | 'all' {
    if (!first) return this.#namesRead.get(shape) ?? 'all';
    return others.length === 0 ? first.names : new Set([first, ...others].flatMap(({ names }) => [...names]));
  }

  #noteNames({ shape }: Wanted, names: ReadonlySet<string>): void {
    this.#namesRead.set(shape, new Set([...(this.#namesRead.get(shape) ?? []), ...names]));
  }

  #namedIn(proofs: readonly string[]): (Named & { proof: string })[] {
    return proofs.slice(0, MOST_PROOFS).flatMap((proof) => {
      const names = this.#options.proofs.namesIn(proof);
      return names ? [{ names, proof }] : [];
    });
  }

  /** The state of these collections at the beginning; undefined when it was not read for all of them, or no longer holds. */
  #textOf(names: ReadonlySet<string>, { epoch, state }: Beginning): string | undefined {
    const { freshness, epoch: readEpoch } = this.#options;
    const text = readEpoch() === epoch && freshness.now() < state.until ? state.textOf(names) : undefined;
    return text && `${epoch} ${text}`;
  }

  /** @returns that a result which has read these collections holds now as it did at the beginning */
  #prove(names: ReadonlySet<string>, wanted: Wanted, beginning: Beginning): string | undefined {
    const proven = { key: keyFor(names, wanted), epoch: beginning.epoch };
    return this.#options.proofs.make(names, this.#textOf(names, beginning), proven);
  }

  #workOf(wanted: Wanted, beginning: Beginning): Work<Value> {
    const reads = new ReadSet();
    const isVersioned = (): boolean => {
      if (reads.isVersioned) this.#noteNames(wanted, reads.names);
      else this.#notKept.set(wanted.shape, true);
      return reads.isVersioned;
    };
    return {
      reads,
      isShared: () => !reads.names.has(CALLER),
      decline: () => void this.#notKept.set(wanted.shape, true),
      proof: () => (isVersioned() ? this.#prove(reads.names, wanted, beginning) : undefined),
      keep: (value) => {
        const isProvable = isVersioned() && this.#options.proofs.covers(reads.names);
        const text = isProvable ? this.#textOf(reads.names, beginning) : undefined;
        for (const key of [wanted.key, ownKey(wanted)]) this.#kept.delete(key);
        if (text === undefined) return () => undefined;
        const kept = { names: reads.names, text, value };
        const key = keyFor(reads.names, wanted);
        this.#kept.set(key, kept);
        return () => this.#sizeAgain(key, kept);
      },
    };
  }
}
