// What is in a section of the tree, and beside an object (service.md 4.3, reference/legacy.md 2.2, D47).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidParameter, notFound } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { ListedType } from '../objects/list-objects.ts';
import { requireType, concreteTypesOf } from '../objects/object-services.ts';
import { FOLDERS, shownPlaces } from '../objects/tree/tree-nodes.ts';
import { listPlaced, reachedObject, typesNamed, type LegacyPage, type ReachedObject } from './list-legacy-objects.ts';
import type { LegacyServices } from './publication.ts';
import { assertSeen } from './seen-objects.ts';
import { placesOnTree, type Place } from './reachable.ts';
import { isObjectId } from '../store/object-names.ts';

export type SectionPart = 'children' | 'sections' | 'contents' | 'descendants';

/** @throws ApiError invalid_parameter for what is neither a section nor the publication (D47) */
async function reachedSection(services: LegacyServices, name: string, context: RequestContext): Promise<ReachedObject> {
  const reached = await reachedObject(services, name, context);
  if (reached.object.type.name === FOLDERS) return reached;
  throw invalidParameter('object_id', `Object ${reached.object.document._id} is no section.`);
}

const SECTIONS: ReadonlySet<string> = new Set([FOLDERS]);

/** Names of all types whose objects have a place but are no sections. */
function contentTypes({ objects }: LegacyServices): Set<string> {
  const names = concreteTypesOf(objects, requireType(objects, 'objects')).map(({ name }) => name);
  return new Set(names.filter((name) => name !== FOLDERS));
}

/** Contents are no sections, whatever is asked for. @throws ApiError invalid_filter */
function assertNoSections(services: LegacyServices, { objectTypes }: LegacyQuery): void {
  if (!objectTypes?.some((name) => typesNamed(services, [name]).has(FOLDERS))) return;
  const detail = 'Contents are no sections.';
  throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[object_type]' } });
}

/**
 * A page of what is in a section, or anywhere below it.
 * @throws ApiError not_found, authentication_required, forbidden, invalid_parameter, invalid_filter, query_too_expensive
 */
export async function listSection(
  services: LegacyServices,
  { id, part, query }: { id: string; part: SectionPart; query: LegacyQuery },
  context: RequestContext,
): Promise<LegacyPage> {
  if (part === 'contents') assertNoSections(services, query);
  const { object, publicationId } = await reachedSection(services, id, context);
  const { document } = object;
  const places: Record<SectionPart, Omit<ListedType, 'typeName'>> = {
    children: { order: { childrenOf: document } },
    sections: { order: { childrenOf: document }, only: SECTIONS },
    contents: { order: { childrenOf: document }, only: contentTypes(services) },
    descendants: { order: { below: document._id } },
  };
  return listPlaced(services, { place: places[part], query, publicationId }, context);
}

/** The canonical place, else the first in the order of the tree. */
const firstPlace = (places: readonly Place[]): Place | undefined =>
  places.find(({ canonical }) => canonical) ?? [...places].sort((a, b) => (a.path < b.path ? -1 : 1))[0];

/**
 * A page of what is in the same section as an object, without it.
 * @throws ApiError not_found, also for what has no parent on the publication's tree; and as listSection does
 */
export async function listSiblings(
  services: LegacyServices,
  { id, query }: { id: string; query: LegacyQuery },
  context: RequestContext,
): Promise<LegacyPage> {
  const { object, publicationId } = await reachedObject(services, id, context);
  const { _id } = object.document;
  const parentId = firstPlace(await placesOnTree(services, { publicationId, ids: [_id] }, context))?.parent_id;
  if (parentId === undefined || parentId === null) throw notFound(`A section with object ${_id}`);
  const childrenOf = (await services.objects.store.findDocument(FOLDERS, parentId)) ?? { _id: parentId };
  return listPlaced(services, { place: { order: { childrenOf, except: _id } }, query, publicationId }, context);
}

/**
 * Place of a child among all children of a section, from 1.
 * @throws ApiError invalid_parameter, not_found, authentication_required, forbidden
 */
export async function childPlace(
  services: LegacyServices,
  { id, childId }: { id: string; childId: string },
  context: RequestContext,
): Promise<{ priority: number }> {
  if (!isObjectId(childId)) throw invalidParameter('child_id', 'child_id is the id of an object.');
  const { object } = await reachedSection(services, id, context);
  const { objects } = services;
  const at = { object_id: Number(childId), parent_id: object.document._id };
  const place = await objects.store.trees.findOne(at);
  const absent = () => notFound(`Child ${childId}`);
  if (!place) throw absent();
  await assertSeen(services, { typeName: 'objects', id: childId, absent }, context);
  const shown = await shownPlaces(objects, { nodes: [place], listed: 'in order' }, context);
  const { position } = shown.get(place._id) as { position: number };
  return { priority: position };
}
