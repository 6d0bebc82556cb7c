// `include`: related resources with the primary ones, each once, with the linkage that leads to them (D8).
import { ApiError } from '../errors.ts';
import type { Identifier, Relationship, Resource } from '../format/jsonapi/documents.ts';
import { groupBy } from '../values.ts';

/** The related items of some items, by the id of the item; one read for all of them. */
export type RelatedLoader<Item extends Identifier = Resource> = (
  items: readonly Item[],
) => Promise<ReadonlyMap<string, readonly Item[]>>;

export interface IncludableRelation<Item extends Identifier = Resource> {
  toMany: boolean;
  /** Types with the same loader are read together. */
  load: RelatedLoader<Item>;
  /** Types of the related items, if they are known: then paths are checked even without results. */
  types?: readonly string[];
}

/** Relationships that can be included, by resource type and name. */
export type IncludableRelations<Item extends Identifier = Resource> = Readonly<
  Record<string, Readonly<Record<string, IncludableRelation<Item>>>>
>;

export type RelationLookup<Item extends Identifier> = (
  type: string,
  name: string,
) => IncludableRelation<Item> | undefined;

/** Relationships with linkage, by resource and name. */
export type Linkage = ReadonlyMap<string, Readonly<Record<string, Relationship>>>;

export interface Followed<Item> {
  /** The items at the ends of the paths, each once, without the primary items. */
  items: readonly Item[];
  linkage: Linkage;
}

/** Resources that one response includes at most (D8). */
export const MAX_INCLUDED = 1000;

export const keyOf = (identifier: Identifier): string => `${identifier.type}/${identifier.id}`;

const unknownRelation = (name: string): ApiError =>
  new ApiError('invalid_include', {
    detail: `Relationship "${name.slice(0, 100)}" does not exist.`,
    source: { parameter: 'include' },
  });

const firstSteps = (paths: readonly (readonly string[])[]): [name: string, nested: string[][]][] =>
  [...groupBy(paths, ([name = '']) => name)].map(([name, group]) => [
    name,
    group.map(([, ...rest]) => rest).filter((rest) => rest.length > 0),
  ]);

/** Items by the loader of their related items, without items of types that lack the relationship. */
function byLoader<Item extends Identifier>(
  items: readonly Item[],
  relationOf: (type: string) => IncludableRelation<Item> | undefined,
): Map<RelatedLoader<Item>, { relation: IncludableRelation<Item>; items: Item[] }> {
  const groups = new Map<RelatedLoader<Item>, { relation: IncludableRelation<Item>; items: Item[] }>();
  for (const item of items) {
    const relation = relationOf(item.type);
    if (!relation) continue;
    const group = groups.get(relation.load);
    if (group) group.items.push(item);
    else groups.set(relation.load, { relation, items: [item] });
  }
  return groups;
}

const unique = <Item extends Identifier>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/**
 * Reads the items at the ends of `paths`: one read for each loader and level.
 * @param primary the items and their possible types; a relationship must exist for one of these even without an item
 * @throws ApiError `invalid_include` for an unknown relationship or more than 1,000 resources
 */
export async function followPaths<Item extends Identifier>(
  primary: { items: readonly Item[]; types: readonly string[] },
  paths: readonly (readonly string[])[],
  relationOf: RelationLookup<Item>,
): Promise<Followed<Item>> {
  const primaryKeys = new Set(primary.items.map(keyOf));
  const found = new Map<string, Item>();
  const linkage = new Map<string, Record<string, Relationship>>();

  const remember = (item: Item): void => {
    if (!primaryKeys.has(keyOf(item))) found.set(keyOf(item), item);
    if (found.size <= MAX_INCLUDED) return;
    const detail = `More than ${MAX_INCLUDED} resources would be included.`;
    throw new ApiError('invalid_include', { detail, source: { parameter: 'include' } });
  };

  const link = (item: Item, name: string, relationship: Relationship): void => {
    const links = linkage.get(keyOf(item)) ?? {};
    links[name] = relationship;
    linkage.set(keyOf(item), links);
  };

  /** Refuses paths that exist for none of the types, before the first read. */
  function check(types: readonly string[], steps: readonly (readonly string[])[]): void {
    for (const [name, nested] of firstSteps(steps)) {
      const relations = types.map((type) => relationOf(type, name)).filter((relation) => relation !== undefined);
      if (relations.length === 0) throw unknownRelation(name);
      const next = relations.flatMap((relation) => relation.types ?? []);
      if (nested.length > 0 && relations.every((relation) => relation.types)) check([...new Set(next)], nested);
    }
  }

  /** @param isChecked whether the steps are known to exist, though perhaps not for every item */
  async function follow(
    items: readonly Item[],
    steps: readonly (readonly string[])[],
    isChecked: boolean,
  ): Promise<void> {
    for (const [name, nested] of firstSteps(steps)) {
      const groups = byLoader(items, (type) => relationOf(type, name));
      if (groups.size === 0 && items.length > 0 && !isChecked) throw unknownRelation(name);
      const next: Item[] = [];
      for (const { relation, items: group } of groups.values()) {
        const related = await relation.load(group);
        for (const item of group) {
          const identifiers = (related.get(item.id) ?? []).map(({ id, type }) => ({ id, type }));
          link(item, name, { data: relation.toMany ? identifiers : (identifiers[0] ?? null) });
        }
        for (const others of related.values()) for (const other of others) next.push(other);
      }
      const others = unique(next);
      others.forEach(remember);
      const isNextChecked = isChecked && [...groups.values()].every(({ relation }) => relation.types);
      if (nested.length > 0) await follow(others, nested, isNextChecked);
    }
  }

  check(primary.types, paths);
  await follow(primary.items, paths, true);
  return { items: [...found.values()], linkage };
}

const own = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** Relationships by the first of several records that has the name. */
export const relationLookup =
  <Item extends Identifier>(...records: readonly IncludableRelations<Item>[]): RelationLookup<Item> =>
  (type, name) => {
    const holder = records.find((relations) => own(own(relations, type), name));
    return own(own(holder, type), name);
  };

/** The relationships of one resource, from several sources. */
export function joinLinkage(
  ...parts: readonly (Readonly<Record<string, Relationship>> | undefined)[]
): Readonly<Record<string, Relationship>> | undefined {
  const given = parts.filter((part) => part !== undefined);
  if (given.length < 2) return given[0];
  const joined: Record<string, Relationship> = {};
  for (const part of given) for (const name in part) joined[name] = { ...joined[name], ...part[name] };
  return joined;
}
