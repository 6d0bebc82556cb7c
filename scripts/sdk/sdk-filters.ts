// Filters by the attributes of a list as literal parameters such as `filter[iso_code]` and `filter[population][gte]`: the free
// `filter` of the served description is nested, which many generated clients send wrong.
import { isNode, nodeAt, schemaNameOf } from '../../core/description/openapi-document.ts';
import type { Json, Node } from '../../core/description/openapi-document.ts';

const comparisons = { gt: 'above', gte: 'at or above', lt: 'below', lte: 'at or below' } as const;
/** Shown there, not searched. */
const unfiltered: Readonly<Record<string, readonly string[]>> = { '/trash': ['body'] };
const dates = ['created', 'modified'];

/**
 * Only for top-level lists: those below a resource have the filters of every list. Mixed lists have none, since their types
 * have different attributes.
 * @param list the response of the operation
 */
export function attributeFilters(document: Node, path: string, list: Node): Node[] {
  if (path.includes('{')) return [];
  const schemas = nodeAt(document, 'components', 'schemas');
  const schemaOf = (node: Json | undefined): Node => {
    const name = schemaNameOf(node);
    return name === undefined ? (isNode(node) ? node : {}) : nodeAt(schemas, name);
  };
  const [body] = Object.values(nodeAt(list, 'content'));
  let answer = schemaOf(isNode(body) ? body['schema'] : undefined);
  if (Array.isArray(answer['anyOf'])) answer = schemaOf(answer['anyOf'][0]);
  const resource = schemaOf(nodeAt(answer, 'properties', 'data')['items']);
  const attributes = nodeAt(schemaOf(nodeAt(resource, 'properties')['attributes']), 'properties');
  const meta = nodeAt(schemaOf(nodeAt(resource, 'properties')['meta']), 'properties');
  const fields = [
    ...Object.entries(attributes).filter(([name]) => !unfiltered[path]?.includes(name)),
    ...Object.entries(meta).filter(([name]) => dates.includes(name)),
  ];
  return fields.flatMap(([name, schema]) => filtersOf(name, schemaOf(schema)));
}

function filtersOf(name: string, { type, format, enum: values }: Node): Node[] {
  if (typeof type !== 'string' || !['string', 'integer', 'number', 'boolean'].includes(type)) return [];
  const schema: Node = {
    type,
    ...(typeof format === 'string' && /^date/.test(format) ? { format } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
  };
  const isOrdered = type === 'integer' || type === 'number' || schema['format'] !== undefined;
  const ranges = Object.entries(isOrdered ? comparisons : {}).map(([operator, words]) =>
    filter(`filter[${name}][${operator}]`, `Only those whose ${name} is ${words} this.`, schema),
  );
  return [filter(`filter[${name}]`, `Only those with this ${name}.`, schema), ...ranges];
}

const filter = (name: string, description: string, schema: Node): Node => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
});
