// JSON bodies: read with a limit, decoded strictly, and checked for content that no part of the service accepts.
import type { IncomingMessage } from 'node:http';
import type { OperationFacts } from '../../description/operation-facts.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';
import { findInexact, INEXACT } from '../../json/exact-json.ts';
import { countMembers } from '../../json/parse-in-slices.ts';
import { watchRate } from '../../network/least-rate.ts';
import { asError } from '../../values.ts';
import { sendContinue } from './expect-continue.ts';

/** MongoDB allows 100 levels, some of which the document around a value needs (D414). */
const MAX_DEPTH = 90;

/** Members of all objects of a body, and their different names (D774): the driver reads and writes a document in one turn. */
const MAX_MEMBERS = 20_000;
const MAX_NAMES = 10_000;
/** Bytes of the shortest member, `"":0,`. */
const MEMBER = 5;

export const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`, { Connection: 'close' });

const tooSlow = (seconds: number): ApiError =>
  new ApiError('request_timeout', `The body takes longer than ${seconds} s.`, { Connection: 'close' });

export const tooLittle = (seconds: number): ApiError =>
  new ApiError('request_timeout', `Less than 1 KB a second of the body was received for ${seconds} s.`, {
    Connection: 'close',
  });

/** Limits of a body. */
export interface BodyLimits {
  bytes: number;
  seconds: number;
}

/** Most seconds for which less than the least rate is received. */
const RATE_SECONDS = 10;

/**
 * Ends the wait for a body that arrives too slowly as a whole, or at less than the least rate.
 * @param read reports the number of bytes of each piece
 * @throws ApiError request_timeout
 */
export async function inTime<T>(read: (received: (bytes: number) => void) => Promise<T>, seconds: number): Promise<T> {
  let slow: (error: ApiError) => void = () => undefined;
  const late = new Promise<never>((_, reject) => (slow = reject));
  const timer = setTimeout(() => slow(tooSlow(seconds)), seconds * 1_000);
  const window = Math.min(RATE_SECONDS, seconds);
  const rate = watchRate(window * 1_000, () => slow(tooLittle(window)));
  try {
    return await Promise.race([read(rate.received), late]);
  } finally {
    clearTimeout(timer);
    rate.end();
  }
}

const NOTHING = Buffer.alloc(0);

/** A body that has arrived as a whole, as small ones mostly have: without the costs of waiting for it. */
const arrivedBody = (request: IncomingMessage): Buffer | undefined =>
  // cast: no encoding is set, so a request reads bytes
  request.complete && request.readableFlowing === null ? ((request.read() as Buffer | null) ?? NOTHING) : undefined;

/** @throws ApiError payload_too_large, request_timeout */
export async function readBody(request: IncomingMessage, { bytes, seconds }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes);
  const arrived = arrivedBody(request);
  if (!arrived) return inTime((received) => readBytes(request, bytes, received), seconds);
  if (arrived.length > bytes) throw tooLarge(bytes);
  return arrived;
}

async function readBytes(request: IncomingMessage, limit: number, received: (bytes: number) => void): Promise<Buffer> {
  sendContinue(request);
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the connection, which is needed for the response.
  // cast: no encoding is set, so a request reads bytes
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    received(chunk.length);
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('invalid_encoding', 'The body is not valid UTF-8.');
  }
}

/** Counted before they are read. @throws ApiError invalid_data */
function assertFewMembers(json: Buffer): void {
  if (json.length < MAX_NAMES * MEMBER) return;
  const { members, names } = countMembers(json);
  const refuse = (most: number, what: string): never => {
    throw invalidData('', `The objects of the body have more than ${most.toLocaleString('en')} ${what} in all.`);
  };
  if (members > MAX_MEMBERS) refuse(MAX_MEMBERS, 'members');
  if (names > MAX_NAMES) refuse(MAX_NAMES, 'different names of members');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('malformed_json', `The body is not JSON: ${asError(error).message}.`);
  }
}

const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Keys that no member has: operators, a prototype, a BSON type. */
export const isForbiddenKey = (key: string): boolean =>
  key.startsWith('$') || key === '__proto__' || key === '_bsontype';

/** Members that structure a body, in contrast to its values. */
const FRAME = /^(?:\/data(?:\/\d+)?(?:\/(?:attributes|relationships|meta))?)?$/;

/** JSON Schemas of property types and relations have such keys for references; they are stored, never queried by. */
const isSchemaKeyword = (key: string, pointer: string): boolean =>
  /^\/data\/attributes\/params(\/|$)/.test(pointer) && ['$ref', '$schema', '$comment'].includes(key);

/**
 * A forbidden key is refused in the structure of a body, and everywhere in one of settings. Otherwise it is part of a
 * value, which is free content or does not match its schema (D414).
 */
function assertKey(key: string, pointer: string, content: BodyContent): void {
  const isRefused =
    // NUL ends a name in BSON.
    key.includes('\0') ||
    (isForbiddenKey(key) &&
      (content !== 'free' || FRAME.test(pointer)) &&
      !(content === 'schemas' && isSchemaKeyword(key, pointer)));
  if (!isRefused) return;
  const source = { pointer: pointer + pointerStep(key) };
  throw new ApiError('invalid_key', { detail: `The key "${key}" is not allowed.`, source });
}

function assertWellFormed(text: string, pointer: string): void {
  if (text.isWellFormed()) return;
  throw new ApiError('invalid_encoding', { detail: 'The text has an unpaired surrogate.', source: { pointer } });
}

/** @throws ApiError invalid_data for an integer that the service would change (D784) */
function assertExact(text: string): void {
  const found = findInexact(text);
  if (found) throw invalidData(found.pointer, INEXACT);
}

/** The kinds of values of a body. */
export type BodyContent = OperationFacts['body'];

/** Most values: their place need not be known. */
const isPlainlySafe = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  Number.isFinite(value) ||
  (typeof value === 'string' && value.isWellFormed());

/** Refuses what no schema covers. @throws ApiError invalid_encoding, invalid_key, too_deep, invalid_data */
export function assertSafe(
  value: unknown,
  pointer = '',
  { content, depth }: { content: BodyContent; depth: number } = { content: 'free', depth: 0 },
): void {
  if (typeof value === 'string') return assertWellFormed(value, pointer);
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidData(pointer, 'The number is too large.');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) {
    throw new ApiError('too_deep', { detail: `The body nests more than ${MAX_DEPTH} levels.`, source: { pointer } });
  }
  const inside = { content, depth: depth + 1 };
  const assertMember = (item: unknown, key: string | number): void => {
    if (!isPlainlySafe(item)) assertSafe(item, pointer + pointerStep(key), inside);
  };
  if (Array.isArray(value)) return value.forEach(assertMember);
  // The entries of an object with many members take three times as long.
  for (const key of Object.keys(value)) {
    assertWellFormed(key, pointer);
    assertKey(key, pointer, content);
    assertMember(Reflect.get(value, key), key);
  }
}

/**
 * The JSON value of a request body; undefined without one.
 * @throws ApiError payload_too_large, request_timeout, invalid_encoding, malformed_json, invalid_key, too_deep, invalid_data
 */
export async function readJsonBody(
  request: IncomingMessage,
  limits: BodyLimits,
  content: BodyContent = 'free',
): Promise<unknown> {
  const bytes = await readBody(request, limits);
  if (bytes.length === 0) return undefined;
  if (isTurnOver()) await nextTurn();
  assertFewMembers(bytes);
  const text = decode(bytes);
  const value = parse(text);
  if (isTurnOver()) await nextTurn();
  assertSafe(value, '', { content, depth: 0 });
  if (isTurnOver()) await nextTurn();
  assertExact(text);
  return value;
}

/** The headers announce a body, which may turn out to be empty. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
