// The meaning of the columns of a CSV, by the type in the service.
import { CommandError } from '../command-line.ts';
import type { CsvColumns, Kind } from './csv-values.ts';
import { csvHeader } from './records.ts';
import { Refusal, walk, type Target } from './target.ts';

interface Schema {
  type?: string | string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  readOnly?: boolean;
  properties?: Record<string, Schema>;
}

/** @throws CommandError for an unknown type */
export async function readSchema(target: Target, type: string): Promise<Schema> {
  return target.call<Schema>('GET', `/model/schema/${encodeURIComponent(type)}`).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError(`there is no object type "${type}"`);
  });
}

const NAMES: ReadonlySet<string> = new Set(['tags', 'categories']);

function kindOf(name: string, schema: Schema): Kind {
  if (NAMES.has(name)) return 'names';
  const parts = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const types = parts.flatMap(({ type = [] }) => type).filter((type) => type !== 'null');
  if (types.includes('string')) return 'text';
  if (types.includes('number') || types.includes('integer')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  return types.length > 0 ? 'json' : 'text';
}

const FIXED: Readonly<Record<string, readonly string[]>> = {
  parents: ['folders'],
  parent: ['folders'],
  streams: ['streams'],
};

/** Types by their ancestors, themselves included. */
async function readTypes(target: Target) {
  const parents = new Map<string, string | null>();
  const concrete: string[] = [];
  for await (const { attributes } of walk(target, '/model/object_types')) {
    const name = String(attributes['name']);
    parents.set(name, (attributes['parent_name'] as string | null) ?? null);
    if (attributes['is_abstract'] !== true) concrete.push(name);
  }
  const above = (name: string): string[] => {
    const parent = parents.get(name);
    return parent == null ? [name] : [name, ...above(parent)];
  };
  return {
    above,
    below: (names: string[]) => concrete.filter((name) => above(name).some((each) => names.includes(each))),
  };
}

async function sideOf(target: Target, id: string, side: 'left' | 'right'): Promise<string[]> {
  const names: string[] = [];
  for await (const { attributes } of walk(target, `/model/relations/${id}/${side}_object_types`)) {
    names.push(String(attributes['name']));
  }
  return names;
}

/** Concrete target types of each relation of a type, by its name. */
async function relationsOf(target: Target, type: string): Promise<Record<string, readonly string[]>> {
  const { above, below } = await readTypes(target);
  const own = new Set(above(type));
  const relations: Record<string, readonly string[]> = { ...FIXED };
  for await (const { id, attributes } of walk(target, '/model/relations')) {
    const [left, right] = await Promise.all([sideOf(target, id, 'left'), sideOf(target, id, 'right')]);
    if (left.some((name) => own.has(name))) relations[String(attributes['name'])] = below(right);
    if (right.some((name) => own.has(name))) relations[String(attributes['inverse_name'])] ??= below(left);
  }
  return relations;
}

/** @throws CommandError for an unknown type, and for columns that are neither attributes nor relations of it */
export async function readColumns(target: Target, file: string, type: string): Promise<CsvColumns> {
  const header = await csvHeader(file);
  const schema = await readSchema(target, type);
  const kinds = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, kindOf(name, property)]),
  );
  const relations = await relationsOf(target, type);
  const unknown = header.filter(
    (name) => name !== 'id' && !Object.hasOwn(kinds, name) && !Object.hasOwn(relations, name),
  );
  if (unknown.length > 0)
    throw new CommandError(`${file}: ${type} have no ${unknown.map((name) => `"${name}"`).join(', ')}`);
  return { kinds, relations };
}
