// A part of one side of the description: the operations of some types and tags, and what these refer to (D952).
import { invalidParameter } from '../../errors.ts';
import type { Model } from '../../model/model.ts';
import { describedTags, isNode, nodeAt, type LazyDocument, type Node } from '../openapi-document.ts';
import { tagNames } from './side-names.ts';
import type { OperationPart, Part, SideParts } from './side-parts.ts';
import { groupBy } from '../../values.ts';

export interface Selection {
  /** Names of types. */
  types?: readonly string[] | undefined;
  /** Tags beside them. */
  tags?: readonly string[] | undefined;
  /** `read`: GET only. */
  operations?: 'read' | 'write' | 'all' | undefined;
}

const UNION_OF_ALL = '#/components/schemas/AnyObject';

/** Whether an operation is of the endpoint of a type. */
const isOf = ({ path }: OperationPart, type: string): boolean => path === `/${type}` || path.startsWith(`/${type}/`);

/** @throws ApiError invalid_parameter: no such type or tag */
export function assertKnown(document: LazyDocument, model: Model, { types = [], tags = [] }: Selection): void {
  const type = types.find((name) => !model.types.has(name));
  if (type !== undefined) throw invalidParameter('types', `There is no type "${type}".`);
  const names = describedTags(document).map(({ name }) => String(name));
  // Those of the project, and as a side shows them.
  const known = new Set([...names, ...tagNames(names).values()]);
  const tag = tags.find((name) => !known.has(name));
  if (tag !== undefined) throw invalidParameter('tags', `There is no tag "${tag}".`);
}

function chosenOperations({ operations }: SideParts, selection: Selection): OperationPart[] {
  const { types, tags, operations: kind = 'all' } = selection;
  const isAll = types === undefined && tags === undefined;
  return operations.filter(
    (each) =>
      (kind === 'all' || (kind === 'read') === (each.method === 'get')) &&
      (isAll ||
        tags?.some((tag) => [each.tag, each.tagName].includes(tag)) === true ||
        types?.some((type) => isOf(each, type)) === true),
  );
}

/**
 * The components that are referred to, in their order. With `types`, the union of all objects has only these, and the types
 * that their relations lead to: others would bring the whole description along.
 */
function reached({ components }: SideParts, roots: readonly Part[], types?: readonly string[]): Map<string, Part> {
  const used = new Set<string>();
  const later: Part[] = [];
  const use = (ref: string): void => {
    if (used.has(ref)) return;
    used.add(ref);
    const part = components.get(ref);
    if (part) follow(part);
  };
  const follow = (part: Part): void => {
    if (types !== undefined && isOfAll(part, components)) later.push(part);
    else [...part.refs, ...Object.values(part.mapping ?? {})].forEach(use);
  };
  roots.forEach(follow);
  const chosen = new Map<Part, Part>();
  for (let part = later.shift(); part; part = later.shift()) {
    const narrow = narrowed(part, (type, ref) => types?.includes(type) === true || used.has(ref));
    chosen.set(part, narrow);
    narrow.refs.forEach(use);
  }
  return new Map(
    [...components].filter(([ref]) => used.has(ref)).map(([ref, part]) => [ref, chosen.get(part) ?? part]),
  );
}

/** The union of all objects, or one with more members than it. */
function isOfAll({ mapping }: Part, components: ReadonlyMap<string, Part>): boolean {
  const all = Object.keys(components.get(UNION_OF_ALL)?.mapping ?? {});
  return mapping !== undefined && all.length > 0 && all.every((type) => Object.hasOwn(mapping, type));
}

function narrowed(part: Part, isKept: (type: string, ref: string) => boolean): Part {
  const schema: Node = JSON.parse(part.text);
  const entries = Object.entries(part.mapping ?? {});
  const found = entries.filter(([type, ref]) => isKept(type, ref));
  const kept = found.length > 0 ? found : entries.slice(0, 1);
  const refs = [...new Set(kept.map(([, ref]) => ref))];
  const discriminator = { ...nodeAt(schema, 'discriminator'), mapping: Object.fromEntries(kept) };
  const key = Array.isArray(schema['anyOf']) ? 'anyOf' : 'oneOf';
  const made = { ...schema, [key]: refs.map(($ref) => ({ $ref })), discriminator };
  return { text: JSON.stringify(made), refs, mapping: Object.fromEntries(kept) };
}

/** The text of a member, in pieces. */
type Member = [name: string, pieces: Iterable<string>];

function* members(entries: Iterable<Member>): Generator<string> {
  let separator = '{';
  for (const [name, pieces] of entries) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* pieces;
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* pathsOf(operations: readonly OperationPart[], { pathParameters }: SideParts): Generator<Member> {
  for (const [path, each] of groupBy(operations, (operation) => operation.path)) {
    const shared = pathParameters.get(path);
    const parameters: Member[] = shared ? [['parameters', [shared.text]]] : [];
    yield [path, members([...parameters, ...each.map(({ method, text }): Member => [method, [text]])])];
  }
}

function* componentsOf(used: ReadonlyMap<string, Part>, securitySchemes: Node): Generator<Member> {
  yield ['securitySchemes', [JSON.stringify(securitySchemes)]];
  for (const [kind, parts] of groupBy(used, ([ref]) => ref.split('/')[2] ?? ''))
    yield [kind, members(parts.map(([ref, { text }]): Member => [ref.split('/')[3] ?? '', [text]]))];
}

/** The text of the description of a selection, as JSON. */
export function* selectionPieces(parts: SideParts, selection: Selection): Generator<string> {
  const operations = chosenOperations(parts, selection);
  const shared = [...new Set(operations.map(({ path }) => path))].flatMap(
    (path) => parts.pathParameters.get(path) ?? [],
  );
  const used = reached(parts, [...operations, ...shared], selection.types);
  const { securitySchemes, ...head } = parts.head;
  const names = new Set(operations.map(({ tagName }) => tagName));
  const tags = [...parts.tags].filter(([name]) => names.has(name)).map(([, tag]) => tag);
  const components = componentsOf(used, isNode(securitySchemes) ? securitySchemes : {});
  yield JSON.stringify({ ...head, tags }).slice(0, -1);
  yield ',"paths":';
  yield* members(pathsOf(operations, parts));
  yield ',"components":';
  yield* members(components);
  yield '}';
}
