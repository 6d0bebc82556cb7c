// Schemas in a style that generators make narrow classes of: every object has a name, a union consists of resources
// discriminated by type, and names stay different in the conventions of each language.
import { isNode, METHODS, nodeAt, schemaNameOf, schemaRef } from '../../core/description/openapi-document.ts';
import type { Json, Node } from '../../core/description/openapi-document.ts';
import { toPascal } from '../../core/description/expand-names.ts';

/** Changes the schemas of a document in place. */
export function simplifySchemas(document: Node): void {
  narrowUnions(document);
  eachSchema(document, settle);
  nameInlineObjects(nodeAt(document, 'components', 'schemas'));
  renameSchemas(document);
  renameOperations(document);
  renameTags(document);
}

/** A name without case and underscores. */
export const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Calls `act` with every schema inside a value, inner ones first. */
function eachSchema(node: Json, act: (schema: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((item) => eachSchema(item, act));
  if (!isNode(node)) return;
  for (const child of Object.values(node)) eachSchema(child, act);
  act(node);
}

/**
 * Bodies and responses with several possible shapes get the most general one: a list for one or a list, a string for an
 * id that may be a number, and the page of a list. Properties of a project keep all of their shapes.
 */
function narrowUnions(document: Node): void {
  const schemas = nodeAt(document, 'components', 'schemas');
  const resolve = (node: Json): Node => {
    const name = schemaNameOf(node);
    return name === undefined ? (isNode(node) ? node : {}) : nodeAt(schemas, name);
  };
  const chosen = (branches: readonly Json[], isId: boolean): Json | undefined => {
    const resolved = branches.map(resolve);
    const list = resolved.findIndex(({ type }) => type === 'array');
    if (list >= 0 && branches.length === 2) return branches[list];
    const text = resolved.findIndex((schema) => schema['type'] === 'string' && schema['enum'] === undefined);
    if (isId && text >= 0 && resolved.every(({ type }) => type === 'string' || type === 'integer'))
      return branches[text];
    if (branches.every((branch) => schemaNameOf(branch)?.endsWith('Response'))) {
      return branches.find((branch) => schemaNameOf(branch)?.endsWith('ListResponse'));
    }
    return undefined;
  };
  const parentId = nodeAt(schemas, 'FoldersCreateAttributes', 'properties')['parent_id'];
  const aliases = new Map<string, Json>();
  eachSchema(document, (schema) => {
    const key = Array.isArray(schema['oneOf']) ? 'oneOf' : 'anyOf';
    const branches = schema[key];
    if (!Array.isArray(branches) || schema['discriminator'] !== undefined) return;
    const name = Object.keys(schemas).find((each) => schemas[each] === schema);
    const isId = name?.endsWith('Id') === true || schema === parentId;
    // Schemas of a project's properties contain no references.
    if (!isId && !branches.some((each) => schemaNameOf(each) !== undefined)) return;
    if (isResourceOrIdentifiers(branches.map(resolve), resolve)) {
      delete schema[key];
      return;
    }
    const branch = chosen(branches, isId);
    if (branch === undefined) return;
    delete schema[key];
    const isNullable = branches.some((each) => resolve(each)['nullable'] === true);
    Object.assign(schema, resolve(branch), isNullable ? { nullable: true } : {});
    if (name !== undefined && schemaNameOf(branch) !== undefined) aliases.set(`#/components/schemas/${name}`, branch);
  });
  eachRef(document, (ref) => (aliases.get(ref) as Node | undefined)?.['$ref'] as string | undefined);
}

/** The subjects of operations: most languages have no type for a resource or a list of another type, so it is any value. */
function isResourceOrIdentifiers(branches: readonly Node[], resolve: (node: Json) => Node): boolean {
  const isResource = (schema: Node): boolean => nodeAt(schema, 'properties')['attributes'] !== undefined;
  const list = branches.find(({ type }) => type === 'array');
  return list !== undefined && branches.some(isResource) && !isResource(resolve(list['items'] ?? null));
}

/** A constant is filled in; defaults are left to the service. */
function settle(schema: Node): void {
  const { type, enum: values, properties, additionalProperties } = schema;
  // A map of properties may have members of these names.
  if (type !== undefined && !isNode(type)) {
    if (!isNode(schema['default'])) delete schema['default'];
    // Titles for people, which some generators use as the name of the class.
    if (type === 'object') delete schema['title'];
    if (type === 'string' && Array.isArray(values) && values.length === 1) schema['default'] = values[0] as Json;
    // Most languages have no class for named members beside any others; the others can still be read.
    if (isNode(properties) && isNode(additionalProperties)) delete schema['additionalProperties'];
  }
}

/**
 * Nested objects become separate schemas; equal ones share one. The name of a property alone could be that of a
 * built-in class: `object`, `error`, `file`.
 */
function nameInlineObjects(schemas: Node): void {
  const names = new Map<string, string>();
  const nameFor = (schema: Node, owner: string, property: string): string => {
    const { description: _description, ...shape } = schema;
    const key = JSON.stringify(shape);
    const known = names.get(key);
    if (known !== undefined) return known;
    let name = toPascal(property);
    if (!property.endsWith('_item') || Object.hasOwn(schemas, name)) name = `${owner}${name}`;
    while (Object.hasOwn(schemas, name)) name += '_';
    names.set(key, name);
    schemas[name] = shape;
    return name;
  };
  const replace = (child: Json | undefined, owner: string, property: string): Json | undefined => {
    if (!isNode(child)) return child;
    if (isNode(child['properties'])) {
      visit(child, owner);
      const { description } = child;
      const ref = schemaRef(nameFor(child, owner, property));
      return description === undefined ? ref : { description, allOf: [ref] };
    }
    if (isNode(child['items'])) child['items'] = replace(child['items'], owner, `${property}_item`) as Json;
    return child;
  };
  const visit = (schema: Node, owner: string): void => {
    const properties = schema['properties'];
    if (isNode(properties)) {
      for (const [property, child] of Object.entries(properties))
        properties[property] = replace(child, owner, property) as Json;
    }
    if (isNode(schema['items'])) schema['items'] = replace(schema['items'], owner, `${owner}_item`) as Json;
  };
  for (const [owner, schema] of Object.entries(schemas)) if (isNode(schema)) visit(schema, owner);
}

/** Replaces references that are in `to`, in the mapping of a discriminator as well. */
function eachRef(node: Json, to: (ref: string) => string | undefined): void {
  if (Array.isArray(node)) return node.forEach((item) => eachRef(item, to));
  if (!isNode(node)) return;
  for (const [name, child] of Object.entries(node)) {
    if (typeof child === 'string' && child.startsWith('#/components/schemas/')) node[name] = to(child) ?? child;
    else eachRef(child, to);
  }
}

/** Languages drop underscores and put `Nullable` before their own names: names are chosen to stay different. */
function renameSchemas(document: Node): void {
  const components = nodeAt(document, 'components');
  const schemas = nodeAt(document, 'components', 'schemas');
  const taken = new Set<string>();
  const renamed: Node = {};
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const plain = toPascal(name)
      .replace(/[^A-Za-z0-9]/g, '')
      .replace(/^Nullable(.+)/, '$1OrNull');
    const free = freeOf(plain, taken);
    names.set(`#/components/schemas/${name}`, `#/components/schemas/${free}`);
    renamed[free] = schema;
  }
  components['schemas'] = renamed;
  eachRef(document, (ref) => names.get(ref));
}

function renameOperations(document: Node): void {
  const taken = new Set<string>();
  for (const operation of operationsIn(document)) {
    const { operationId } = operation;
    if (typeof operationId !== 'string') continue;
    operation['operationId'] = freeOf(
      operationId.replace(/_+([a-zA-Z0-9]?)/g, (_match, next: string) => next.toUpperCase()),
      taken,
    );
  }
}

/** Classes, packages and files are named by tags; `x-tag` keeps the name of the type, and of the path. */
function renameTags(document: Node): void {
  const taken = new Set<string>();
  const names = new Map<Json, string>();
  for (const operation of operationsIn(document)) {
    const { tags } = operation;
    if (!Array.isArray(tags)) continue;
    const tag = String(tags[0]);
    const free = names.get(tag) ?? freeOf(tag, taken);
    names.set(tag, free);
    operation['tags'] = [free];
    if (free !== tag) operation['x-tag'] = tag;
  }
  const { tags } = document;
  if (Array.isArray(tags))
    document['tags'] = tags.map((tag) =>
      isNode(tag) ? { ...tag, name: names.get(tag['name'] as Json) ?? (tag['name'] as Json) } : tag,
    );
}

const operationsIn = (document: Node): Node[] =>
  Object.values(nodeAt(document, 'paths'))
    .filter(isNode)
    .flatMap((item) => METHODS.map((method) => item[method]).filter(isNode));

/**
 * The name, with a number appended when another one differs only in case and underscores: in some languages both would be
 * equal, or their files on a case-insensitive disk.
 */
function freeOf(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(plain(free)); number++) free = `${name}${number}`;
  taken.add(plain(free));
  return free;
}
