// A description as text, in pieces: a large one takes seconds, and other requests are served in between.
import { createHash } from 'node:crypto';
import { runInSlices } from '../event-loop-turns.ts';
import { lazyMembers, type Json, type Lazy } from './openapi-document.ts';

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

type Stringify = (value: Json) => string;

/** The package is loaded here, since YAML is seldom requested and the start would take longer. */
export async function loadYaml(): Promise<Stringify> {
  const { stringify } = await import('yaml');
  return (value) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** Empty lines stay empty. */
const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by);

export function* yamlPieces(value: Lazy, stringify: Stringify, levels = LEVELS, by = ''): Generator<string> {
  for (const [name, member] of lazyMembers(value) ?? []) {
    // Made members are never empty.
    if (levels > 1 && (typeof member === 'function' || [...(lazyMembers(member) ?? [])].length > 0)) {
      yield indented(stringify({ [name]: null }).replace(/ null\n$/, '\n'), by);
      yield* yamlPieces(member, stringify, levels - 1, `${by}  `);
    } else yield indented(stringify({ [name]: member as Json }), by);
  }
}

export interface Text {
  bytes: Buffer;
  /** SHA-256, hex. */
  hash: string;
}

/** Characters that are encoded together. */
const CHUNK = 100_000;

export async function textOf(pieces: Iterator<string>): Promise<Text> {
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
