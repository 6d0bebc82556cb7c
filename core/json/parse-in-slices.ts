// Reads long JSON in turns of the event loop (D771), by its bytes: its signs are in no other character of UTF-8.
import { isTurnOver, nextTurn } from '../event-loop-turns.ts';

const byteOf = (sign: string): number => sign.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON] = [byteOf('"'), byteOf('\\'), byteOf(','), byteOf(':')];
const OPENING: readonly (number | undefined)[] = [...Buffer.from('{[')];
const CLOSING: readonly (number | undefined)[] = [...Buffer.from('}]')];
const LIST = OPENING[1];
const [END_OF_OBJECT, END_OF_LIST] = CLOSING;

/** @param from its first quote @returns the place after its last one */
function endOfString(json: Buffer, from: number): number {
  for (let end = json.indexOf(QUOTE, from + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (json[end - escapes - 1] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return json.length;
}

/** @returns the place of what follows a value: a comma or a bracket */
function endOfValue(json: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const sign = json[at];
    if (sign === QUOTE) at = endOfString(json, at) - 1;
    else if (OPENING.includes(sign)) depth++;
    else if (depth === 0 && (sign === COMMA || CLOSING.includes(sign))) return at;
    else if (CLOSING.includes(sign)) depth--;
  }
  return json.length;
}

/** Members of all objects in a text, whether or not it is valid, and their different names, as they are written. */
export function countMembers(json: Buffer): { members: number; names: number } {
  const names = new Set<string>();
  let members = 0;
  let text = { from: 0, end: 0 };
  for (let at = 0; at < json.length; at++) {
    if (json[at] === QUOTE) {
      text = { from: at, end: endOfString(json, at) };
      at = text.end - 1;
    } else if (json[at] === COLON) {
      members++;
      names.add(json.toString('latin1', text.from, text.end));
    }
  }
  return { members, names: names.size };
}

interface Read {
  value: unknown;
  /** Of what follows it. */
  end: number;
}

const parsed = (json: Buffer, from: number, end: number): unknown => JSON.parse(json.toString('utf8', from, end));

function readValue(json: Buffer, from: number): Read {
  const end = endOfValue(json, from);
  return { value: parsed(json, from, end), end };
}

async function readList(json: Buffer, from: number): Promise<Read> {
  const list: unknown[] = [];
  let at = from + 1;
  while (json[at] !== END_OF_LIST) {
    const { value, end } = readValue(json, at);
    list.push(value);
    at = json[end] === COMMA ? end + 1 : end;
    if (isTurnOver()) await nextTurn(list.length > 1);
  }
  return { value: list, end: at + 1 };
}

/** As JSON.parse, of an object that JSON.stringify has written. @throws SyntaxError */
export async function parseInSlices(json: Buffer): Promise<unknown> {
  const members: [name: string, value: unknown][] = [];
  for (let at = 1; json[at] !== END_OF_OBJECT;) {
    const start = endOfString(json, at) + 1;
    const { value, end } = json[start] === LIST ? await readList(json, start) : readValue(json, start);
    members.push([String(parsed(json, at, start - 1)), value]);
    at = json[end] === COMMA ? end + 1 : end;
  }
  return Object.fromEntries(members);
}
