// Objects in the legacy format: the JSON:API resources with the parts of object-parts.ts (D566).
import type { RequestContext } from '../context.ts';
import { hasStreams } from '../objects/owned-files.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { fileFields, legacyObject, type LegacyObject, type LegacyRelation } from '../format/legacy/object.ts';
import { legacyTypeName } from '../format/legacy/type-names.ts';
import type { ResolvedType } from '../model/model.ts';
import { permissionsOf } from '../objects/visibility/object-permissions.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { NO_QUERY } from '../representation/responses.ts';
import { objectView } from '../representation/object-views.ts';
import { countChildren, readCategoryIds, readRelations, readTranslations, type Embed } from './object-parts.ts';
import type { LegacyServices } from './publication.ts';

export interface ObjectsToRepresent {
  found: readonly ObjectRecord[];
  publicationId: number;
  /** Language of the texts, in its stored form; by default that of each object. */
  lang?: string | undefined;
  /** Number of embedded related objects, by relation. */
  embed?: Embed;
}

const NO_EMBED: Embed = new Map();

const customNames = new WeakMap<ResolvedType, ReadonlySet<string>>();

function customOf(type: ResolvedType): ReadonlySet<string> {
  let names = customNames.get(type);
  if (!names) {
    names = new Set(type.attributes.filter(({ custom }) => custom).map(({ name }) => name));
    customNames.set(type, names);
  }
  return names;
}

/** Whether the permissions of the object name roles, and whether the caller has one (D20, D569). */
function accessTo(
  { document }: ObjectRecord,
  { caller }: RequestContext,
): { authorized: boolean; freeAccess: boolean } {
  const permissions = permissionsOf(document);
  const roles = permissions ? [...permissions.read, ...permissions.mark] : [];
  const freeAccess = roles.length === 0;
  return { freeAccess, authorized: freeAccess || caller.isAdmin || roles.some((role) => caller.roles.has(role)) };
}

/** Published now by status and dates (D431). */
const isValid = ({ document }: ObjectRecord, now: Date): boolean =>
  document.status === 'on' && document.visible_from <= now && document.visible_to >= now;

/** The latest stream of a media object: the first in its resource. */
function latestOf(resource: Resource, streams: ReadonlyMap<string, Resource>): Resource | undefined {
  const { data } = resource.linkage?.['streams'] ?? {};
  const [latest] = Array.isArray(data) ? data : [];
  return latest && streams.get(latest.id);
}

/** In the order of the objects. @throws ApiError invalid_parameter for too many objects to embed, query_too_expensive */
export async function representObjects(
  services: LegacyServices,
  { found, publicationId, lang, embed = NO_EMBED }: ObjectsToRepresent,
  context: RequestContext,
): Promise<LegacyObject[]> {
  if (found.length === 0) return [];
  const { objects } = services;
  const [shown, translations, children, related, categoryIds] = await Promise.all([
    objectView(objects, 'TypedObjects').represent(found, { ...NO_QUERY, isSingle: false }, context),
    readTranslations(services, found, context),
    countChildren(services, found, context),
    readRelations(services, { found, embed }, context),
    readCategoryIds(services, found),
  ]);
  const inner = await representObjects(services, { found: related.embedded, publicationId, lang }, context);
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
