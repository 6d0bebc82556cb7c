// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header, D500 to D502): a repeated POST with the same key gets
// the same response, and its work is done once. The contents of a key are encrypted: stored rows reveal neither request
// nor response.
import { textIn } from '../../values.ts';
import { createHash, createHmac } from 'node:crypto';
import { addressGroup, networksOf } from '../../access/address-group.ts';
import { isUpload } from '../../network/is-binary-body.ts';
import type { Attempt } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { IdempotencyKeyRow } from '../../store/idempotency-keys.ts';
import { hashedUpload, isSameContent } from '../request/hashed-upload.ts';
import { holdKey } from './hold-key.ts';
import { KeyClaims } from './key-claims.ts';
import { KEY_HEADER, NO_KEY, type ClaimKey, type IdempotencyOptions, type KeyedRequest } from './keyed-request.ts';
import { bodyType } from '../request/media-types.ts';
import { takesToken } from '../routing/operation.ts';
import { unseal } from './sealed-response.ts';

const MAX_LENGTH = 255;

/** A string of RFC 8941, or text without quotes, as most clients send it. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

const WITHOUT_KEY = {
  repeatable: '; other methods may be repeated as they are.',
  none: ', and a repetition of this request is another attempt.',
} as const;

const refusedHeader = (detail: string): ApiError =>
  new ApiError('invalid_parameter', { detail, source: { header: KEY_HEADER } });

/** @throws ApiError invalid_parameter */
function parseKey(header: string): string {
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? (BARE.test(header) ? header : undefined);
  if (key === undefined || key === '') {
    throw refusedHeader(`${KEY_HEADER} must be one string of printable ASCII, such as a UUID, in quotes or not.`);
  }
  if (key.length > MAX_LENGTH) throw refusedHeader(`${KEY_HEADER} must have at most ${MAX_LENGTH} characters.`);
  return key;
}

/** Keys belong to a user, to an application that has signed in, or to an address. */
function ownerOf(keyed: KeyedRequest, { addressOf }: Pick<IdempotencyOptions, 'addressOf'>): string {
  const { caller, operation, token, request } = keyed;
  if (caller.userId !== null) return `user:${caller.userId}`;
  if (token !== undefined && takesToken(operation)) return `application:${caller.applicationId}`;
  return `address:${addressGroup(addressOf(request))}`;
}

/** What two requests with one key must have in common. */
function contentOfRequest({ request, target, mediaType, body, caller }: KeyedRequest): string {
  return JSON.stringify([
    target.segments,
    target.linkQuery.toString(),
    mediaType,
    bodyType(request.headers),
    caller.applicationId,
    request.headers['if-match'],
    isUpload(body) ? [body.length, body.base64] : body,
  ]);
}

/** The row of a key, and what encrypts its response: both follow from the key, which is not stored. */
function secretsOfKey(key: string, keyed: KeyedRequest, options: IdempotencyOptions) {
  const owner = ownerOf(keyed, options);
  const text = contentOfRequest(keyed);
  const keyFor = (use: string, secret: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['idempotency', use, owner, key]))
      .digest();
  const fingerprintBy = (secret: string): string =>
    createHmac('sha256', keyFor('fingerprint', secret)).update(text).digest('base64');
  const [current, ...previous] = options.secrets;
  const fingerprints = [fingerprintBy(current), ...previous.map(fingerprintBy)] as const;
  const _id = createHash('sha256')
    .update(JSON.stringify([owner, key]))
    .digest('base64');
  const networks = owner.startsWith('address:') ? networksOf(options.addressOf(keyed.request)) : [];
  return {
    wanted: { _id, fingerprints, networks },
    sealingOf: ({ fingerprint }: IdempotencyKeyRow): Buffer =>
      keyFor('answer', options.secrets[fingerprints.indexOf(fingerprint)] ?? current),
  };
}

export function createIdempotency(options: IdempotencyOptions): ClaimKey {
  const claims = new KeyClaims(options);
  return async (keyed) => {
    const { operation, request, body, caller, target } = keyed;
    const header = textIn(request.headers['idempotency-key']);
    if (header === undefined) return { ...NO_KEY, body };
    const { idempotency } = operation.facts;
    if (idempotency !== 'key') throw refusedHeader(`${KEY_HEADER} is for POST${WITHOUT_KEY[idempotency]}`);
    const { wanted, sealingOf } = secretsOfKey(parseKey(header), keyed, options);
    const row = await claims.claim(wanted, caller);
    const upload = isUpload(body) ? hashedUpload(body) : undefined;
    const assertSameFile = async (): Promise<void> => {
      if (!upload || row.content === undefined) return;
      if (!(await isSameContent(upload, row.content, options.idle))) await claims.refuseReuse(row);
    };
    const sealing = sealingOf(row);
    if (row.answer) {
      await assertSameFile();
      return { ...NO_KEY, answer: replayed(await unseal(row.answer.buffer, sealing)) };
    }
    if (row.answered) {
      await assertSameFile();
      return { ...NO_KEY, body, made: row.made };
    }
    const attempt: Attempt = { id: row.attempt, content: upload?.content ?? (() => undefined) };
    const settling = holdKey({ row, sealing, upload, operation, caller, target }, options);
    const held = { attempt, body: upload?.body ?? body, ...settling };
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
