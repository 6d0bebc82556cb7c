// Sections of the publication in the legacy envelope: their contents and the siblings of an object, listed and placed as the children of
// folders are (service.md 4.3, D567, D47). A place is counted among all children that are not in the trash.
import type { components } from '../../generated/api.d.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidParameter, notFound } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import type { ListedType } from '../objects/lists/list-objects.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import { concreteTypesOf, requireType } from '../objects/object-services.ts';
import { placeChildren } from '../objects/tree/change-children.ts';
import { FOLDERS, shownPlaces } from '../objects/tree/tree-nodes.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { CHILD_POINTERS, inLegacyBody } from './body-pointers.ts';
import { listPlaced, type LegacyPage } from './read-legacy-objects.ts';
import { assertWritableType, listedTypes, type LegacyServices } from './publication.ts';
import {
  assertVisible,
  placesOnTree,
  reachableTypes,
  reachObject,
  readId,
  visibleTypesOf,
  type ReachablePlace,
  type ReachedObject,
} from './reachable-objects.ts';
import { itemAt } from '../values.ts';

export type SectionPart = 'children' | 'sections' | 'contents' | 'descendants';

/** @throws ApiError not_found, authentication_required, forbidden; invalid_parameter for an object that is no section (D47) */
async function findSection(services: LegacyServices, name: string, context: RequestContext): Promise<ReachedObject> {
  const reached = await reachObject(services, name, context);
  if (reached.found.type.name === FOLDERS) return reached;
  throw invalidParameter('object_id', `Object ${reached.found.document._id} is not a section.`);
}

/** @throws ApiError not_found; bad_request when it is no section, or the legacy side cannot write sections */
async function findWritable(services: LegacyServices, name: string, context: RequestContext): Promise<ReachedObject> {
  const reached = await reachObject(services, name, context);
  if (reached.found.type.name !== FOLDERS) {
    throw new ApiError('bad_request', 'Only sections and the publication have children.');
  }
  assertWritableType(services, reached.found.type);
  return reached;
}

const SECTIONS: ReadonlySet<string> = new Set([FOLDERS]);

/** Names of all types with places but sections. */
function contentTypes({ objects }: LegacyServices): Set<string> {
  const names = concreteTypesOf(objects, requireType(objects, 'objects')).map(({ name }) => name);
  return new Set(names.filter((name) => name !== FOLDERS));
}

/** @throws ApiError invalid_filter for a filter of contents that names sections */
function assertNoSections(services: LegacyServices, { objectTypes }: LegacyQuery): void {
  if (!objectTypes?.some((name) => listedTypes(services, [name]).has(FOLDERS))) return;
  const detail = 'Contents are not sections.';
  throw new ApiError('invalid_filter', { detail, source: { parameter: 'filter[object_type]' } });
}

/**
 * A page of the children or descendants of a section.
 * @throws ApiError not_found, authentication_required, forbidden, invalid_parameter, invalid_filter, query_too_expensive
 */
export async function listSection(
  services: LegacyServices,
  { id, part, query }: { id: string; part: SectionPart; query: LegacyQuery },
  context: RequestContext,
): Promise<LegacyPage> {
  if (part === 'contents') assertNoSections(services, query);
  const { found, publicationId } = await findSection(services, id, context);
  const { document } = found;
  const places: Record<SectionPart, Omit<ListedType, 'typeName'>> = {
    children: { order: { childrenOf: document } },
    sections: { order: { childrenOf: document }, only: SECTIONS },
    contents: { order: { childrenOf: document }, only: contentTypes(services) },
    descendants: { order: { below: document._id } },
  };
  return listPlaced(services, { place: places[part], query, publicationId }, context);
}

/** The canonical place, else the first in the order of the tree. */
const firstPlace = (places: readonly ReachablePlace[]): ReachablePlace | undefined =>
  places.find(({ canonical }) => canonical) ?? [...places].sort((a, b) => (a.path < b.path ? -1 : 1))[0];

/**
 * A page of the siblings of an object.
 * @throws ApiError not_found, also for an object without a parent in the publication; and as listSection does
 */
export async function listSiblings(
  services: LegacyServices,
  { id, query }: { id: string; query: LegacyQuery },
  context: RequestContext,
): Promise<LegacyPage> {
  const { found, publicationId } = await reachObject(services, id, context);
  const { _id } = found.document;
  const parentId = firstPlace(await placesOnTree(services, { publicationId, ids: [_id] }, context))?.parent_id;
  if (parentId === undefined || parentId === null) throw notFound(`A section with object ${_id}`);
  const childrenOf = (await services.objects.store.findDocument(FOLDERS, parentId)) ?? { _id: parentId };
  return listPlaced(services, { place: { order: { childrenOf, except: _id } }, query, publicationId }, context);
}

/** Places of the children of a section among these objects, by id. */
async function childPlaces(
  { objects }: LegacyServices,
  { document }: ObjectRecord,
  ids: readonly number[],
  context: RequestContext,
): Promise<Map<number, number>> {
  const nodes = await objects.store.trees.find({ parent_id: document._id, object_id: { $in: [...ids] } }).toArray();
  if (nodes.length === 0) return new Map();
  const shown = await shownPlaces(objects, { nodes, listed: 'in order', known: document._id }, context);
  return new Map(
    nodes.flatMap(({ _id, object_id }) => {
      const position = shown.get(_id)?.position;
      return position === undefined ? [] : [[object_id, position] as const];
    }),
  );
}

interface ChildAddress {
  /** Id or nickname. */
  section: string;
  /** Id of the child. */
  child: string;
}

/**
 * The place of a child among all children of a section, from 1.
 * @throws ApiError invalid_parameter, not_found, authentication_required, forbidden
 */
export async function getChildPlace(
  services: LegacyServices,
  { section, child }: ChildAddress,
  context: RequestContext,
): Promise<number> {
  const id = readId(child, 'child_id');
  const { found } = await findSection(services, section, context);
  const place = (await childPlaces(services, found, [id], context)).get(id);
  const absent = () => notFound(`Child ${id}`);
  if (place === undefined) throw absent();
  await assertVisible(services, { typeName: 'objects', id, absent }, context);
  return place;
}

type Schemas = components['schemas'];

/**
 * Puts objects into a section; a child moves when the request gives it another place.
 * @returns a row for each, in the order of the request, and whether one is new
 * @throws ApiError not_found, bad_request, invalid_data, authentication_required, forbidden
 */
export async function addChildren(
  services: LegacyServices,
  section: string,
  children: Schemas['LegacyChildLinkage'],
  context: RequestContext,
): Promise<{ rows: Schemas['LegacyChildRow'][]; isNew: boolean }> {
  const { found: object, publicationId } = await findWritable(services, section, context);
  const list = [children].flat();
  const pointer = (index: number): string => `/data${Array.isArray(children) ? `/${index}` : ''}/child_id`;
  const ids = list.map((child) => Number(child.child_id));
  const places = await childPlaces(services, object, ids, context);
  const linked = [...places.keys()];
  const types = await reachableTypes(services, { publicationId, ids, linked, pointer }, context);
  const items = list.map(({ priority }, index) => {
    const id = itemAt(ids, index);
    const isMove = priority !== undefined && places.get(id) !== priority;
    return { id, type: itemAt(types, index), meta: { relation: isMove ? { position: priority } : {} } };
  });
  const [single] = items;
  const data = Array.isArray(children) || !single ? items : single;
  const folderId = object.document._id;
  const steps = await inLegacyBody(CHILD_POINTERS, () =>
    placeChildren(services.objects, String(folderId), { how: 'add', data }, context),
  );
  const now = await childPlaces(services, object, ids, context);
  const rows = ids.flatMap((id): Schemas['LegacyChildRow'][] => {
    const priority = now.get(id);
    return priority === undefined ? [] : [{ child_id: id, priority }];
  });
  return { rows, isNew: steps.some(({ from }) => from !== folderId) };
}

/** A visible child of a section. @throws the error of `absent`, and as findWritable does */
async function findChild(
  services: LegacyServices,
  { section: name, child }: ChildAddress,
  absent: (id: number) => ApiError,
  context: RequestContext,
): Promise<{ section: ObjectRecord; id: number; type: string }> {
  const id = readId(child, 'child_id');
  const { found: section } = await findWritable(services, name, context);
  const row = await services.objects.store.trees.findOne({ parent_id: section.document._id, object_id: id });
  const type = row ? (await visibleTypesOf(services, { ids: [id], linked: [id] }, context)).get(id) : undefined;
  if (type === undefined) throw absent(id);
  return { section, id, type };
}

/**
 * Moves a child of a section; the others are renumbered.
 * @returns its place then
 * @throws ApiError bad_request when it is no child, and as addChildren does
 */
export async function replaceChild(
  services: LegacyServices,
  address: ChildAddress,
  priority: number,
  context: RequestContext,
): Promise<number> {
  const absent = (id: number): ApiError => new ApiError('bad_request', `Object ${id} is not a child of the section.`);
  const { section, id, type } = await findChild(services, address, absent, context);
  assertWritable(section, context);
  checkPrecondition(context.precondition, section.document.revision);
  if ((await childPlaces(services, section, [id], context)).get(id) === priority) return priority;
  const data = { id, type, meta: { relation: { position: priority } } };
  const change = { how: 'add', data, onlyThere: true } as const;
  await inLegacyBody(CHILD_POINTERS, () =>
    placeChildren(services.objects, String(section.document._id), change, context),
  );
  const place = (await childPlaces(services, section, [id], context)).get(id);
  if (place === undefined) throw absent(id);
  return place;
}

/** @throws ApiError not_found, also when it is no child; bad_request for a section, which is in one place only; forbidden */
export async function removeChild(
  services: LegacyServices,
  address: ChildAddress,
  context: RequestContext,
): Promise<void> {
  const absent = (id: number): ApiError => notFound(`Child "${id}"`);
  const { section, id, type } = await findChild(services, address, absent, context);
  if (type === FOLDERS) throw new ApiError('bad_request', 'A section always has a place: move it, or delete it.');
  const change = { how: 'remove', data: { id, type } } as const;
  const steps = await placeChildren(services.objects, String(section.document._id), change, context);
  if (steps.length === 0) throw absent(id);
}
