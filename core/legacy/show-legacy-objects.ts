// Objects as the legacy side shows them: the resources of the JSON:API side, and what else a legacy object tells, each read
// once for all objects of an answer (reference/legacy.md 4).
import type { RequestContext } from '../context.ts';
import { hasStreams } from '../objects/owned-files.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { fileFields, legacyObject, type LegacyObject, type LegacyRelation } from '../format/legacy/object.ts';
import { legacyTypeName } from '../format/legacy/type-names.ts';
import { categoriesById } from '../taxonomy/categories.ts';
import type { ResolvedType } from '../model/model.ts';
import { permissionsOf } from '../objects/object-permissions.ts';
import type { CategoryLink } from '../objects/object-resource.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { NO_QUERY } from '../representation/answers.ts';
import { objectView } from '../representation/object-views.ts';
import { countChildren } from './count-children.ts';
import { relationsOf, type Embed } from './embed-related.ts';
import type { LegacyServices } from './publication.ts';
import { translationsOf } from './legacy-translations.ts';

export interface LegacyObjectsToShow {
  found: readonly FoundObject[];
  publicationId: number;
  /** Language of the texts, as it is stored; that of each object when there is none. */
  lang?: string | undefined;
  /** How many related objects come along, by relation. */
  embed?: Embed;
}

const NOTHING_EMBEDDED: Embed = new Map();

const customNames = new WeakMap<ResolvedType, ReadonlySet<string>>();

function customOf(type: ResolvedType): ReadonlySet<string> {
  let names = customNames.get(type);
  if (!names) {
    names = new Set(type.attributes.filter(({ custom }) => custom).map(({ name }) => name));
    customNames.set(type, names);
  }
  return names;
}

/** What the object's permissions say to the caller: marked for certain roles, or for all (D20, reference/legacy.md 7.3). */
function accessTo({ document }: FoundObject, { caller }: RequestContext): { authorized: boolean; freeAccess: boolean } {
  const permissions = permissionsOf(document);
  const roles = permissions ? [...permissions.read, ...permissions.mark] : [];
  const freeAccess = roles.length === 0;
  return { freeAccess, authorized: freeAccess || caller.isAdmin || roles.some((role) => caller.roles.has(role)) };
}

/** Shown to the public now, as far as status and publication dates say (D431). */
const isValid = ({ document }: FoundObject, now: Date): boolean =>
  document.status === 'on' && document.visible_from <= now && document.visible_to >= now;

/** The latest stream of a media object, which is the first that its resource names. */
function latestOf(resource: Resource, streams: ReadonlyMap<string, Resource>): Resource | undefined {
  const { data } = resource.linkage?.['streams'] ?? {};
  const [latest] = Array.isArray(data) ? data : [];
  return latest && streams.get(latest.id);
}

const categoriesOf = ({ document }: FoundObject): readonly CategoryLink[] =>
  (document['categories'] as CategoryLink[] | undefined) ?? [];

/** Ids of the categories of each object by name. */
async function categoryIdsOf(
  { objects: { store } }: LegacyServices,
  found: readonly FoundObject[],
): Promise<(object: FoundObject) => ReadonlyMap<string, number>> {
  const ids = [...new Set(found.flatMap((object) => categoriesOf(object).map(({ id }) => id)))];
  const categories = ids.length === 0 ? undefined : await categoriesById(store, ids);
  return (object) =>
    new Map(
      categoriesOf(object).flatMap(({ id }) => {
        const category = categories?.get(id);
        return category ? [[category.name, id] as const] : [];
      }),
    );
}

/** In their order. @throws ApiError invalid_parameter when too much would be embedded, query_too_expensive */
export async function showLegacyObjects(
  services: LegacyServices,
  { found, publicationId, lang, embed = NOTHING_EMBEDDED }: LegacyObjectsToShow,
  context: RequestContext,
): Promise<LegacyObject[]> {
  if (found.length === 0) return [];
  const { objects } = services;
  const [shown, translations, children, related, categoryIds] = await Promise.all([
    objectView(objects, 'TypedObjects').represent(found, { ...NO_QUERY, isSingle: false }, context),
    translationsOf(objects, found, context),
    countChildren(objects, found, context),
    relationsOf(services, { found, embed }, context),
    categoryIdsOf(services, found),
  ]);
  const inner = await showLegacyObjects(services, { found: related.embedded, publicationId, lang }, context);
  const embedded = new Map(inner.map((object) => [object.id, object]));
  const now = objects.clock.now();
  const streams = new Map((shown.included ?? []).map((resource) => [resource.id, resource]));
  const relationsAt = (id: number, own: string): Record<string, LegacyRelation> =>
    Object.fromEntries(
      Object.entries(related.counts.get(id) ?? {})
        .filter(([, { count }]) => count > 0)
        .map(([name, { count, first }]) => {
          const embeds = embed.has(name) && { objects: first.flatMap(({ _id }) => embedded.get(_id) ?? []) };
          return [name, { count, url: `${own}/relations/${name}`, ...embeds }];
        }),
    );
  return found.flatMap((object, index) => {
    const resource = shown.resources[index];
    if (!resource) return [];
    const { type, document } = object;
    const own = `${context.url.base}/objects/${resource.id}`;
    return [
      legacyObject(resource, {
        typeId: type.row._id,
        typeName: legacyTypeName(type, document._id === publicationId),
        custom: customOf(type),
        ...accessTo(object, context),
        valid: isValid(object, now),
        lang,
        translations: translations.get(document._id) ?? new Map(),
        relations: relationsAt(document._id, own),
        children: children.get(document._id)?.(own),
        categoryIds: categoryIds(object),
        file: hasStreams(type) ? fileFields(resource, latestOf(resource, streams)) : undefined,
      }),
    ];
  });
}
