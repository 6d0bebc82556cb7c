// One side of the description in parts (D950, D952), kept as text, which takes a fraction of the memory of objects.
import { stepsInSlices } from '../../event-loop-turns.ts';
import {
  asNode,
  describedTags,
  isNode,
  lazyMembers,
  madeWhole,
  nodeAt,
  operationsIn,
  textsAt,
  visitRefs,
} from '../openapi-document.ts';
import type { Json, Lazy, LazyDocument, Node } from '../openapi-document.ts';
import { createDistinct, tagNames } from './side-names.ts';
import {
  anyError,
  createSharedParts,
  isOfSide,
  sideOperation,
  withOneMediaType,
  withoutQueryToken,
  type Side,
} from './side-operations.ts';
import { createSideSchemas, type SideSchemas } from './side-schemas.ts';

/** JSON, and the references in it. */
export interface Part {
  text: string;
  refs: readonly string[];
  /** Of a union: what each type refers to. */
  mapping?: Readonly<Record<string, string>>;
}

export interface OperationPart extends Part {
  path: string;
  method: string;
  /** In the whole description. */
  tag: string;
  /** In this one. */
  tagName: string;
}

export interface SideParts {
  /** Members of the document beside its parts. */
  head: Node;
  /** By their names in this description. */
  tags: ReadonlyMap<string, Node>;
  operations: OperationPart[];
  /** Parameters of paths. */
  pathParameters: ReadonlyMap<string, Part>;
  /** By reference. */
  components: ReadonlyMap<string, Part>;
}

function partOf(value: Json): Part {
  const refs = new Set<string>();
  visitRefs(value, (ref) => refs.add(ref));
  const mapping = isNode(value) ? nodeAt(value, 'discriminator', 'mapping') : {};
  const types = Object.entries(mapping);
  const union = types.length > 0 && { mapping: Object.fromEntries(types.map(([type, ref]) => [type, String(ref)])) };
  return { text: JSON.stringify(value), refs: [...refs], ...union };
}

/** The members of a lazy object, each made in a step. */
function* collect(value: Lazy | undefined): Generator<undefined, Node> {
  const members: [string, Json][] = [];
  for (const [name, member] of lazyMembers(value) ?? []) {
    members.push([name, madeWhole(member)]);
    yield;
  }
  return Object.fromEntries(members);
}

const KINDS = ['parameters', 'responses', 'requestBodies', 'headers'];

function* componentsOf(raw: Node, side: Side, schemas: SideSchemas): Generator<[string, Part]> {
  for (const kind of KINDS) {
    const given = { ...nodeAt(raw, kind), ...(kind === 'responses' && anyError(side)) };
    for (const [name, component] of Object.entries(given))
      yield [`#/components/${kind}/${name}`, partOf(schemas.copy(withOneMediaType(component, side)))];
  }
  for (const [name, schema] of schemas.all()) yield [`#/components/schemas/${name}`, partOf(schema)];
}

/** The operations and the parameters of all paths. @param made undefined for an operation that is left out */
function* pathsOf(
  paths: Lazy | undefined,
  made: (path: string, method: string, operation: Node) => OperationPart | undefined,
  parametersOf: (parameters: Json) => Json,
): Generator<undefined, Pick<SideParts, 'operations' | 'pathParameters'>> {
  const operations: OperationPart[] = [];
  const pathParameters = new Map<string, Part>();
  for (const [path, item] of lazyMembers(paths) ?? []) {
    for (const [method, operation] of operationsIn(madeWhole(item))) {
      const part = made(path, method, operation);
      if (part) operations.push(part);
    }
    const { parameters } = asNode(item);
    if (parameters !== undefined) pathParameters.set(path, partOf(parametersOf(parameters)));
    yield;
  }
  return { operations, pathParameters };
}

function* steps(whole: LazyDocument, side: Side): Generator<undefined, SideParts> {
  // Some generators write what is for tools as code.
  const { components: given, paths, tags: _tags, security, 'x-response-headers': _common, ...head } = whole;
  const lazyComponents = Object.fromEntries(lazyMembers(given) ?? []);
  const raw: Node = {};
  for (const [kind, members] of Object.entries(lazyComponents)) raw[kind] = yield* collect(members);
  const schemas = createSideSchemas(nodeAt(raw, 'schemas'));
  const described = describedTags(whole);
  const names = tagNames(described.map(({ name }) => String(name)));
  const shared = createSharedParts();
  const distinctId = createDistinct();
  const partOfSide = (path: string, method: string, operation: Node): OperationPart | undefined => {
    const source = { side, path, method, operation, components: raw, schemas, shared };
    if (!isOfSide(source)) return undefined;
    const [tag = ''] = textsAt(operation, 'tags');
    const tagName = names.get(tag) ?? tag;
    const made = sideOperation(source, [tagName]);
    made['operationId'] = distinctId(String(made['operationId']));
    return { ...partOf(made), path, method, tag, tagName };
  };
  const ofPaths = yield* pathsOf(paths, partOfSide, schemas.copy);
  const components = new Map<string, Part>();
  for (const [ref, part] of shared.all()) components.set(ref, partOf(part));
  for (const [ref, part] of componentsOf(raw, side, schemas)) {
    components.set(ref, part);
    yield;
  }
  const { accessToken: _accessToken, ...schemes } = nodeAt(raw, 'securitySchemes');
  const allowed = withoutQueryToken(security === undefined ? security : madeWhole(security));
  return {
    head: { ...head, ...(allowed && { security: allowed }), securitySchemes: schemes },
    tags: new Map(
      described.map((tag) => {
        const name = names.get(String(tag['name'])) ?? '';
        return [name, schemas.copy({ ...tag, name })] as const;
      }),
    ),
    ...ofPaths,
    components,
  };
}

/** All of it, as it is. */
function* wholeSteps(whole: LazyDocument): Generator<undefined, SideParts> {
  const { components: given, paths, tags: _tags, ...head } = whole;
  const partOfWhole = (path: string, method: string, operation: Node): OperationPart => {
    const [tag = ''] = textsAt(operation, 'tags');
    return { ...partOf(operation), path, method, tag, tagName: tag };
  };
  const ofPaths = yield* pathsOf(paths, partOfWhole, (parameters) => parameters);
  const components = new Map<string, Part>();
  let securitySchemes: Node = {};
  for (const [kind, members] of lazyMembers(given) ?? []) {
    if (kind === 'securitySchemes') securitySchemes = asNode(members);
    else
      for (const [name, component] of lazyMembers(members) ?? []) {
        components.set(`#/components/${kind}/${name}`, partOf(madeWhole(component)));
        yield;
      }
  }
  return {
    head: { ...head, securitySchemes },
    tags: new Map(describedTags(whole).map((tag) => [String(tag['name']), tag])),
    ...ofPaths,
    components,
  };
}

export const sideParts = (whole: LazyDocument, side: Side): Promise<SideParts> => stepsInSlices(steps(whole, side));

export const wholeParts = (whole: LazyDocument): Promise<SideParts> => stepsInSlices(wholeSteps(whole));
