// The dispatch document -> the published one: template paths become those of types, mixed lists unions (D24, D39).

import { ambiguousTails, freeName, toPascal } from './expand-names.ts';
import { authoredSchemas, relationshipsSchema, TEMPLATE, templateSchemas, typeSchemas } from './expand-schemas.ts';
import { isRelationPath, relationSchemas, resourceUnion } from './expand-relations.ts';
import type { NamedResource, RelationSchemas } from './expand-relations.ts';
import { anonymous, nameOperation, schemasOfType, typePaths } from './expand-type.ts';
import type { Expansion, TypeNames } from './expand-type.ts';
import { stepsInSlices } from '../event-loop-turns.ts';
import type { Model, ResolvedType } from '../model/model.ts';
import { withPublicFacts } from './operation-facts.ts';
import {
  complete,
  describedTags,
  isNode,
  nodeAt,
  operationsIn,
  refsIn,
  resultOfSteps,
  schemaNameOf,
  textsAt,
  visitRefs,
} from './openapi-document.ts';
import type { Json, LazyDocument, Node, OpenApiDocument } from './openapi-document.ts';
import { TYPE_PARAMETER } from './template-paths.ts';
import { valueOf } from '../values.ts';

const SEGMENT = `/{${TYPE_PARAMETER}}`;
const UNION = 'AnyObject';

const operationsOf = (paths: Iterable<Json>): Node[] =>
  [...paths].flatMap((item) => operationsIn(item).map(([, operation]) => operation));

const operationIdsOf = (paths: Iterable<Json>): string[] =>
  operationsOf(paths).map((operation) => String(operation['operationId'] ?? ''));

type Prepared = Omit<Expansion, 'relations'>;

function chooseNames({ document, schemas, templates, templatePaths, types }: Prepared): Map<string, TypeNames> {
  const suffixes = [...templates.keys(), 'Meta'];
  const schemaTails = ambiguousTails(suffixes);
  const templateIds = operationIdsOf(templatePaths.values());
  const idTails = templateIds.map((id) => /TypedObjects?(.*)$/.exec(id)?.[1] ?? '');
  const templateIdSet = new Set(templateIds);
  const takenIds = new Set(
    operationIdsOf(Object.values(nodeAt(document, 'paths'))).filter((id) => !templateIdSet.has(id)),
  );
  const takenSchemas = new Set(Object.keys(schemas));
  const takenTags = new Set(describedTags(document).map((tag) => String(tag['name'])));

  const namesOf = (type: ResolvedType): TypeNames => {
    const schema = freeName(toPascal(type.name), schemaTails, (name) =>
      suffixes.some((suffix) => takenSchemas.has(`${name}${suffix}`)),
    );
    for (const suffix of suffixes) takenSchemas.add(`${schema}${suffix}`);
    const isTakenId = (marker: RegExp) => (name: string) =>
      templateIds.some((id) => marker.test(id) && takenIds.has(id.replace(marker, name)));
    const plural = freeName(toPascal(type.name), idTails, isTakenId(/TypedObjects/));
    const singular = freeName(toPascal(type.singular), idTails, isTakenId(/TypedObject(?!s)/));
    for (const id of templateIds) takenIds.add(nameOperation(id, { plural, singular }));
    const tag = freeName(type.name, [], (name) => takenTags.has(name));
    takenTags.add(tag);
    return { schema, plural, singular, tag };
  };
  return new Map(types.map((type) => [type.name, namesOf(type)]));
}

/** Types with a hand-written schema, such as folders, belong to mixed lists as well; users do not (D51). */
function authoredMembers({ model, schemas, types }: Prepared): NamedResource[] {
  const expanded = new Set(types);
  return [...model.types.values()]
    .filter((type) => !expanded.has(type) && type.enabled && !type.abstract && type.kind !== 'users')
    .map(({ name }) => [name, `${toPascal(name)}Resource`] as const)
    .filter(([name, schemaName]) => {
      const values = nodeAt(schemas, schemaName, 'properties', 'type')['enum'];
      return Array.isArray(values) && values.length === 1 && values[0] === name;
    });
}

/** Types of objects, with the beginning of the names of their schemas. */
const concreteNames = (model: Model, names: ReadonlyMap<string, TypeNames>) =>
  [...names].flatMap(([name, { schema }]) =>
    model.types.get(name)?.abstract === false ? [[name, schema] as const] : [],
  );

const described = ({ description }: Node): Node => (description === undefined ? {} : { description });

/** `AnyObject` as the union of all types, and each `anyOf` with it as one union; without any type as written. */
function unionsOf(expansion: Expansion, names: ReadonlyMap<string, TypeNames>): Node {
  const { schemas } = expansion;
  if (!isNode(schemas[UNION])) return {};
  const made = concreteNames(expansion.model, names).map(([name, schema]) => [name, `${schema}Resource`] as const);
  const objects = [...made, ...authoredMembers(expansion)];
  const unions: Node = {};
  if (objects.length > 0) unions[UNION] = { ...described(schemas[UNION]), ...resourceUnion(objects) };
  for (const [name, schema] of Object.entries(schemas)) {
    const members = isNode(schema) && Array.isArray(schema['anyOf']) ? schema['anyOf'].map(schemaNameOf) : [];
    if (!isNode(schema) || !members.includes(UNION)) continue;
    const others = members.flatMap((member = ''): NamedResource[] => {
      const types = nodeAt(schemas, member, 'properties', 'type')['enum'];
      return Array.isArray(types) ? types.map((type) => [String(type), member]) : [];
    });
    unions[name] = { ...described(schema), ...resourceUnion([...others, ...objects]) };
  }
  return unions;
}

/** Parts of a description: those published as they are, those made for this model, and `copiedParts`. */
type Parts = Record<'kept' | 'made' | 'copied', readonly Node[]>;

/** Authored schemas that are still referenced by these parts, or by each other. */
function usedSchemas({ kept, made, copied }: Parts, schemas: Node): Node {
  const used = new Set<string>();
  const use = (ref: string): void => {
    const name = schemaNameOf({ $ref: ref });
    if (name === undefined || !Object.hasOwn(schemas, name) || used.has(name)) return;
    used.add(name);
    for (const inner of refsIn(nodeAt(schemas, name))) use(inner);
  };
  for (const part of kept) for (const ref of refsIn(part)) use(ref);
  for (const part of made) visitRefs(part, use);
  for (const part of copied)
    for (const ref of refsIn(part)) if (!schemaNameOf({ $ref: ref })?.startsWith(TEMPLATE)) use(ref);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/**
 * The parts that each type has a copy of: paths and schemas of the template, without those of attributes, and without those of
 * relations unless there is an abstract type. They refer to schemas, and to other parts of the template, which have copies themselves.
 */
function copiedParts({ templatePaths, templates, types }: Expansion): Node[] {
  if (types.length === 0) return [];
  const schemas = [...templates].filter(([suffix]) => !suffix.endsWith('Attributes')).map(([, schema]) => schema);
  const hasAbstract = types.some((type) => type.abstract);
  const paths = [...templatePaths].filter(([rest]) => hasAbstract || !isRelationPath(rest)).map(([, item]) => item);
  return [...paths, ...schemas];
}

function expandTags({ document, types, templatePaths }: Expansion, names: ReadonlyMap<string, TypeNames>): Node[] {
  const isTemplate = new Set(operationsOf(templatePaths.values()).flatMap((operation) => textsAt(operation, 'tags')));
  const made = types.map((type): Node => {
    const { tag } = valueOf(names, type.name);
    return { name: tag, description: type.row.description ?? `Objects of type ${type.name}.` };
  });
  const authored = describedTags(document);
  const place = authored.findIndex((tag) => isTemplate.has(String(tag['name'])));
  const others = authored.filter((tag) => !isTemplate.has(String(tag['name'])));
  return place < 0 ? [...others, ...made] : [...others.slice(0, place), ...made, ...others.slice(place)];
}

/** Its paths are hand-written, since it has special rules; only its attributes come from the model. */
const hasOwnPath = (document: OpenApiDocument, type: ResolvedType): boolean =>
  Object.hasOwn(nodeAt(document, 'paths'), `/${type.name}`);

function prepare(document: OpenApiDocument, model: Model): Prepared {
  const templatePaths = new Map<string, Node>();
  for (const [path, item] of Object.entries(nodeAt(document, 'paths'))) {
    const rest = path.slice(SEGMENT.length);
    if (path.startsWith(SEGMENT) && (rest === '' || rest.startsWith('/')) && isNode(item))
      templatePaths.set(rest, item);
  }
  const served = [...model.types.values()].filter((type) => type.served).sort((a, b) => a.row._id - b.row._id);
  const types = served.filter((type) => !hasOwnPath(document, type));
  const authored = served.filter((type) => !type.abstract && hasOwnPath(document, type));
  const written = new Set(Object.keys(nodeAt(document, 'paths')).map(anonymous));
  const given = nodeAt(document, 'components', 'schemas');
  const filled = authored.map((type) => authoredSchemas(type, toPascal(type.name), given));
  const schemas: Node = Object.assign({}, given, ...filled);
  return { document, model, schemas, templates: templateSchemas(schemas), templatePaths, types, authored, written };
}

/** Names of a type with hand-written paths. */
const authoredNames = ({ name, singular }: ResolvedType): TypeNames => ({
  schema: toPascal(name),
  plural: toPascal(name),
  singular: toPascal(singular),
  tag: name,
});

/** Schemas of the relations of all types, under names that no other schema has. */
function describeRelations({ model, schemas, templates, authored }: Prepared, names: ReadonlyMap<string, TypeNames>) {
  const made = concreteNames(model, names);
  const taken = new Set(
    [...names.values()].flatMap(({ schema }) => [...templates.keys(), 'Meta'].map((suffix) => schema + suffix)),
  );
  const byHand = authored.map(({ name }) => [name, toPascal(name)] as const);
  const ofTypes = [...made, ...byHand.filter(([, schema]) => Object.hasOwn(schemas, `${schema}Resource`))];
  return relationSchemas({
    model,
    authored: schemas,
    resources: new Map(ofTypes.map(([name, schema]) => [name, `${schema}Resource`])),
    lists: new Map(made.map(([name, schema]) => [name, `${schema}ListResponse`])),
    isTaken: (schemaName) => taken.has(schemaName) || Object.hasOwn(schemas, schemaName),
  });
}

/** The schemas with the relations of types that are written by hand. */
function withRelationships({ authored, schemas }: Prepared, relations: RelationSchemas): Node {
  const filled = authored.flatMap((type): [string, Node][] => {
    const name = `${authoredNames(type).schema}Relationships`;
    const schema = schemas[name];
    return isNode(schema) ? [[name, relationshipsSchema(schema, type, relations)]] : [];
  });
  return { ...schemas, ...Object.fromEntries(filled) };
}

/**
 * The published description of a project: the bundle (OpenAPI 3.0) with the paths, operations, schemas, examples and tags of
 * each served concrete type in the place of the template, and mixed lists as unions of them. The result shares
 * parts with the bundle, and types share parts with each other: neither may be changed.
 */
export const expandDescription = (bundle: OpenApiDocument, model: Model): OpenApiDocument =>
  complete(resultOfSteps(expanding(bundle, model)));

/** The same, with the schemas and paths of a type made when they are read: with many types they are too large to be kept. */
export const expandLazily = (bundle: OpenApiDocument, model: Model): Promise<LazyDocument> =>
  stepsInSlices(expanding(bundle, model));

/** Each step is short, and waits for nothing. */
function* expanding(description: OpenApiDocument, model: Model): Generator<undefined, LazyDocument> {
  const bundle = withPublicFacts(description);
  yield;
  const parts = prepare(bundle, model);
  yield;
  const names = chooseNames(parts);
  yield;
  const relations = describeRelations(parts, names);
  const expansion: Expansion = { ...parts, schemas: withRelationships(parts, relations), relations };
  yield;
  const besides: Node[] = [];
  for (const type of expansion.authored) {
    besides.push(typePaths(type, authoredNames(type), expansion));
    yield;
  }
  const { before, after } = authoredPaths(expansion);
  const { schemas: _schemas, ...others } = nodeAt(bundle, 'components');
  const kept = [before, after].flatMap((paths) => Object.values(paths)).filter(isNode);
  // Each is searched once.
  for (const item of kept) {
    refsIn(item);
    yield;
  }
  const components = withoutTypeParameter(others, kept);
  // Those of the template for types with paths of their own, for the parts that they use.
  const ofAuthored = expansion.authored.map((type) => typeSchemas(type, authoredNames(type).schema, expansion));
  const authored: Node = Object.assign({}, ...ofAuthored, expansion.schemas, unionsOf(expansion, names));
  yield;
  // Each relation has copies of the template's schemas; their references stay.
  const made = [components, ...besides, relations.schemas];
  const used = usedSchemas({ kept, made, copied: copiedParts(expansion) }, authored);

  function* schemas(): Generator<[string, Json]> {
    yield* Object.entries(used);
    for (const type of expansion.types) yield* Object.entries(schemasOfType(type, names, expansion));
    yield* Object.entries(relations.schemas);
  }
  function* paths(): Generator<[string, Json]> {
    yield* Object.entries(before);
    for (const type of expansion.types) yield* Object.entries(typePaths(type, valueOf(names, type.name), expansion));
    for (const each of [...besides, after]) yield* Object.entries(each);
  }
  return { ...bundle, tags: expandTags(expansion, names), components: { ...components, schemas }, paths };
}

/** The remaining paths, before and after the place of the template. */
function authoredPaths({ document, templatePaths }: Expansion): { before: Node; after: Node } {
  const templates = new Set([...templatePaths.keys()].map((rest) => `${SEGMENT}${rest}`));
  const entries = Object.entries(nodeAt(document, 'paths'));
  const place = entries.findIndex(([path]) => templates.has(path));
  const kept = (part: [string, Json][]): Node => Object.fromEntries(part.filter(([path]) => !templates.has(path)));
  return { before: kept(entries.slice(0, Math.max(place, 0))), after: kept(entries.slice(Math.max(place, 0))) };
}

/** Without the parameter for the type's name, unless an authored path has it. */
function withoutTypeParameter(components: Node, paths: readonly Node[]): Node {
  const used = new Set(paths.flatMap((item) => [...refsIn(item)]));
  const parameters = Object.entries(nodeAt(components, 'parameters')).filter(
    ([name, parameter]) =>
      !(isNode(parameter) && parameter['name'] === TYPE_PARAMETER) || used.has(`#/components/parameters/${name}`),
  );
  return { ...components, ...(components['parameters'] ? { parameters: Object.fromEntries(parameters) } : {}) };
}
