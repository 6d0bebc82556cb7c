// Relations of one object (service.md 4.3, reference/legacy.md 2.2).
import type { RequestContext } from '../context.ts';
import { invalidParameter, notFound } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { CountedLink, LegacyObject } from '../format/legacy/object.ts';
import type { RelationSide } from '../model/relation-sides.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { linkFields } from '../objects/relations/link-fields.ts';
import { listRelated } from '../objects/relations/related-objects.ts';
import { relationsOf } from './embed-related.ts';
import { askedList, pageOf, reachedObject, showPage, type LegacyPage } from './list-legacy-objects.ts';
import type { LegacyServices } from './publication.ts';
import { assertSeen } from './seen-objects.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import { isObjectId } from '../store/object-names.ts';

/** @throws ApiError invalid_parameter for a relation that objects of the type do not have */
function sideOf({ type }: FoundObject, name: string): RelationSide {
  const side = type.sides.get(name);
  if (side) return side;
  throw invalidParameter(
    'relation_name',
    `Objects of type "${type.row.singular}" have no relation "${name.slice(0, 100)}".`,
  );
}

/**
 * Those that lead to something; with filters, to something that fits them (D430).
 * @throws ApiError not_found, authentication_required, forbidden, invalid_parameter, invalid_filter, query_too_expensive
 */
export async function countRelations(
  services: LegacyServices,
  { id, query }: { id: string; query: LegacyQuery },
  context: RequestContext,
): Promise<Record<string, CountedLink>> {
  const { request, asked } = askedList(services, query);
  const { object } = await reachedObject(services, id, context);
  const { counts } = await relationsOf(services, { found: [object], embed: new Map() }, context);
  const url = `${context.url.base}/objects/${object.document._id}/relations`;
  const isFiltered = query.search !== undefined || asked.only !== undefined || asked.scope !== undefined;
  const counted: Record<string, CountedLink> = {};
  for (const [name, { count: all }] of Object.entries(counts.get(object.document._id) ?? {})) {
    if (all === 0) continue;
    const related = { found: { type: object.type, id: object.document._id }, name, ...asked };
    const one = { ...request, page: 1, pageSize: 1 };
    const { count = 0 } = isFiltered ? await listRelated(services.objects, related, one, context) : { count: all };
    if (count > 0) counted[name] = { count, url: `${url}/${name}` };
  }
  return counted;
}

interface RelationAsked {
  id: string;
  name: string;
  query: LegacyQuery;
}

/**
 * A page of what an object is related to, in the order of their priority unless a text is searched for; what each link
 * carries is in `meta.relation_params`.
 * @throws ApiError not_found, authentication_required, forbidden, invalid_parameter, invalid_filter, query_too_expensive
 */
export async function listRelation(
  services: LegacyServices,
  { id, name, query }: RelationAsked,
  context: RequestContext,
): Promise<LegacyPage> {
  const { request, asked } = askedList(services, query);
  const { object, publicationId } = await reachedObject(services, id, context);
  sideOf(object, name);
  const related = { found: { type: object.type, id: object.document._id }, name, ...asked };
  const page = await pageOf(request, (each) => listRelated(services.objects, related, each, context));
  const { objects, paging } = await showPage(services, { page, query, publicationId }, context);
  const withParams = objects.map((shown): LegacyObject => {
    const relation_params = page.relation.get(shown.id)?.params ?? {};
    return { ...shown, meta: { relation_params } };
  });
  return { objects: withParams, paging };
}

/**
 * How two objects are related.
 * @throws ApiError invalid_parameter, not_found, authentication_required, forbidden
 */
export async function relationBetween(
  services: LegacyServices,
  { id, name, relatedId }: { id: string; name: string; relatedId: string },
  context: RequestContext,
): Promise<{ priority: number; params: Record<string, unknown> }> {
  if (!isObjectId(relatedId)) throw invalidParameter('related_id', 'related_id is the id of an object.');
  const { object } = await reachedObject(services, id, context);
  const side = sideOf(object, name);
  const { me, other, otherType, mine } = linkFields(side);
  const pair = { relation_id: side.relation._id, [me]: object.document._id, [other]: Number(relatedId) };
  const link = await services.objects.store.objectRelations.findOne(pair);
  const absent = () => notFound(`Object ${relatedId} in relation "${name}"`);
  if (!link || !side.types.includes(link[otherType])) throw absent();
  await assertSeen(services, { typeName: link[otherType], id: relatedId, absent }, context);
  return { priority: link[mine], params: unescapeKeys(link.params ?? {}) };
}
