// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header, D500 to D502): a repeated POST with the same key gets
// the same response, and its work is done once. The contents of a key are encrypted: stored rows reveal neither request
// nor response.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressGroup, networksOf, type Network } from '../access/address-group.ts';
import type { BinaryUpload } from '../binary-body.ts';
import type { Clock } from '../clock.ts';
import type { Attempt, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';
import {
  addIdempotencyKey,
  takeIdempotencyKey,
  WAIT_MS,
  type IdempotencyKeyRow,
  type MadeResource,
} from '../store/idempotency-keys.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import type { Store } from '../store/store.ts';
import { mayRead } from '../objects/visibility.ts';
import { takesToken, type Operation } from './operation.ts';
import type { RequestTarget } from './request-target.ts';
import { hashedUpload, isSameContent, type HashedUpload } from './hashed-upload.ts';
import { bodyType } from './media-types.ts';
import { seal, unseal, type KeyedAnswer } from './sealed-answer.ts';
import { shownBeside, visibilityOf } from './shown-objects.ts';
import { takesFile } from './upload-body.ts';

const HEADER = 'Idempotency-Key';

const DAY_MS = 86_400_000;
/** An answer with secrets, which no cache may keep, is given again for this time only (D763). */
const SECRET_MS = 300_000;
/** A living process renews its lease three times in that time. */
const LEASE_MS = 9_000;
const MAX_LENGTH = 255;
/** Maximum size of a stored response, bytes; a larger one is made again from its resource. */
const MAX_ANSWER = 4_194_304;
/**
 * Number of requests with other contents after which a key is closed: guessing must not reveal the contents of the
 * first one.
 */
const MAX_MISMATCHES = 10;
/** Maximum of keys a day for anonymous callers of one address. */
const MAX_OF_STRANGERS = 1_000;

/** A string of RFC 8941, or text without quotes, as most clients send it. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** The data of a request that the check of its key needs. */
export interface KeyedRequest {
  request: IncomingMessage;
  operation: Operation;
  target: RequestTarget;
  mediaType: string;
  body: unknown;
  caller: Caller;
  /** Access token. */
  token: string | undefined;
}

/** The key of a request, in use. */
export interface HeldKey {
  /** The stored response, if there is one. */
  answer?: KeyedAnswer;
  /** undefined for a request without a key. */
  attempt: Attempt | undefined;
  /** Replaces the body of the request. */
  body: unknown;
  /** The results of an attempt that failed after its work, which must not be repeated. */
  made: readonly MadeResource[] | undefined;
  /**
   * Stores the response, or releases the key; it does not throw.
   * @param answer undefined without a response to store
   */
  settle(answer: KeyedAnswer | undefined): Promise<void>;
}

export const NO_KEY: HeldKey = {
  attempt: undefined,
  body: undefined,
  made: undefined,
  settle: () => Promise.resolve(),
};

/**
 * Claims the key of a request, if it has one.
 * @throws ApiError invalid_parameter, idempotency_key_reused, idempotency_key_in_use, too_many_requests
 */
export type ClaimKey = (keyed: KeyedRequest) => Promise<HeldKey>;

export interface IdempotencyOptions {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Not stored with the keys. */
  secrets: SigningSecrets;
  addressOf(request: IncomingMessage): string;
  /** Time limit for a file without data, s. */
  idle: number;
  /** The rules for reading that are in force for a caller: equal texts for equal rules. */
  rulesFor(caller: Caller): string;
}

const READERS = { projection: { reader_roles: 1 } };

const withoutAnswer = ({ answer: _answer, ...row }: IdempotencyKeyRow): IdempotencyKeyRow => {
  void _answer;
  return row;
};

/** Its answer holds a secret: no cache may keep it. */
const hasSecrets = ({ definition: { responses } }: Operation): boolean =>
  Object.entries(responses).some(([status, response]) => {
    const { headers = {} } = response as { headers?: Record<string, unknown> };
    return status.startsWith('2') && headers['Cache-Control'] !== undefined;
  });

const refusedHeader = (detail: string): ApiError =>
  new ApiError('invalid_parameter', { detail, source: { header: HEADER } });

/** @throws ApiError invalid_parameter */
function parseKey(header: string): string {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? (BARE.test(header) ? header : undefined);
  if (key === undefined || key === '') {
    throw refusedHeader(`${HEADER} must be one string of printable ASCII, such as a UUID, in quotes or not.`);
  }
  if (key.length > MAX_LENGTH) throw refusedHeader(`${HEADER} must have at most ${MAX_LENGTH} characters.`);
  return key;
}

const source = { header: HEADER };
const reused = (): ApiError => {
  const detail = 'The key was used for another request: with another path, query, body or media type.';
  return new ApiError('idempotency_key_reused', { detail, source });
};
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

/** Makes the step of dispatch that checks keys. */
export function createIdempotency(options: IdempotencyOptions): ClaimKey {
  const { store, clock, log } = options;
  const keys = store.idempotencyKeys;
  const after = (milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);

  /** Keys belong to a user, to an application that has signed in, or to an address. */
  function ownerOf({ caller, operation, token, request }: KeyedRequest): string {
    if (caller.userId !== null) return `user:${caller.userId}`;
    if (token !== undefined && takesToken(operation)) return `application:${caller.applicationId}`;
    return `address:${addressGroup(options.addressOf(request))}`;
  }

  /** Counts keys of anonymous callers. @throws ApiError too_many_requests */
  async function countKey(networks: readonly Network[]): Promise<void> {
    const day = Math.floor(clock.now().getTime() / DAY_MS);
    const end = new Date((day + 1) * DAY_MS);
    const isOver = async ({ group, multiple }: Network): Promise<boolean> => {
      const row = await store.rateLimits.findOneAndUpdate(
        { _id: `idempotency|address:${group}|${day}` },
        { $inc: { count: 1 }, $setOnInsert: { expires: end } },
        { upsert: true, returnDocument: 'after' },
      );
      return (row?.count ?? 0) > MAX_OF_STRANGERS * multiple;
    };
    if (!(await Promise.all(networks.map(isOver))).includes(true)) return;
    const detail = `At most ${MAX_OF_STRANGERS} keys a day are kept for callers who are not signed in.`;
    const seconds = Math.ceil((end.getTime() - clock.now().getTime()) / 1_000);
    throw new ApiError('too_many_requests', { detail, source }, { 'Retry-After': String(seconds) });
  }

  async function refuseReuse({ _id, attempt }: IdempotencyKeyRow): Promise<never> {
    await keys.updateOne({ _id, attempt }, { $inc: { mismatches: 1 } });
    throw reused();
  }

  /** Whether the caller may read the stored answer by the rules of now (D763, D865). */
  async function isGivable({ answer, answered, made }: IdempotencyKeyRow, caller: Caller): Promise<boolean> {
    if (!answer || !answered || answered.rules !== options.rulesFor(caller)) return false;
    if (answered.until !== undefined && answered.until <= clock.now()) return false;
    const ids = made.flatMap(({ type, id }) => (type === 'objects' ? [Number(id)] : []));
    const rows = ids.length === 0 ? [] : await store.objects.find({ _id: { $in: ids } }, READERS).toArray();
    if (!rows.every((row) => mayRead(row, caller))) return false;
    const { shown } = answered;
    return shown.visibility === (await visibilityOf(store, shown.ids, clock.now()));
  }

  /** @returns without the answer that may not be given; undefined when nothing was written, so that it may be done again */
  async function answeredRow(row: IdempotencyKeyRow, caller: Caller): Promise<IdempotencyKeyRow | undefined> {
    if (await isGivable(row, caller)) return row;
    const isFinal = row.commits > 0 || row.answered?.until !== undefined || !row.answer;
    return isFinal ? withoutAnswer(row) : undefined;
  }

  /** @returns the row of the key, which this attempt holds unless the response is in it */
  async function claim({ _id, fingerprints, networks }: WantedKey, caller: Caller): Promise<IdempotencyKeyRow> {
    for (;;) {
      const attempt = randomUUID();
      const [fingerprint] = fingerprints;
      const fresh = {
        _id,
        fingerprint,
        attempt,
        locked_until: after(LEASE_MS),
        commits: 0,
        made: [],
        expires: after(DAY_MS),
      };
      if (await addIdempotencyKey(keys, fresh)) {
        await countKey(networks).catch(async (error: unknown) => {
          await keys.deleteOne({ _id: fresh._id, attempt });
          throw error;
        });
        return fresh;
      }
      const found = await keys.findOne({ _id });
      if (!found) continue;
      const now = clock.now();
      const isLocked = found.locked_until !== undefined && found.locked_until > now;
      if (found.expires <= now && !isLocked) {
        await keys.deleteOne({ _id: found._id, attempt: found.attempt });
        continue;
      }
      if (!fingerprints.includes(found.fingerprint) || (found.mismatches ?? 0) >= MAX_MISMATCHES)
        await refuseReuse(found);
      if (found.answered) {
        const row = await answeredRow(found, caller);
        if (row) return row;
        await keys.deleteOne({ _id: found._id, attempt: found.attempt });
        continue;
      }
      if (isLocked) throw inUse();
      // The process that held it has died, or is so slow that it loses the key: its further writes are not committed.
      const taken = await takeIdempotencyKey(keys, found, { attempt, locked_until: after(LEASE_MS) });
      if (taken === 'busy') throw inUse();
      if (taken === 'taken') return { ...found, attempt };
    }
  }

  function hold(
    { _id, attempt }: IdempotencyKeyRow,
    sealing: Buffer,
    {
      upload,
      operation,
      caller,
      target,
    }: { upload: HashedUpload | undefined } & Pick<KeyedRequest, 'operation' | 'caller' | 'target'>,
  ): Pick<HeldKey, 'settle'> {
    const mine = { _id, attempt };
    const renewal = setInterval(() => {
      keys
        .updateOne(mine, { $set: { locked_until: after(LEASE_MS) } })
        .catch((error: unknown) => log.warn({ err: error }, 'the key of a request could not be renewed'));
    }, LEASE_MS / 3);
    renewal.unref();
    const keep = async (answer: KeyedAnswer | undefined): Promise<void> => {
      if (!answer || answer.status >= 400) {
        const { deletedCount } = await keys.deleteOne({ ...mine, commits: 0 }, { maxTimeMS: WAIT_MS });
        if (deletedCount === 1) return;
      }
      const sealed = answer && answer.status < 500 ? await seal(answer, sealing) : undefined;
      if (answer && sealed && sealed.length <= MAX_ANSWER) {
        const content = upload?.content();
        const until = hasSecrets(operation) && { until: after(SECRET_MS) };
        const row = await keys.findOne({ _id }, { projection: { made: 1 } });
        const given = { answer, segments: target.segments, made: row?.made ?? [] };
        const shown = await shownBeside(store, given, clock.now());
        const answered = { rules: options.rulesFor(caller), shown, ...until };
        const kept = {
          answer: sealed as never,
          answered,
          expires: after(DAY_MS),
          ...(content !== undefined && { content }),
        };
        await keys.updateOne(mine, { $set: kept, $unset: { locked_until: '' } });
      } else await keys.updateOne(mine, { $unset: { locked_until: '' } });
    };
    return {
      async settle(answer) {
        clearInterval(renewal);
        upload?.end();
        await keep(answer).catch((error: unknown) =>
          log.error({ err: error }, 'the answer of a key could not be kept'),
        );
      },
    };
  }

  return async (keyed) => {
    const { operation, request, target, mediaType, body, caller } = keyed;
    const header = request.headers['idempotency-key'] as string | undefined;
    if (header === undefined) return { ...NO_KEY, body };
    if (operation.method !== 'post')
      throw refusedHeader(`${HEADER} is for POST; other methods may be repeated as they are.`);
    const key = parseKey(header);
    const owner = ownerOf(keyed);
    const keyFor = (use: string, secret: string): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['idempotency', use, owner, key]))
        .digest();
    const isFile = takesFile(operation);
    const parts = [
      target.segments,
      target.linkQuery.toString(),
      mediaType,
      bodyType(request.headers),
      caller.applicationId,
      request.headers['if-match'],
      isFile ? [(body as BinaryUpload).length, (body as BinaryUpload).base64] : body,
    ];
    const text = JSON.stringify(parts);
    const fingerprintBy = (secret: string): string =>
      createHmac('sha256', keyFor('fingerprint', secret)).update(text).digest('base64');
    const [current, ...previous] = options.secrets;
    const fingerprints = [fingerprintBy(current), ...previous.map(fingerprintBy)] as const;
    const _id = createHash('sha256')
      .update(JSON.stringify([owner, key]))
      .digest('base64');
    const networks = owner.startsWith('address:') ? networksOf(options.addressOf(request)) : [];
    const row: IdempotencyKeyRow = await claim({ _id, fingerprints, networks }, caller);
    const upload = isFile ? hashedUpload(body as BinaryUpload) : undefined;
    const assertSameFile = async (): Promise<void> => {
      if (!upload || row.content === undefined) return;
      if (!(await isSameContent(upload, row.content, options.idle))) await refuseReuse(row);
    };
    const secret = options.secrets[fingerprints.indexOf(row.fingerprint)] ?? current;
    const sealing = keyFor('answer', secret);
    if (row.answer) {
      await assertSameFile();
      return { ...NO_KEY, answer: replayed(await unseal(row.answer.buffer, sealing)) };
    }
    if (row.answered) {
      await assertSameFile();
      return { ...NO_KEY, body, made: row.made };
    }
    const attempt: Attempt = { id: row.attempt, content: upload?.content ?? (() => undefined) };
    const held = { attempt, body: upload?.body ?? body, ...hold(row, sealing, { upload, operation, caller, target }) };
    if (row.commits === 0) return { ...held, made: undefined };
    try {
      await assertSameFile();
    } catch (error) {
      await held.settle(undefined);
      throw error;
    }
    return { ...held, made: row.made };
  };
}

/** The stored response, marked as a repetition. */
export const replayed = <Answer extends { headers?: Record<string, unknown> }>(answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
});
