// A description as plain JSON, and functions to navigate it.
import { stepsInSlices } from '../event-loop-turns.ts';
import { isRecord, itemsIn } from '../values.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** An object inside a description. */
export type Node = { [name: string]: Json };

export type OpenApiDocument = Node;

/** A part of a description, of which large parts are made each time they are read, so that they need not be kept. */
export type Lazy = Json | (() => Iterable<[name: string, value: Json]>) | LazyDocument;
export type LazyDocument = { [name: string]: Lazy };

export const isNode = (value: unknown): value is Node => isRecord(value);

export const asNode = (value: unknown): Node => (isNode(value) ? value : {});

export const isLazyNode = (value: Lazy | undefined): value is LazyDocument => isRecord(value);

/** A part that was made as a whole. @throws Error for one of which members are made while they are read */
export function madeWhole(value: Lazy): Json {
  if (typeof value === 'function') throw new Error('this part of the description is made while it is read');
  // cast: only members of the description and of its components are lazy
  return value as Json;
}

/** The members of an object; undefined for other values. */
export function lazyMembers(value: Lazy | undefined): Iterable<[name: string, value: Lazy]> | undefined {
  if (typeof value === 'function') return value();
  return isLazyNode(value) ? Object.entries(value) : undefined;
}

/** Makes all parts of a value, one at a time. */
function* completing(value: Lazy): Generator<undefined, Json> {
  const members: [string, Json][] = [];
  if (typeof value === 'function') {
    for (const member of value()) {
      members.push(member);
      yield;
    }
  } else if (isLazyNode(value)) {
    for (const [name, member] of Object.entries(value)) members.push([name, yield* completing(member)]);
  } else return value;
  return Object.fromEntries(members);
}

/** What a generator returns, with all its steps at once. */
export function resultOfSteps<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The document with all its parts. */
export const complete = (document: LazyDocument): Node => asNode(resultOfSteps(completing(document)));

/** As `complete`, in turns of the event loop. */
export const completeInSlices = async (document: LazyDocument): Promise<Node> =>
  asNode(await stepsInSlices(completing(document)));

/** The object under a name; an empty one when there is none. */
export function nodeAt(node: Node, ...names: string[]): Node {
  let found: Json | undefined = node;
  for (const name of names) found = isNode(found) ? found[name] : undefined;
  return asNode(found);
}

/** The texts of the list under a name. */
export const textsAt = (node: Node, name: string): string[] =>
  itemsIn(node[name]).filter((item) => typeof item === 'string');

/** A search that remembers its results. @param isWanted called with each value below, and its name in an object */
export function createSearch(isWanted: (value: Json, name?: string) => boolean): (value: Json) => boolean {
  const known = new WeakMap<object, boolean>();
  const search = (value: Json): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const before = known.get(value);
    if (before !== undefined) return before;
    const found = Array.isArray(value)
      ? value.some((item) => isWanted(item) || search(item))
      : Object.entries(value).some(([name, item]) => isWanted(item, name) || search(item));
    known.set(value, found);
    return found;
  };
  return search;
}

/** A copy; much faster than structuredClone for the small pieces that descriptions are made of. */
export function copyJson(value: Node): Node;
export function copyJson(value: Json): Json;
export function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Node = {};
  for (const [name, member] of Object.entries(value)) copy[name] = copyJson(member);
  return copy;
}

/** Members of a path item that are operations. */
export const METHODS: readonly string[] = ['get', 'put', 'post', 'patch', 'delete', 'options', 'head', 'trace'];

export const operationsIn = (item: Json): [method: string, operation: Node][] =>
  METHODS.flatMap((method): [string, Node][] => {
    const operation = isNode(item) ? item[method] : undefined;
    return isNode(operation) ? [[method, operation]] : [];
  });

export const describedTags = ({ tags }: LazyDocument): Node[] => itemsIn(tags).filter(isNode);

const SCHEMAS = '#/components/schemas/';

export const schemaRef = (name: string): Node => ({ $ref: `${SCHEMAS}${name}` });

/** Name of the component schema in a node's reference, if any. */
export const schemaNameOf = (node: Json | undefined): string | undefined => {
  const ref = isNode(node) ? node['$ref'] : undefined;
  return typeof ref === 'string' && ref.startsWith(SCHEMAS) ? ref.slice(SCHEMAS.length) : undefined;
};

/** Calls `act` with each `$ref` inside a value, except in examples, which are data. */
export function visitRefs(value: Json, act: (ref: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visitRefs(item, act);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (name === '$ref' && typeof child === 'string') act(child);
      else if (name !== 'example' && name !== 'examples') visitRefs(child, act);
    }
  }
}

const known = new WeakMap<Node, ReadonlySet<string>>();

/** The references in a part that the descriptions of several models share: they are looked for once. */
export function refsIn(part: Node): ReadonlySet<string> {
  let refs = known.get(part);
  if (!refs) {
    const found = new Set<string>();
    visitRefs(part, (ref) => found.add(ref));
    known.set(part, (refs = found));
  }
  return refs;
}
