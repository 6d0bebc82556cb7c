// Unions without a discriminator, which few languages have a type for, as one shape (D950).
import { isDeepStrictEqual } from 'node:util';
import { asNode, isNode, nodeAt, schemaNameOf, schemaRef, type Json, type Node } from '../openapi-document.ts';

/** A name of a component leads to its schema; other nodes are themselves. */
export const resolveIn =
  (schemas: Node) =>
  (node: Json | undefined): Node => {
    const name = schemaNameOf(node);
    return name === undefined ? asNode(node) : nodeAt(schemas, name);
  };

const isText = ({ type, enum: values }: Node): boolean => type === 'string' && values === undefined;
const isIdType = ({ type }: Node): boolean => type === 'string' || type === 'integer';
const isNothing = ({ nullable, maxProperties }: Node): boolean => nullable === true && maxProperties === 0;

/** One object with the members of all; undefined where they disagree. */
function merged(branches: readonly Node[]): Node | undefined {
  const properties: Node = {};
  for (const branch of branches) {
    if (!isNode(branch['properties'])) return undefined;
    for (const [name, schema] of Object.entries(branch['properties'])) {
      if (Object.hasOwn(properties, name) && !isDeepStrictEqual(properties[name], schema)) return undefined;
      properties[name] = schema;
    }
  }
  return { type: 'object', properties };
}

/** The branch, or the schema, that stands for all of them; undefined where only any value does. */
function chosen(branches: readonly Json[], isId: boolean, resolve: (node: Json | undefined) => Node): Json | undefined {
  const resolved = branches.map(resolve);
  const list = resolved.findIndex(({ type }) => type === 'array');
  if (list >= 0) {
    const isResource = (schema: Node): boolean => nodeAt(schema, 'properties')['attributes'] !== undefined;
    const isMixed = resolved.some(isResource) && !isResource(resolve(resolved[list]?.['items']));
    return isMixed || branches.length !== 2 ? undefined : branches[list];
  }
  const text = resolved.findIndex(isText);
  if (isId && text >= 0 && resolved.every(isIdType)) return branches[text];
  if (branches.every((branch) => schemaNameOf(branch)?.endsWith('Response') === true))
    return branches.find((branch) => schemaNameOf(branch)?.endsWith('ListResponse') === true);
  const others = branches.filter((branch) => !isNothing(resolve(branch)));
  if (others.length === 1 && others.length < branches.length) return others[0];
  return merged(resolved);
}

/**
 * A list where one or a list is accepted, text for an id that may be a number, the page where a list has other forms, the
 * members of all objects, else any value.
 * @param isId whether it is the id in a body
 */
export function withoutUnion(schema: Node, isId: boolean, resolve: (node: Json | undefined) => Node): Node {
  const branches = schema['oneOf'] ?? schema['anyOf'];
  const { description, oneOf: _oneOf, anyOf: _anyOf, not, ...rest } = schema;
  if (schema['discriminator'] !== undefined || (!Array.isArray(branches) && not === undefined)) return schema;
  const branch = Array.isArray(branches) ? chosen(branches, isId, resolve) : undefined;
  if (branch === undefined) return { description: description ?? 'Any JSON value.' };
  const told: Node = description === undefined ? {} : { description };
  const isNull = (each: Json): boolean => resolve(each)['nullable'] === true;
  const isNullable = rest['nullable'] === true || (Array.isArray(branches) && branches.some(isNull));
  const name = schemaNameOf(branch);
  const plain = name === undefined ? resolve(branch) : schemaRef(name);
  // Beside a reference some generators lose what `nullable` is about.
  const made: Node = isNullable ? { type: 'object', ...resolve(branch), nullable: true } : plain;
  // A reference has no members beside it.
  return schemaNameOf(made) !== undefined && description !== undefined
    ? { ...told, allOf: [made] }
    : { ...made, ...told };
}
