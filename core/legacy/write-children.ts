// Children of sections as the legacy side changes them (reference/legacy.md 3.6, D47). A place is counted among all
// children that are not in the trash.
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { assertWritable } from '../objects/object-permissions.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { placeChildren } from '../objects/tree/change-children.ts';
import { FOLDERS, shownPlaces } from '../objects/tree/tree-nodes.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { CHILD_PLACES, inLegacyBody } from './legacy-places.ts';
import type { LegacyId } from './legacy-input.ts';
import type { LegacyServices } from './publication.ts';
import { namedTypes, seenTypes } from './seen-objects.ts';
import { reachedObject } from './list-legacy-objects.ts';
import { assertWritableType } from './writable-types.ts';
import { readId } from './write-relations.ts';

export interface LegacyChild {
  child_id: LegacyId;
  priority?: number;
}

export interface ChildRow {
  child_id: number;
  priority: number;
}

/** @throws ApiError not_found; bad_request when it is no section, or sections are not written here */
async function findSection(services: LegacyServices, id: string, context: RequestContext) {
  const { object: found, publicationId } = await reachedObject(services, id, context);
  if (found.type.name !== FOLDERS) {
    throw new ApiError('bad_request', 'Only sections and the publication have children.');
  }
  assertWritableType(services, found.type);
  return { found, publicationId };
}

/** Places of some children of a section, by id; those that are not in it are absent. */
async function childPlaces(
  { objects }: LegacyServices,
  { document }: FoundObject,
  { ids, context }: { ids: readonly number[]; context: RequestContext },
): Promise<Map<number, number>> {
  const filter = { parent_id: document._id, object_id: { $in: [...ids] } };
  const nodes = await objects.store.trees.find(filter).toArray();
  const shown = await shownPlaces(objects, { nodes, listed: 'in order' }, context);
  return new Map(nodes.map(({ _id, object_id }) => [object_id, (shown.get(_id) as { position: number }).position]));
}

/**
 * Puts objects into a section; those that are in it move where a place is given that they do not have.
 * @returns a row for each, in the order of the request, and whether one is new
 * @throws ApiError not_found, bad_request, invalid_data, authentication_required, forbidden
 */
export async function addChildren(
  services: LegacyServices,
  sectionId: string,
  children: LegacyChild | readonly LegacyChild[],
  context: RequestContext,
): Promise<{ rows: ChildRow[]; isNew: boolean }> {
  const { found, publicationId } = await findSection(services, sectionId, context);
  const list = [children].flat() as LegacyChild[];
  const pointer = (index: number): string => `/data${Array.isArray(children) ? `/${index}` : ''}/child_id`;
  const ids = list.map((child) => Number(child.child_id));
  const types = await namedTypes(services, { publicationId, ids, pointer }, context);
  const places = await childPlaces(services, found, { ids, context });
  const items = list.map(({ priority }, index) => {
    const id = ids[index] as number;
    const isAsked = priority !== undefined && places.get(id) !== priority;
    return { id, type: types[index] as string, meta: { relation: isAsked ? { position: priority } : {} } };
  });
  const [single] = items;
  const data = Array.isArray(children) || !single ? items : single;
  const folderId = found.document._id;
  const steps = await inLegacyBody(CHILD_PLACES, () =>
    placeChildren(services.objects, String(folderId), { how: 'add', data }, context),
  );
  const now = await childPlaces(services, found, { ids, context });
  const rows = ids.flatMap((id): ChildRow[] => {
    const priority = now.get(id);
    return priority === undefined ? [] : [{ child_id: id, priority }];
  });
  return { rows, isNew: steps.some(({ from }) => from !== folderId) };
}

/** A child of a section, with its type; undefined for what is no child, and for one that the caller does not see. */
async function findChild(
  services: LegacyServices,
  { sectionId, child }: { sectionId: string; child: string },
  context: RequestContext,
): Promise<{ section: FoundObject; id: number; type: string | undefined }> {
  const id = readId(child, 'child_id');
  const { found } = await findSection(services, sectionId, context);
  const row = await services.objects.store.trees.findOne({ parent_id: found.document._id, object_id: id });
  return { section: found, id, type: row ? (await seenTypes(services, [id], context)).get(id) : undefined };
}

/**
 * Moves a child of a section; the others make room. @returns its place then
 * @throws ApiError bad_request when it is no child, and as addChildren does
 */
export async function replaceChild(
  services: LegacyServices,
  address: { sectionId: string; child: string },
  priority: number,
  context: RequestContext,
): Promise<number> {
  const { section, id, type } = await findChild(services, address, context);
  const absent = (): ApiError => new ApiError('bad_request', `Object ${id} is no child of the section.`);
  if (type === undefined) throw absent();
  assertWritable(section, context);
  checkPrecondition(context.precondition, section.document.revision);
  const places = await childPlaces(services, section, { ids: [id], context });
  if (places.get(id) === priority) return priority;
  const data = { id, type, meta: { relation: { position: priority } } };
  const change = { how: 'add', data, onlyThere: true } as const;
  await inLegacyBody(CHILD_PLACES, () =>
    placeChildren(services.objects, String(section.document._id), change, context),
  );
  const place = (await childPlaces(services, section, { ids: [id], context })).get(id);
  if (place === undefined) throw absent();
  return place;
}

/** @throws ApiError not_found, also when it is no child; bad_request for a section, which is in one place only; forbidden */
export async function removeChild(
  services: LegacyServices,
  address: { sectionId: string; child: string },
  context: RequestContext,
): Promise<void> {
  const { section, id, type } = await findChild(services, address, context);
  const absent = (): ApiError => notFound(`Child "${id}"`);
  if (type === undefined) throw absent();
  if (type === FOLDERS) throw new ApiError('bad_request', 'A section is always somewhere: move it, or delete it.');
  const change = { how: 'remove', data: { id, type } } as const;
  const steps = await placeChildren(services.objects, String(section.document._id), change, context);
  if (steps.length === 0) throw absent();
}
