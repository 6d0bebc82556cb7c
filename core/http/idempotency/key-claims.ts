// Who holds the key of a request: the first one, or a later one when the first has died (D500, D763).
import { randomUUID } from 'node:crypto';
import type { Network } from '../../access/address-group.ts';
import type { Caller } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { mayRead } from '../../objects/visibility/visibility.ts';
import { addIdempotencyKey, takeIdempotencyKey, type IdempotencyKeyRow } from '../../store/idempotency-keys.ts';
import { KEPT_MS, KEY_HEADER, KEY_LEASE_MS, type IdempotencyOptions } from './keyed-request.ts';
import { visibilityOf } from './shown-objects.ts';

/** Requests with other contents after which a key is closed: guessing must not reveal the contents of the first one. */
const MAX_MISMATCHES = 10;
/** Maximum of keys a day for anonymous callers of one address. */
const MAX_OF_STRANGERS = 1_000;

const READERS = { projection: { reader_roles: 1 } };

const withoutResponse = ({ answer: _answer, ...row }: IdempotencyKeyRow): IdempotencyKeyRow => row;

const source = { header: KEY_HEADER };
const inUse = (): ApiError => {
  const detail = 'The first request with this key is in progress; send this one again to get its answer.';
  return new ApiError('idempotency_key_in_use', { detail, source }, { 'Retry-After': '1' });
};

interface WantedKey {
  _id: string;
  /** Of the request, by each secret. */
  fingerprints: readonly [current: string, ...previous: string[]];
  /** Of a caller who is not signed in: they limit the number of keys. */
  networks: readonly Network[];
}

export class KeyClaims {
  readonly #options: IdempotencyOptions;

  constructor(options: IdempotencyOptions) {
    this.#options = options;
  }

  get #keys() {
    return this.#options.store.idempotencyKeys;
  }

  #after(milliseconds: number): Date {
    return new Date(this.#options.clock.now().getTime() + milliseconds);
  }

  /** @returns the row of the key, which this attempt holds unless the response is in it */
  async claim(wanted: WantedKey, caller: Caller): Promise<IdempotencyKeyRow> {
    for (;;) {
      const attempt = randomUUID();
      const row = (await this.#add(wanted, attempt)) ?? (await this.#takeOver(wanted, attempt, caller));
      if (row) return row;
    }
  }

  /** @returns undefined when the key exists already */
  async #add({ _id, fingerprints, networks }: WantedKey, attempt: string): Promise<IdempotencyKeyRow | undefined> {
    const [fingerprint] = fingerprints;
    const locked_until = this.#after(KEY_LEASE_MS);
    const fresh = { _id, fingerprint, attempt, locked_until, commits: 0, made: [], expires: this.#after(KEPT_MS) };
    if (!(await addIdempotencyKey(this.#keys, fresh))) return undefined;
    await this.#countKey(networks).catch(async (error: unknown) => {
      await this.#remove(fresh);
      throw error;
    });
    return fresh;
  }

  /** @returns the existing row, if it has the response or nobody holds it; undefined when it is gone, or has changed */
  async #takeOver({ _id, fingerprints }: WantedKey, attempt: string, caller: Caller) {
    const found = await this.#keys.findOne({ _id });
    if (!found) return undefined;
    const now = this.#options.clock.now();
    const isLocked = found.locked_until !== undefined && found.locked_until > now;
    if (found.expires <= now && !isLocked) return this.#remove(found);
    if (!fingerprints.includes(found.fingerprint) || (found.mismatches ?? 0) >= MAX_MISMATCHES)
      await this.refuseReuse(found);
    if (found.answered) return (await this.#answeredRow(found, caller)) ?? this.#remove(found);
    if (isLocked) throw inUse();
    // The process that held it has died, or is so slow that it loses the key: its further writes are not committed.
    const taken = await takeIdempotencyKey(this.#keys, found, { attempt, locked_until: this.#after(KEY_LEASE_MS) });
    if (taken === 'busy') throw inUse();
    return taken === 'taken' ? { ...found, attempt } : undefined;
  }

  async #remove({ _id, attempt }: Pick<IdempotencyKeyRow, '_id' | 'attempt'>): Promise<undefined> {
    await this.#keys.deleteOne({ _id, attempt });
  }

  /** Counts keys of anonymous callers. @throws ApiError too_many_requests */
  async #countKey(networks: readonly Network[]): Promise<void> {
    const day = Math.floor(this.#options.clock.now().getTime() / KEPT_MS);
    const end = new Date((day + 1) * KEPT_MS);
    const isOver = async ({ group, multiple }: Network): Promise<boolean> => {
      const row = await this.#options.store.rateLimits.findOneAndUpdate(
        { _id: `idempotency|address:${group}|${day}` },
        { $inc: { count: 1 }, $setOnInsert: { expires: end } },
        { upsert: true, returnDocument: 'after' },
      );
      return (row?.count ?? 0) > MAX_OF_STRANGERS * multiple;
    };
    if (!(await Promise.all(networks.map(isOver))).includes(true)) return;
    const detail = `At most ${MAX_OF_STRANGERS} keys a day are kept for callers who are not signed in.`;
    const seconds = Math.ceil((end.getTime() - this.#options.clock.now().getTime()) / 1_000);
    throw new ApiError('too_many_requests', { detail, source }, { 'Retry-After': String(seconds) });
  }

  /** @throws ApiError idempotency_key_reused */
  async refuseReuse({ _id, attempt }: IdempotencyKeyRow): Promise<never> {
    await this.#keys.updateOne({ _id, attempt }, { $inc: { mismatches: 1 } });
    const detail = 'The key was used for another request: with another path, query, body or media type.';
    throw new ApiError('idempotency_key_reused', { detail, source });
  }

  /** Whether the caller may read the stored answer by the rules of now (D763, D865). */
  async #isGivable({ answer, answered, made }: IdempotencyKeyRow, caller: Caller): Promise<boolean> {
    if (!answer || !answered || answered.rules !== this.#options.rulesFor(caller)) return false;
    if (answered.until !== undefined && answered.until <= this.#options.clock.now()) return false;
    const ids = made.flatMap(({ type, id }) => (type === 'objects' ? [Number(id)] : []));
    const rows =
      ids.length === 0 ? [] : await this.#options.store.objects.find({ _id: { $in: ids } }, READERS).toArray();
    if (!rows.every((row) => mayRead(row, caller))) return false;
    const { shown } = answered;
    return shown.visibility === (await visibilityOf(this.#options.store, shown.ids, this.#options.clock.now()));
  }

  /** @returns without the answer that may not be given; undefined when nothing was written, so that it may be done again */
  async #answeredRow(row: IdempotencyKeyRow, caller: Caller): Promise<IdempotencyKeyRow | undefined> {
    if (await this.#isGivable(row, caller)) return row;
    const isFinal = row.commits > 0 || row.answered?.until !== undefined || !row.answer;
    return isFinal ? withoutResponse(row) : undefined;
  }
}
