// One object type in the description: its paths with operations, parameters and examples, and its schemas.

import {
  attributeExamples,
  EXAMPLE_TYPE,
  resourceTypeIn,
  retargetAddress,
  retargetExample,
} from './expand-examples.ts';
import { OBJECT_WORDS, renameWords, wordsOf } from './expand-names.ts';
import { isRelationPath, relationPaths, resourceUnion, type RelationSchemas } from './expand-relations.ts';
import { isShared, schemaRenames, typeSchemas } from './expand-schemas.ts';
import { retargetRefs } from './retarget-refs.ts';
import type { Association } from '../store/rows/model-rows.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import { mayHave } from '../model/name-clashes.ts';
import { RELATION_PARAMETER, servesOwnPaths, TYPE_PARAMETER } from './template-paths.ts';
import { isNode, METHODS, nodeAt, type Json, type Node, type OpenApiDocument } from './openapi-document.ts';
import { valueOf } from '../values.ts';

const PARAMETERS = '#/components/parameters/';

const hasShown = (type: ResolvedType, association: Association, name: string): boolean =>
  type.associations.has(association) && !type.hidden.has(name);

/** Filters of types with an association or an attribute only; other types respond to them with 400. */
const SPECIAL_FILTERS: readonly { prefix: string; isKnown: (type: ResolvedType) => boolean }[] = [
  { prefix: 'filter[categories]', isKnown: (type) => hasShown(type, 'Categories', 'categories') },
  { prefix: 'filter[tags]', isKnown: (type) => hasShown(type, 'Tags', 'tags') },
  { prefix: 'filter[date_ranges]', isKnown: (type) => hasShown(type, 'DateRanges', 'date_ranges') },
  { prefix: 'filter[geo]', isKnown: (type) => type.attribute.has('coords') },
];

function hasPath(type: ResolvedType, rest: string): boolean {
  if (rest.startsWith('/upload/')) return type.associations.has('Streams');
  const [, name = ''] = /^\/\{object_id\}\/(?:relationships\/)?([^/]+)$/.exec(rest) ?? [];
  return mayHave(type, name);
}

/** Shared data of an expansion. */
export interface Expansion {
  document: OpenApiDocument;
  model: Model;
  schemas: Node;
  templates: Map<string, Node>;
  /** Path items under the template, by what follows `/{object_type_name}`. */
  templatePaths: Map<string, Node>;
  types: ResolvedType[];
  /** Types with hand-written paths; they get only those parts of the template that are not among these. */
  authored: ResolvedType[];
  relations: RelationSchemas;
  /** Hand-written paths, as `anonymous` returns them. */
  written: ReadonlySet<string>;
}

/** Names for a type: of schemas, and within operationIds. */
export interface TypeNames {
  schema: string;
  plural: string;
  singular: string;
  tag: string;
}

/** `listTypedObjects` -> `listCountries`, `getTypedObject` -> `getCountry`. */
export const nameOperation = (id: string, { plural, singular }: Pick<TypeNames, 'plural' | 'singular'>): string =>
  id.replace(/TypedObjects/, plural).replace(/TypedObject/, singular);

/** Names of parameters that were looked up. */
const parameterNames = new WeakMap<Node, string>();

function parameterName(parameter: Json, document: OpenApiDocument): string {
  if (!isNode(parameter)) return '';
  const known = parameterNames.get(parameter);
  if (known !== undefined) return known;
  const ref = parameter['$ref'];
  const parameters = nodeAt(document, 'components', 'parameters');
  const described = typeof ref === 'string' ? nodeAt(parameters, ref.slice(PARAMETERS.length)) : parameter;
  const name = String(described['name']);
  parameterNames.set(parameter, name);
  return name;
}

/** Parameters without the names of type and relation, which are in the path now, and without filters that the type lacks. */
function expandParameters(
  parameters: Json | undefined,
  type: ResolvedType | undefined,
  document: OpenApiDocument,
  inPath: readonly string[] = [TYPE_PARAMETER, RELATION_PARAMETER],
): Json[] {
  return (Array.isArray(parameters) ? parameters : []).filter((parameter) => {
    const name = parameterName(parameter, document);
    if (inPath.includes(name)) return false;
    return SPECIAL_FILTERS.every(({ prefix, isKnown }) => !name.startsWith(prefix) || (type && isKnown(type)));
  });
}

type Retarget = (name: string, example: Node) => [string, Node] | undefined;

function expandMediaType(mediaType: Json, retarget: Retarget): Json {
  if (!isNode(mediaType) || !isNode(mediaType['examples'])) return mediaType;
  const { examples: _examples, ...others } = mediaType;
  const kept = Object.entries(mediaType['examples'])
    .map(([name, example]) => (isNode(example) ? retarget(name, example) : undefined))
    .filter((entry) => entry !== undefined);
  return kept.length > 0 ? { ...mediaType, examples: Object.fromEntries(kept) } : others;
}

/** A request body or response with examples of the type; a body whose example cannot be generated has none. */
function expandBodies(node: Json, retarget: Retarget): Json {
  if (!isNode(node) || !isNode(node['content'])) return node;
  const bodies = Object.entries(node['content']);
  return {
    ...node,
    content: Object.fromEntries(bodies.map(([name, media]) => [name, expandMediaType(media, retarget)])),
  };
}

/** A path with its parameters named by their positions. */
export const anonymous = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

/** The paths of the template for one type, without hand-written ones, which are matched first. */
export function typePaths(type: ResolvedType, names: TypeNames, expansion: Expansion): Node {
  const { document, model, templates, templatePaths, authored, relations, written } = expansion;
  const rename = schemaRenames(templates.keys(), names.schema);
  const words = wordsOf(type);
  const examples = attributeExamples(type);

  const retarget: Retarget = (name, example) => {
    if (type.abstract && resourceTypeIn(example['value']) === EXAMPLE_TYPE) return undefined;
    const from = model.types.get(EXAMPLE_TYPE);
    const { value: given = null, summary } = example;
    // Resources beside an object, such as its folders or its author, are the same for all types.
    const isOfTemplate = resourceTypeIn(given) === EXAMPLE_TYPE;
    const value = isOfTemplate ? retargetExample(given, type, examples) : retargetAddress(given, type);
    if (value === undefined) return undefined;
    const fromWords = from ? wordsOf(from) : OBJECT_WORDS;
    const told = typeof summary === 'string' && { summary: renameWords(summary, fromWords, words) };
    return [nameOperation(name, names), { ...example, ...told, value }];
  };

  const expandOperation = (operation: Node): Node => {
    const { parameters, ...rest } = operation;
    const kept = expandParameters(parameters, type, document);
    const copy = retargetRefs(rest, rename, { isKept: isShared });
    copy['operationId'] = nameOperation(String(operation['operationId']), names);
    copy['tags'] = [names.tag];
    const summary = String(operation['summary'] ?? '').replace('objects of one type', 'objects');
    copy['summary'] = renameWords(summary, OBJECT_WORDS, words);
    if (kept.length > 0) copy['parameters'] = kept;
    if (copy['requestBody'] !== undefined) copy['requestBody'] = expandBodies(copy['requestBody'], retarget);
    const responses = Object.entries(nodeAt(copy, 'responses'));
    copy['responses'] = Object.fromEntries(responses.map(([status, each]) => [status, expandBodies(each, retarget)]));
    return copy;
  };

  const ofRelations = {
    type,
    singular: names.singular,
    tag: names.tag,
    parameters: (given: Json | undefined, target: ResolvedType | undefined) =>
      expandParameters(given, target, document),
  };
  const pathParameters = (given: Json, isOfAnyRelation: boolean): Json[] =>
    isOfAnyRelation
      ? expandParameters(given, undefined, document, [TYPE_PARAMETER])
      : expandParameters(given, type, document);
  const hasOwnPaths = authored.includes(type);
  const paths: Node = {};
  for (const [rest, item] of templatePaths) {
    const path = `/${type.name}${rest}`;
    if (!hasPath(type, rest) || (written.has(anonymous(path)) && !isRelationPath(rest))) continue;
    if (hasOwnPaths && !servesOwnPaths(rest, type.name)) continue;
    // An abstract type has the relations of all its descendants.
    const isOfAnyRelation = type.abstract && isRelationPath(rest);
    if (isRelationPath(rest) && !isOfAnyRelation) {
      Object.assign(paths, relationPaths(ofRelations, [rest, item], { model, relations }));
      continue;
    }
    const copy: Node = {};
    for (const [member, value] of Object.entries(item)) {
      if (member === 'parameters') {
        const kept = pathParameters(value, isOfAnyRelation);
        if (kept.length > 0) copy[member] = kept;
      } else copy[member] = METHODS.includes(member) && isNode(value) ? expandOperation(value) : value;
    }
    paths[path] = copy;
  }
  return paths;
}

/** The schemas of one type; an abstract one shows the objects of its descendants. */
export function schemasOfType(type: ResolvedType, names: ReadonlyMap<string, TypeNames>, expansion: Expansion): Node {
  const own = valueOf(names, type.name);
  const schemas = typeSchemas(type, own.schema, expansion);
  const shown = type.abstract ? type.concreteTypes : [];
  const resources = shown.flatMap((name) => {
    const schema = names.get(name)?.schema;
    return schema === undefined ? [] : [[name, `${schema}Resource`] as const];
  });
  if (resources.length > 0) {
    schemas[`${own.schema}Resource`] = resourceUnion(resources);
    for (const suffix of ['Relationships', 'Meta']) delete schemas[own.schema + suffix];
  }
  return schemas;
}
