// Cells of a CSV as the values that the attributes of a type take. Pure.
import type { Identifier } from './target.ts';
import { RecordFault } from './resource.ts';

export type Kind = 'text' | 'number' | 'boolean' | 'json' | 'names';

export interface CsvColumns {
  /** By attribute. */
  kinds: Readonly<Record<string, Kind>>;
  /** Target types of relations, by name. */
  relations: Readonly<Record<string, readonly string[]>>;
}

const SEPARATOR = '|';

function valueOf(text: string, kind: Kind, name: string): unknown {
  const wrong = (what: string) => new RecordFault(`"${text.slice(0, 100)}" is no ${what}.`, `/data/attributes/${name}`);
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      if (!Number.isFinite(Number(text))) throw wrong('number');
      return Number(text);
    case 'boolean':
      if (!/^(?:true|false|1|0)$/i.test(text)) throw wrong('boolean');
      return /^(?:true|1)$/i.test(text);
    case 'names':
      return text.split(SEPARATOR).map((each) => ({ name: each.trim() }));
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw wrong('JSON');
      }
  }
}

function identifiers(text: string, name: string, types: readonly string[]): Identifier[] {
  return text.split(SEPARATOR).map((each, index) => {
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
  row: Readonly<Record<string, string>>,
  type: string,
  { kinds, relations }: CsvColumns,
): Record<string, unknown> {
  const attributes: [string, unknown][] = [];
  const relationships: [string, unknown][] = [];
  for (const [name, text] of Object.entries(row)) {
    if (name === 'id' || text === '') continue;
    const types = Object.hasOwn(relations, name) ? relations[name] : undefined;
    if (types) relationships.push([name, { data: identifiers(text, name, types) }]);
    else attributes.push([name, valueOf(text, (Object.hasOwn(kinds, name) && kinds[name]) || 'text', name)]);
  }
  return {
    type,
    ...(row['id'] && { id: row['id'] }),
    attributes: Object.fromEntries(attributes),
    relationships: Object.fromEntries(relationships),
  };
}
