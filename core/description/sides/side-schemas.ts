// Schemas in a style that generators of all languages make narrow classes of: every object has its own name (D297).
import { isDeepStrictEqual } from 'node:util';
import { toPascal } from '../expand-names.ts';
import { copyJson, isNode, nodeAt, schemaNameOf, schemaRef, type Json, type Node } from '../openapi-document.ts';
import { createDistinct, schemaName } from './side-names.ts';
import { resolveIn, withoutUnion } from './side-unions.ts';

const SCHEMAS = '#/components/schemas/';

/** Members whose own members have any names. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'responses', 'content', 'headers']);
/** Members that are data. */
const DATA: ReadonlySet<string> = new Set(['enum', 'default', 'security', 'required']);
/** Longer ones are for the service: no generated client explains them to its users. */
const MAX_PATTERN = 100;
/** Escapes that regular expressions of some languages do not know; the service refuses invalid values anyway. */
const FOREIGN_PATTERN = /\\[ux]|\(\?/;

/** For readers and tools; generators may write them as code. */
const isLeftOut = (name: string): boolean => name === 'example' || name === 'examples' || name.startsWith('x-');

/** Changes its argument. */
function settleObject(schema: Node): Node {
  const { properties, additionalProperties, oneOf } = schema;
  // For people; some generators use it as the name of the class.
  delete schema['title'];
  // Without it some generators make a class without members of it, which loses all that was sent.
  if (!isNode(properties) && !Array.isArray(oneOf)) schema['additionalProperties'] ??= true;
  // Most languages have no class for named members beside any others; the others can still be read.
  if (isNode(properties) && isNode(additionalProperties)) delete schema['additionalProperties'];
  return schema;
}

/** A constant is filled in; defaults are left to the service. Changes its argument. */
function settle(schema: Node): Node {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return schema;
  const pattern = String(schema['pattern'] ?? '');
  if (pattern.length > MAX_PATTERN || FOREIGN_PATTERN.test(pattern)) delete schema['pattern'];
  if (!isNode(schema['default'])) delete schema['default'];
  if (type === 'object') return settleObject(schema);
  const [constant] = Array.isArray(values) ? values : [];
  if (type === 'string' && Array.isArray(values) && values.length === 1 && constant !== undefined)
    schema['default'] = constant;
  return schema;
}

/** Attributes as they are sent: those of responses have the descriptions. */
const SENT_ATTRIBUTES = /(Create|Update)Attributes$/;

function dropDescriptions(schema: Node): void {
  for (const property of Object.values(nodeAt(schema, 'properties'))) {
    if (isNode(property) && property['type'] !== undefined) delete property['description'];
  }
}

/** What is changed is what is read, except for attributes that are only written or have another form there. */
const isSameObject = (one: Json | undefined, other: Json): boolean =>
  isNode(one) && isNode(other) && isDeepStrictEqual(one['properties'], other['properties']);

export interface SideSchemas {
  /** A part of the description, with its schemas in this style. */
  copy(node: Node): Node;
  copy(node: Json): Json;
  /** All schemas by their names in clients. */
  all(): Generator<[name: string, schema: Node]>;
}

/** @param raw schemas of the whole description */
export function createSideSchemas(raw: Node): SideSchemas {
  const resolve = resolveIn(raw);
  const distinct = createDistinct();
  const names = new Map(Object.keys(raw).map((name) => [name, distinct(schemaName(name))]));
  const aliases = new Map<string, string>();
  for (const [name, schema] of Object.entries(raw)) {
    const alias = isNode(schema) ? schemaNameOf(withoutUnion(schema, name.endsWith('Id'), resolve)) : undefined;
    if (alias !== undefined && schemaNameOf(schema) === undefined) aliases.set(name, alias);
    const read = name.replace(/Update(?=Attributes$)/, '');
    if (read !== name && isSameObject(raw[read], schema)) aliases.set(name, read);
  }
  const renamed = (ref: string): string => {
    if (!ref.startsWith(SCHEMAS)) return ref;
    const name = ref.slice(SCHEMAS.length);
    const alias = aliases.get(name);
    return alias === undefined ? `${SCHEMAS}${names.get(name) ?? name}` : renamed(`${SCHEMAS}${alias}`);
  };

  function copyMap(map: Node): Node {
    return Object.fromEntries(Object.entries(map).map(([name, child]) => [name, copy(child, name === 'parent_id')]));
  }

  function copy(node: Node, isId?: boolean): Node;
  function copy(node: Json, isId?: boolean): Json;
  function copy(node: Json, isId = false): Json {
    if (Array.isArray(node)) return node.map((item) => copy(item));
    if (!isNode(node)) return node;
    const result: Node = {};
    for (const [name, child] of Object.entries(withoutUnion(node, isId, resolve))) {
      if (isLeftOut(name)) continue;
      if (name === '$ref' && typeof child === 'string') result[name] = renamed(child);
      else if (name === 'mapping' && isNode(child))
        result[name] = Object.fromEntries(Object.entries(child).map(([type, ref]) => [type, renamed(String(ref))]));
      else if (DATA.has(name)) result[name] = copyJson(child);
      else result[name] = MAPS.has(name) && isNode(child) ? copyMap(child) : copy(child);
    }
    return settle(result);
  }

  function* all(): Generator<[string, Node]> {
    const nested = createNested(distinct);
    for (const [name, schema] of Object.entries(raw)) {
      const free = names.get(name);
      if (free === undefined || aliases.has(name) || !isNode(schema)) continue;
      const made = copy(schema, name.endsWith('Id'));
      if (SENT_ATTRIBUTES.test(name)) dropDescriptions(made);
      nested.nameInside(made, free);
      yield [free, made];
      yield* nested.taken();
    }
  }
  // cast: the overloads of `copy` promise an object for an object, a value for others
  return { copy: (node: Json) => copy(node) as never, all };
}

/** Nested objects become schemas, named by their owner too: `object`, `error` or `file` could be a built-in class. */
function createNested(distinct: (name: string) => string) {
  const known = new Map<string, string>();
  let made: [string, Node][] = [];
  const nameFor = (schema: Node, owner: string, property: string): string => {
    const { description: _description, ...shape } = schema;
    const key = JSON.stringify(shape);
    const before = known.get(key);
    if (before !== undefined) return before;
    const short = toPascal(property);
    const name = distinct(schemaName(property.endsWith('_item') ? short : `${owner}${short}`));
    known.set(key, name);
    made.push([name, shape]);
    return name;
  };
  const replace = (child: Json | undefined, owner: string, property: string): Json => {
    if (!isNode(child)) return child ?? null;
    if (isNode(child['properties'])) {
      nameInside(child, owner);
      const { description } = child;
      const ref = schemaRef(nameFor(child, owner, property));
      return description === undefined ? ref : { description, allOf: [ref] };
    }
    if (isNode(child['items'])) child['items'] = replace(child['items'], owner, `${property}_item`);
    return child;
  };
  function nameInside(schema: Node, owner: string): void {
    const properties = nodeAt(schema, 'properties');
    for (const [property, child] of Object.entries(properties)) properties[property] = replace(child, owner, property);
    if (isNode(schema['items'])) schema['items'] = replace(schema['items'], owner, `${owner}_item`);
  }
  return {
    nameInside,
    /** Those named since the last call. */
    taken(): [string, Node][] {
      const taken = made;
      made = [];
      return taken;
    },
  };
}
