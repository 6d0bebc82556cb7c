// `include`: related resources along with the primary ones, each once, with the linkage that leads to them (D8).
import { ApiError } from '../errors.ts';
import type { Identifier, Relationship, Resource } from '../format/jsonapi/documents.ts';

/** Related resources of some resources of one type, by the id of the resource; read for all of them at once. */
export type RelatedLoader = (resources: readonly Resource[]) => Promise<ReadonlyMap<string, readonly Resource[]>>;

export interface IncludableRelation {
  toMany: boolean;
  load: RelatedLoader;
}

/** Relationships that can be included, by resource type and name. */
export type IncludableRelations = Readonly<Record<string, Readonly<Record<string, IncludableRelation>>>>;

export interface Inclusion {
  /** The primary resources with linkage. */
  resources: readonly Resource[];
  /** undefined when nothing was asked for. */
  included: readonly Resource[] | undefined;
}

/** Resources that one answer includes at most (D8). */
export const MAX_INCLUDED = 1000;

/** The relationships of both. */
export function joinRelations(one: IncludableRelations, other: IncludableRelations): IncludableRelations {
  const joined: Record<string, Readonly<Record<string, IncludableRelation>>> = { ...one };
  for (const [type, relations] of Object.entries(other)) joined[type] = { ...joined[type], ...relations };
  return joined;
}

const keyOf = (identifier: Identifier): string => `${identifier.type}/${identifier.id}`;

const unknownRelation = (name: string): ApiError =>
  new ApiError('invalid_include', {
    detail: `Relationship "${name.slice(0, 100)}" does not exist.`,
    source: { parameter: 'include' },
  });

/** Paths by their first name. */
function firstSteps(paths: readonly (readonly string[])[]): Map<string, string[][]> {
  const steps = new Map<string, string[][]>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const nested = steps.get(name) ?? [];
    if (rest.length > 0) nested.push(rest);
    steps.set(name, nested);
  }
  return steps;
}

function byType(resources: readonly Resource[]): Map<string, Resource[]> {
  const groups = new Map<string, Resource[]>();
  for (const resource of resources) groups.set(resource.type, [...(groups.get(resource.type) ?? []), resource]);
  return groups;
}

const own = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/**
 * Adds what `paths` ask for. `primaryType` names the relationships that must exist even when there is no resource.
 * @throws ApiError `invalid_include` for an unknown relationship or more than 1,000 resources
 */
export async function includeRelated(
  primary: readonly Resource[],
  primaryType: string,
  paths: readonly (readonly string[])[],
  relations: IncludableRelations,
): Promise<Inclusion> {
  if (paths.length === 0) return { resources: primary, included: undefined };
  const primaryKeys = new Set(primary.map(keyOf));
  const found = new Map<string, Resource>();
  const linkage = new Map<string, Record<string, Relationship>>();

  const remember = (resource: Resource): void => {
    if (!primaryKeys.has(keyOf(resource))) found.set(keyOf(resource), resource);
    if (found.size <= MAX_INCLUDED) return;
    const detail = `More than ${MAX_INCLUDED} resources would be included.`;
    throw new ApiError('invalid_include', { detail, source: { parameter: 'include' } });
  };

  async function follow(
    resources: readonly Resource[],
    type: string,
    steps: readonly (readonly string[])[],
  ): Promise<void> {
    for (const [name, nested] of firstSteps(steps)) {
      const relation = own(own(relations, type), name);
      if (!relation) throw unknownRelation(name);
      const related = await relation.load(resources);
      for (const resource of resources) {
        const identifiers = (related.get(resource.id) ?? []).map(({ id, type: relatedType }) => ({
          id,
          type: relatedType,
        }));
        const links = linkage.get(keyOf(resource)) ?? {};
        links[name] = {
          ...resource.relationships?.[name],
          data: relation.toMany ? identifiers : (identifiers[0] ?? null),
        };
        linkage.set(keyOf(resource), links);
      }
      const next = [...new Map([...related.values()].flat().map((resource) => [keyOf(resource), resource])).values()];
      next.forEach(remember);
      if (nested.length > 0) for (const [nextType, group] of byType(next)) await follow(group, nextType, nested);
    }
  }

  await follow(primary, primaryType, paths);
  const withLinkage = (resource: Resource): Resource => {
    const links = linkage.get(keyOf(resource));
    return links ? { ...resource, relationships: { ...resource.relationships, ...links } } : resource;
  };
  return { resources: primary.map(withLinkage), included: [...found.values()].map(withLinkage) };
}
