// Filters and sparse fields as literal parameters: many clients send a nested free `filter` wrong (D951).
import { asNode, nodeAt, schemaNameOf, type Json, type Node } from '../openapi-document.ts';
import { resolveIn } from './side-unions.ts';

/** Parameters of one operation: methods of the JVM have at most 255, and some languages take them by position. */
const MAX_PARAMETERS = 200;
/** Relations to more types than this are to all of them. */
const MAX_TARGETS = 6;
/** Shown there, not searched. */
const UNFILTERED: Readonly<Record<string, readonly string[]>> = { '/trash': ['body'] };
const DATES = ['created', 'modified'];
/** Attributes of related objects that are filtered by. */
const OF_RELATED = ['title'];
/** Longer texts are searched, not compared. */
const LONG_TEXT = 65_535;
const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

const COMPARED = ['gt', 'gte', 'lt', 'lte'];
const MEANINGS: Readonly<Record<string, string>> = {
  gt: 'Above this.',
  gte: 'At or above this.',
  lt: 'Below this.',
  lte: 'At or below this.',
  ne: 'Other than this.',
  in: 'One of these.',
  nin: 'None of these.',
  like: 'With this text in it.',
};

interface Field {
  name: string;
  schema: Node;
}

const parameter = (name: string, description: string, schema: Node, more: Node = {}): Node => ({
  name,
  in: 'query',
  description,
  ...more,
  schema,
});

const listOf = (items: Node): [Node, Node] => [
  { type: 'array', items },
  { style: 'form', explode: false },
];

function valueSchema({ type, format, enum: values }: Node): Node {
  return {
    ...(type !== undefined && { type }),
    ...(typeof format === 'string' && format.startsWith('date') && { format }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null && value !== '') }),
  };
}

/** Those first that are most used. Texts in the order of sorting are asked for by title. */
function operatorsOf(
  { name, schema: { type, format, maxLength, nullable, enum: values } }: Field,
  isOfObjects: boolean,
): string[] {
  const absent = nullable === true ? ['null'] : [];
  if (!isOfObjects) return type === 'string' && format === undefined ? ['in'] : ['gte', 'lte'];
  if (type === 'boolean') return ['ne', ...absent];
  if (Array.isArray(values)) return ['in', 'nin', 'ne', ...absent];
  if (typeof format === 'string' && format.startsWith('date')) return [...COMPARED, 'ne', ...absent];
  if (type !== 'string') return [...COMPARED, 'in', 'ne', 'nin', ...absent];
  if (Number(maxLength ?? 0) > LONG_TEXT) return ['like', ...absent];
  return ['like', 'in', 'ne', 'nin', ...absent, ...(name === 'title' ? COMPARED : [])];
}

function filterOf({ name, schema }: Field, operator?: string): Node {
  const value = valueSchema(schema);
  const at = operator === undefined ? `filter[${name}]` : `filter[${name}][${operator}]`;
  if (operator === undefined) return parameter(at, `Only those with this ${name}.`, value);
  if (operator === 'null')
    return parameter(at, '1: without a value; 0: with one.', { type: 'integer', minimum: 0, maximum: 1 });
  const told = MEANINGS[operator] ?? '';
  if (operator !== 'in' && operator !== 'nin') return parameter(at, told, value);
  const [list, style] = listOf(value);
  return parameter(at, told, list, style);
}

/** The resource of the items of a list response, or of a single one. */
function resourceOf(schemas: Node, response: Node): Node {
  const resolve = resolveIn(schemas);
  const [body] = Object.values(nodeAt(response, 'content'));
  let answer = resolve(asNode(body)['schema']);
  if (Array.isArray(answer['anyOf'])) answer = resolve(answer['anyOf'][0]);
  const data = resolve(nodeAt(answer, 'properties')['data']);
  return data['type'] === 'array' ? resolve(data['items']) : data;
}

/** The members of a part of a resource. */
const membersOf = (schemas: Node, resource: Node, part: 'attributes' | 'meta' | 'relationships'): [string, Json][] =>
  Object.entries(nodeAt(resolveIn(schemas)(nodeAt(resource, 'properties')[part]), 'properties'));

/** The types that each relationship of a resource leads to, where these are few. */
function targetsOf(schemas: Node, resource: Node): Map<string, string[]> {
  const resolve = resolveIn(schemas);
  const targets = new Map<string, string[]>();
  for (const [name, schema] of membersOf(schemas, resource, 'relationships')) {
    const data = resolve(nodeAt(resolve(schema), 'properties')['data']);
    const identifier = data['type'] === 'array' ? resolve(data['items']) : data;
    const types = nodeAt(identifier, 'properties', 'type')['enum'];
    if (Array.isArray(types) && types.length <= MAX_TARGETS) targets.set(name, types.map(String));
  }
  return targets;
}

const isScalar = ({ schema }: Field): boolean => SCALARS.includes(schema['type']);

function fieldsOf(schemas: Node, path: string, resource: Node): Field[] {
  const resolve = resolveIn(schemas);
  return [
    ...membersOf(schemas, resource, 'attributes').filter(([name]) => !UNFILTERED[path]?.includes(name)),
    ...membersOf(schemas, resource, 'meta').filter(([name]) => DATES.includes(name)),
  ]
    .map(([name, schema]) => ({ name, schema: resolve(schema) }))
    .filter(isScalar);
}

/** Through relations: `filter[borders.title]`. */
function relatedFields(schemas: Node, resource: Node): Field[] {
  const attributes = nodeAt(schemas, 'DocumentsAttributes', 'properties');
  const relations = Object.fromEntries(membersOf(schemas, resource, 'relationships'));
  return [...targetsOf(schemas, resource)].flatMap(([relation, types]) => {
    // Other relationships, such as those to folders and users, have filters of their own.
    if (!schemaNameOf(relations[relation])?.endsWith('_Relationship') || types.length === 0) return [];
    const fields = OF_RELATED.map((name) => ({ name: `${relation}.${name}`, schema: nodeAt(attributes, name) }));
    return fields.filter(isScalar);
  });
}

interface Literals {
  /** All schemas of the whole description. */
  schemas: Node;
  path: string;
  /** The response with the resources. */
  response: Node;
}

/** `fields[documents]` for the types in a response. */
export function sparseFields({ schemas, path, response }: Literals): Node[] {
  const resource = resourceOf(schemas, response);
  const own = nodeAt(resource, 'properties', 'type')['enum'];
  if (!Array.isArray(own) || own.length > MAX_TARGETS) return [];
  // What is below a resource has the same targets, and lists them far less often.
  const isMain = /^\/\w+$/.test(path);
  const targets = isMain ? [...targetsOf(schemas, resource).values()].flat() : [];
  const types = new Set([...own.map(String), ...targets]);
  const [list, style] = listOf({ type: 'string' });
  return [...types].map((type) => parameter(`fields[${type}]`, `Only these fields of ${type}.`, list, style));
}

/**
 * Only for top-level lists: those below a resource have the filters of every list. Mixed lists have none, since their types
 * have different attributes.
 * @param taken names of the other parameters
 */
export function attributeFilters({ schemas, path, response }: Literals, taken: ReadonlySet<string>): Node[] {
  if (path.includes('{')) return [];
  const resource = resourceOf(schemas, response);
  const fields = fieldsOf(schemas, path, resource);
  const related = relatedFields(schemas, resource);
  const plain = [...fields, ...related].map((field) => filterOf(field));
  // The most used operator of each field first, so that the last ones are left out where there are too many.
  const isOfObjects = related.length > 0;
  const ranks = fields.map((field) => operatorsOf(field, isOfObjects).map((operator) => filterOf(field, operator)));
  const longest = Math.max(0, ...ranks.map(({ length }) => length));
  const byRank = Array.from({ length: longest }, (_, rank) => ranks.map((each) => each[rank])).flat();
  const free = [...plain, ...byRank].flatMap((filter) =>
    filter && !taken.has(String(filter['name'])) ? [filter] : [],
  );
  return free.slice(0, Math.max(0, MAX_PARAMETERS - taken.size));
}
