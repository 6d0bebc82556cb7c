// Relations in the description: a path for each type and relation, and schemas that the types of a side share.

import { freeName, OBJECT_WORDS, renameWords, toPascal, wordsOf } from './expand-names.ts';
import { retargetRefs } from './retarget-refs.ts';
import { inlineRefs } from '../model/schemas/inline-refs.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import { createSearch, isNode, METHODS, nodeAt, schemaRef, type Json, type Node } from './openapi-document.ts';
import { toOpenApiSchema } from './openapi-schema.ts';
import type { RelationSide } from '../model/relation-sides.ts';
import { RELATION_PARAMETER } from './template-paths.ts';
import { valueOf } from '../values.ts';

/** Schemas of the template, and the names of a relation's copies. */
const LINK_SCHEMAS: Readonly<Record<string, string>> = {
  RelatedIdentifier: 'Identifier',
  RelatedLinkListResponse: 'LinkListResponse',
  RelatedLinksResponse: 'LinksResponse',
  RelatedLinksBody: 'LinksBody',
  RelatedLinkage: 'Linkage',
  RelatedLinkInputs: 'LinkInputs',
  RelatedLinkInput: 'LinkInput',
};
const PARAMS_SCHEMAS: Readonly<Record<string, string>> = {
  RelatedLinkInputMeta: 'LinkInputMeta',
  RelationInput: 'RelationInput',
};
const LIST_SCHEMAS: Readonly<Record<string, string>> = {
  RelatedObjectsListResponse: 'ObjectsListResponse',
  RelatedObject: 'Object',
};
/** In resources, where linkage consists of identifiers only. */
const RELATIONSHIP_SCHEMAS: Readonly<Record<string, string>> = {
  ToManyRelationship: 'Relationship',
  Identifier: 'RelationshipIdentifier',
};
const ALL_SUFFIXES = [
  ...[LINK_SCHEMAS, PARAMS_SCHEMAS, LIST_SCHEMAS, RELATIONSHIP_SCHEMAS].flatMap((each) => Object.values(each)),
  'Params',
];

/** One side of a relation with the references of its paths. */
interface DescribedSide {
  /** All its target types. */
  types: string[];
  /** References of the template to those of this side. */
  rename: Map<string, string>;
  /** Name of the schema of the relationship in resources. */
  relationship: string;
}

export type RelationSchemas = ReturnType<typeof relationSchemas>;

const keyOf = ({ relation, side }: RelationSide): string => `${relation._id}/${side}`;
const refOf = (name: string): string => `#/components/schemas/${name}`;

/** References that a side renames. */
const RENAMED: ReadonlySet<string> = new Set(
  [LINK_SCHEMAS, PARAMS_SCHEMAS, LIST_SCHEMAS, RELATIONSHIP_SCHEMAS].flatMap((each) => Object.keys(each).map(refOf)),
);

/** A resource in a union. */
export type NamedResource = readonly [type: string, schemaName: string];

/** A union of resources, discriminated by type; a single resource for one type. */
export function resourceUnion(resources: readonly NamedResource[]): Node {
  const [first] = resources;
  if (first && resources.length === 1) return schemaRef(first[1]);
  return {
    oneOf: resources.map(([, schemaName]) => schemaRef(schemaName)),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(resources.map(([name, schemaName]) => [name, refOf(schemaName)])),
    },
  };
}

function paramsSchema(params: JsonSchema): Node {
  try {
    return toOpenApiSchema({ type: 'object', ...inlineRefs(params) }, true);
  } catch {
    return { type: 'object', nullable: true };
  }
}

const refersToRelation = createSearch((value, name) => {
  const isRef = name === '$ref' && typeof value === 'string' && RENAMED.has(value);
  return isRef || (isNode(value) && hasBodyExamples(value));
});

const hasBodyExamples = (node: Node): boolean => 'examples' in node && 'schema' in node;

/** Parts that are the same for all relations. */
const isShared = (node: Json): boolean => !refersToRelation(node) && !(isNode(node) && hasBodyExamples(node));

function setTypes(schema: Json | undefined, types: readonly string[]): void {
  if (isNode(schema)) nodeAt(schema, 'properties')['type'] = { type: 'string', enum: [...types] };
}

interface RelationScope {
  model: Model;
  /** All authored schemas. */
  authored: Node;
  /** Resource schema of each concrete type. */
  resources: ReadonlyMap<string, string>;
  /** Schema of a list of one type, where the related list has one type. */
  lists: ReadonlyMap<string, string>;
  isTaken: (schemaName: string) => boolean;
}

/** All target types of each side. */
function collectSides({ types }: Model): Map<string, { side: RelationSide; types: string[] }> {
  const found = new Map<string, { side: RelationSide; types: string[] }>();
  for (const side of [...types.values()].flatMap((type) => [...type.sides.values()])) {
    const known = found.get(keyOf(side));
    found.set(keyOf(side), { side, types: [...new Set([...(known?.types ?? []), ...side.types])] });
  }
  return found;
}

/** Schemas of every relation in use, by side. */
export function relationSchemas(scope: RelationScope) {
  const { model, authored, resources, lists } = scope;
  const schemas: Node = {};
  const described = new Map<string, DescribedSide>();
  for (const [key, { side, types }] of collectSides(model)) {
    const isTaken = (base: string): boolean =>
      ALL_SUFFIXES.some((suffix) => scope.isTaken(`${base}_${suffix}`) || Object.hasOwn(schemas, `${base}_${suffix}`));
    const base = freeName(toPascal(side.name), [], isTaken);
    const { params } = side.relation;
    const shown = types.flatMap((name): NamedResource[] => {
      const schemaName = resources.get(name);
      return schemaName === undefined ? [] : [[name, schemaName]];
    });
    const isOfAll = side.listed.includes('objects') && !types.includes('users');
    const single = types.length === 1 ? lists.get(types[0] ?? '') : undefined;
    const list = single ?? (isOfAll ? 'AnyObjectListResponse' : undefined);
    const copied = { ...LINK_SCHEMAS, ...(params && PARAMS_SCHEMAS), ...(list === undefined && LIST_SCHEMAS) };
    const copy = (names: Readonly<Record<string, string>>): Map<string, string> => {
      const entries = Object.entries(names);
      const renamed = new Map(entries.map(([name, suffix]) => [refOf(name), refOf(`${base}_${suffix}`)]));
      for (const [name, suffix] of entries)
        schemas[`${base}_${suffix}`] = retargetRefs(authored[name] ?? {}, renamed, { withoutBodyExamples: true });
      return renamed;
    };
    const rename = copy(copied);
    copy(RELATIONSHIP_SCHEMAS);
    if (list !== undefined) rename.set(refOf('RelatedObjectsListResponse'), refOf(list));
    else if (shown.length > 0) schemas[`${base}_Object`] = resourceUnion(shown);
    for (const name of ['Identifier', 'RelationshipIdentifier', 'LinkInput'])
      setTypes(schemas[`${base}_${name}`], types);
    if (params) {
      const properties = nodeAt(schemas, `${base}_RelationInput`, 'properties');
      const { description } = nodeAt(properties, 'params');
      schemas[`${base}_Params`] = paramsSchema(params);
      properties['params'] = { description: description ?? '', allOf: [schemaRef(`${base}_Params`)] };
    }
    described.set(key, { types, rename, relationship: `${base}_Relationship` });
  }
  return { schemas, sideOf: (side: RelationSide) => valueOf(described, keyOf(side)) };
}

export const isRelationPath = (rest: string): boolean => rest.endsWith(`/{${RELATION_PARAMETER}}`);

/** `addTypedObjectRelated` -> `addCountry_Borders`; no name of a type has an underscore before a capital. */
function operationIdOf(id: string, singular: string, relation: string): string {
  const name = freeName(toPascal(relation), ['Links'], () => false);
  return id.replace(/TypedObjectRelated/, `${singular}_${name}`);
}

interface RelationPaths {
  type: ResolvedType;
  singular: string;
  tag: string;
  /** Copies of parameters, for lists of `target`; without those of the template's path. */
  parameters: (parameters: Json | undefined, target: ResolvedType | undefined) => Json[];
}

/** The paths of all relations of a type, from one path of the template. */
export function relationPaths(
  { type, singular, tag, parameters }: RelationPaths,
  [rest, item]: [string, Node],
  { model, relations }: { model: Model; relations: RelationSchemas },
): Node {
  const paths: Node = {};
  for (const [name, side] of type.sides) {
    const described = relations.sideOf(side);
    const target = described.types.length === 1 ? model.types.get(described.types[0] ?? '') : undefined;
    const expandOperation = (operation: Node): Node => {
      const { parameters: given, ...others } = operation;
      const copy = retargetRefs(others, described.rename, { isKept: isShared, withoutBodyExamples: true });
      copy['operationId'] = operationIdOf(String(operation['operationId']), singular, name);
      copy['tags'] = [tag];
      const summary = renameWords(String(operation['summary'] ?? ''), OBJECT_WORDS, wordsOf(type));
      copy['summary'] = `${summary} (${name})`;
      const kept = parameters(given, target);
      if (kept.length > 0) copy['parameters'] = kept;
      return copy;
    };
    const copy: Node = {};
    for (const [member, value] of Object.entries(item)) {
      if (member === 'parameters') copy[member] = parameters(value, target);
      else copy[member] = METHODS.includes(member) && isNode(value) ? expandOperation(value) : value;
    }
    paths[`/${type.name}${rest.replace(`{${RELATION_PARAMETER}}`, name)}`] = copy;
  }
  return paths;
}
