// The meaning of the columns of a CSV, by the type in the service.
import { CommandError } from '../../command-line.ts';
import type { CsvColumns, Kind } from './csv-values.ts';
import { csvHeader } from './records.ts';
import { SourceRefused } from './source-check.ts';
import { Refusal, sideOf, walk, type Target } from '../target.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
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

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The JSON types that a schema allows; undefined for any. */
function typesOf({ type, enum: values, const: only, oneOf, anyOf, allOf }: Schema): string[] | undefined {
  if (type !== undefined) return [type].flat();
  if (values !== undefined) return values.map(typeOf);
  if (only !== undefined) return [typeOf(only)];
  const ofAll = allOf?.map(typesOf).find((types) => types !== undefined);
  if (ofAll) return ofAll;
  const choices = (oneOf ?? anyOf)?.map(typesOf);
  if (!choices || choices.includes(undefined)) return undefined;
  return choices.flatMap((types) => types ?? []);
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'json',
  array: 'json',
};

/** `any` where a text could be one of several types. */
function kindOf(name: string, schema: Schema): Kind {
  if (NAMES.has(name)) return 'names';
  const types = typesOf(schema)?.filter((type) => type !== 'null') ?? [];
  const kinds = new Set(types.map((type) => KINDS[type] ?? 'any'));
  const [kind = 'any'] = kinds;
  return kinds.size === 1 ? kind : 'any';
}

/** Kinds of all attributes of a type. */
export const kindsOf = ({ properties = {} }: Schema): Record<string, Kind> =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, kindOf(name, property)]));

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

/**
 * @throws CommandError for an unknown type, and for columns that are neither attributes nor relations of it
 * @throws SourceRefused for a column that is there twice
 */
export async function readColumns(target: Target, file: string, type: string): Promise<CsvColumns> {
  const header = await csvHeader(file);
  const repeated = header.find((name, at) => header.indexOf(name) < at);
  if (repeated !== undefined) {
    const detail = `The column "${repeated.slice(0, 100)}" is there twice: only one of them could count.`;
    throw new SourceRefused(1, 'repeated_column', detail);
  }
  const kinds = kindsOf(await readSchema(target, type));
  const relations = await relationsOf(target, type);
  const unknown = header.filter(
    (name) => name !== 'id' && !Object.hasOwn(kinds, name) && !Object.hasOwn(relations, name),
  );
  if (unknown.length > 0)
    throw new CommandError(`${file}: ${type} have no ${unknown.map((name) => `"${name}"`).join(', ')}`);
  return { kinds, relations };
}
