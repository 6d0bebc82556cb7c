// A description as text, in pieces: a large one takes seconds, and other requests are served in between.
import { createHash } from 'node:crypto';
import { runInSlices } from '../event-loop-turns.ts';
import { lazyMembers, type Lazy } from './openapi-document.ts';

/** Levels at which an object is written member by member: `components`, `schemas` and each schema; `paths`, each path and operation. */
const LEVELS = 3;

/** As JSON.stringify writes it. */
export function* jsonPieces(value: Lazy, levels = LEVELS): Generator<string> {
  const members = levels === 0 ? undefined : lazyMembers(value);
  if (!members) return yield JSON.stringify(value);
  let separator = '{';
  for (const [name, member] of members) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonPieces(member, levels - 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Characters that are encoded together. */
const CHUNK = 100_000;

/** @returns the hash as well: SHA-256, hex */
export async function textOf(pieces: Iterator<string>): Promise<{ bytes: Buffer; hash: string }> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let text = '';
  const encode = (): void => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
    text = '';
  };
  await runInSlices(() => {
    const { done, value } = pieces.next();
    if (!done) text += value;
    if (done || text.length > CHUNK) encode();
    return !done;
  });
  return { bytes: Buffer.concat(chunks), hash: hash.digest('hex') };
}
