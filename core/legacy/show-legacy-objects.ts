// Objects as the legacy side shows them: the resources of the JSON:API side, and what else a legacy object tells, each read
// once for all objects of an answer (reference/legacy.md 4).
import type { RequestContext } from '../context.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { legacyObject, type LegacyObject } from '../format/legacy/object.ts';
import { legacyTypeName } from '../format/legacy/type-names.ts';
import type { ResolvedType } from '../model/model.ts';
import { permissionsOf } from '../objects/object-permissions.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { showObjects } from '../objects/show-objects.ts';
import { countChildren } from './count-children.ts';
import type { LegacyServices } from './publication.ts';
import { translationsOf } from './legacy-translations.ts';

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

/** The latest stream of a media object, as the fields of one (reference/legacy.md 4.2). */
function fileOf(resource: Resource, streams: ReadonlyMap<string, Resource>): Record<string, unknown> | undefined {
  const { data } = resource.relationships?.['streams'] ?? {};
  const [latest] = Array.isArray(data) ? data : [];
  const stream = latest && streams.get(latest.id);
  if (!stream) return undefined;
  const { attributes, meta } = stream;
  return {
    uri: resource.meta['media_url'],
    name: attributes['file_name'],
    original_name: attributes['file_name'],
    mime_type: attributes['mime_type'],
    file_size: meta['file_size'],
    hash_file: meta['hash_sha1'],
    ...(resource.type === 'images' && { width: meta['width'], height: meta['height'] }),
  };
}

/** In their order. */
export async function showLegacyObjects(
  services: LegacyServices,
  { found, publicationId }: { found: readonly FoundObject[]; publicationId: number },
  context: RequestContext,
): Promise<LegacyObject[]> {
  const { objects } = services;
  const types = [...new Set(found.map(({ type }) => type))];
  const [shown, translations, children] = await Promise.all([
    showObjects(objects, { found, types }, { include: [], count: 'all' }, context),
    translationsOf(objects, found, context),
    countChildren(objects, found, context),
  ]);
  const streams = new Map((shown.included ?? []).map((resource) => [resource.id, resource]));
  return found.flatMap((object, index) => {
    const resource = shown.resources[index];
    if (!resource) return [];
    const { type, document } = object;
    const own = `${context.url.base}/objects/${resource.id}`;
    const relations = [...type.sides.keys()].flatMap((name) => {
      const count = resource.relationships?.[name]?.count ?? 0;
      return count > 0 ? [[name, { count, url: `${own}/relations/${name}` }] as const] : [];
    });
    return [
      legacyObject(resource, {
        typeId: type.row._id,
        typeName: legacyTypeName(type, document._id === publicationId),
        custom: customOf(type),
        ...accessTo(object, context),
        translations: translations.get(document._id) ?? new Map(),
        relations: Object.fromEntries(relations),
        children: children.get(document._id)?.(own),
        file: fileOf(resource, streams),
      }),
    ];
  });
}
