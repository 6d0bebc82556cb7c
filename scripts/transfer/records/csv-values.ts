// Cells of a CSV and the values of attributes and relationships, in both directions: what an export writes, an import reads
// as the same value. Pure.
import { findInexact, INEXACT } from '../../../core/json/exact-json.ts';
import type { Identifier } from '../target.ts';
import { RecordFault } from '../resource.ts';

/** `any` is JSON where the cell is JSON, else text. */
export type Kind = 'text' | 'number' | 'boolean' | 'json' | 'any' | 'names';

export interface CsvColumns {
  /** By attribute. */
  kinds: Readonly<Record<string, Kind>>;
  /** Target types of relations, by name. */
  relations: Readonly<Record<string, readonly string[]>>;
}

const SEPARATOR = '|';

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** undefined for a text that is no JSON. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The same. @throws RecordFault for an integer that cannot be stored exactly (D784) */
function parsedExact(text: string, name: string): { value: unknown } | undefined {
  const json = parsed(text);
  const found = json && findInexact(text);
  if (found) throw new RecordFault(INEXACT, `/data/attributes/${name}${found.pointer}`);
  return json;
}

const parsedList = (text: string): unknown[] | undefined => {
  const value = text.trimStart().startsWith('[') ? parsed(text)?.value : undefined;
  return Array.isArray(value) ? value : undefined;
};

const DIGITS = /^\s*[+-]?\d+\s*$/;

/** undefined for one that no number of JavaScript holds: a whole number of more than 53 bits, or a too large one. */
function numberOf(text: string): number | undefined {
  const number = Number(text);
  const isHeld = DIGITS.test(text) ? Number.isSafeInteger(number) : NUMBER.test(text) && Number.isFinite(number);
  return isHeld ? number : undefined;
}

function valueOf(text: string, kind: Kind, name: string): unknown {
  const wrong = (what: string) => new RecordFault(`"${text.slice(0, 100)}" is no ${what}.`, `/data/attributes/${name}`);
  switch (kind) {
    case 'text':
      return text;
    case 'number': {
      const number = numberOf(text);
      if (number === undefined) throw wrong('number, or none that can be stored exactly');
      return number;
    }
    case 'boolean':
      if (!/^(?:true|false|1|0)$/i.test(text)) throw wrong('boolean');
      return /^(?:true|1)$/i.test(text);
    case 'names':
      return parsedList(text) ?? text.split(SEPARATOR).map((each) => ({ name: each.trim() }));
    case 'any':
      return (parsedExact(text, name) ?? { value: text }).value;
    case 'json': {
      const found = parsedExact(text, name);
      if (!found) throw wrong('JSON');
      return found.value;
    }
  }
}

function identifiers(text: string, name: string, types: readonly string[]): unknown[] {
  const list = parsedList(text);
  if (list) return list;
  return text.split(SEPARATOR).map((each, index): Identifier => {
    const [, named, id] = /^([a-z][a-z0-9_]*):(.+)$/s.exec(each.trim()) ?? [];
    if (named !== undefined && id !== undefined && types.includes(named)) return { type: named, id };
    if (types.length !== 1) {
      const shown = types.slice(0, 5).map((type) => `${type}:ID`);
      throw new RecordFault(
        `It leads to several types: ${shown.join(', ')}.`,
        `/data/relationships/${name}/data/${index}`,
      );
    }
    return { type: types[0] ?? '', id: each.trim() };
  });
}

/** An empty cell leaves the attribute out. @throws RecordFault */
export function csvResource(
  row: readonly (readonly [name: string, text: string])[],
  type: string,
  { kinds, relations }: CsvColumns,
): Record<string, unknown> {
  let id: string | undefined;
  const attributes: [string, unknown][] = [];
  const relationships: [string, unknown][] = [];
  for (const [name, text] of row) {
    if (text === '') continue;
    const types = Object.hasOwn(relations, name) ? relations[name] : undefined;
    if (name === 'id') id = text;
    else if (types) relationships.push([name, { data: identifiers(text, name, types) }]);
    else attributes.push([name, valueOf(text, (Object.hasOwn(kinds, name) && kinds[name]) || 'text', name)]);
  }
  return {
    type,
    ...(id !== undefined && { id }),
    attributes: Object.fromEntries(attributes),
    relationships: Object.fromEntries(relationships),
  };
}

const isPlainName = (text: string): boolean =>
  text !== '' && text === text.trim() && !text.includes(SEPARATOR) && !text.startsWith('[');

/** @param labels categories or tags */
function namesCell(labels: readonly { name: string; params?: unknown }[]): string {
  const isPlain = labels.every(({ name, params }) => params === undefined && isPlainName(name));
  return isPlain ? labels.map(({ name }) => name).join(SEPARATOR) : JSON.stringify(labels);
}

/** The cell of an attribute. Null and an empty text are an empty cell, which an import leaves out. */
export function attributeCell(value: unknown, kind: Kind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'names' && Array.isArray(value)) return namesCell(value as { name: string }[]);
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isText = kind !== 'json' && (kind !== 'any' || (value !== '' && !parsed(value)));
  return isText ? value : JSON.stringify(value);
}

/** The cell of a relationship: names, or JSON where links or files have more than that. */
export function relationshipCell(data: readonly Identifier[]): string {
  const isPlain = data.every(({ id, meta }) => meta === undefined && isPlainName(id));
  return isPlain ? data.map(({ type, id }) => `${type}:${id}`).join(SEPARATOR) : JSON.stringify(data);
}
