// `parents` of a legacy body: sections, and the publication itself (D567).
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { folderMove, parentsChange, visibleFolders } from '../objects/tree/change-parents.ts';
import { newPlaces, type PlaceChange } from '../objects/tree/change-places.ts';
import { findPlacedItems } from '../objects/tree/find-placed.ts';
import type { PlaceSteps } from '../objects/changes/place-plan.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { inLegacyBody, PARENT_POINTERS } from './body-pointers.ts';
import type { LegacyId } from './legacy-input.ts';
import type { LegacyServices } from './publication.ts';
import { onTree } from './reachable-objects.ts';

interface NamedParents {
  publicationId: number;
  given: readonly LegacyId[];
  /** Folders of the object, which may be in the trash. */
  current?: readonly number[];
  /** Purged folders are omitted (D768). */
  mayBePurged?: boolean;
}

/** The named folders: on the publication's tree, without a closed folder above them. */
async function findParents(
  services: LegacyServices,
  { publicationId, given, current = [], mayBePurged = false }: NamedParents,
  context: RequestContext,
): Promise<ObjectRecord[]> {
  const body = {
    items: given.map((id) => ({ id: String(id), type: FOLDERS })),
    isThere: ({ document }: ObjectRecord) => current.includes(document._id),
    mayBePurged,
  };
  const named = await inLegacyBody(PARENT_POINTERS, () => findPlacedItems(services.objects, body, context));
  const open = named.filter(({ found }) => !found.document.trashed);
  const ids = open.map(({ found }) => found.document._id);
  const reached = await onTree(services, { publicationId, ids }, context);
  const outside = open.find(({ found }) => !reached.has(found.document._id));
  if (outside) {
    const at = outside.at.replace('/data', '/data/parents');
    throw invalidData(at, `Section ${outside.found.document._id} is not in the publication.`);
  }
  return named.map(({ found }) => found);
}

/** @throws ApiError invalid_data for a section with more than one place (D567) */
function assertOnePlace(type: ResolvedType, parents: readonly unknown[]): void {
  if (type.name !== FOLDERS || parents.length === 1) return;
  throw invalidData('/data/parents', '[parents.count]: A section has exactly one parent.');
}

/** Gives a new object its places. @throws ApiError invalid_data, authentication_required, forbidden */
export async function placeNew(
  services: LegacyServices,
  { publicationId, object, given }: { publicationId: number; object: ObjectRecord; given: readonly LegacyId[] },
  context: RequestContext,
): Promise<{ places: PlaceSteps[]; changed: { parents: number[] } }> {
  assertOnePlace(object.type, given);
  const folders = await findParents(services, { publicationId, given }, context);
  for (const folder of folders) assertWritable(folder, context);
  const parents = folders.map(({ document }) => document._id);
  return { places: await newPlaces(services.objects, object, parents), changed: { parents } };
}

/**
 * The change that puts an object into these sections of the publication, and into no other ones of it that the caller sees.
 * @param assertReachable called when no section is left
 * @returns undefined when nothing changes
 * @throws ApiError invalid_data, authentication_required, forbidden
 */
export async function changedParents(
  services: LegacyServices,
  {
    publicationId,
    found,
    given,
    assertReachable,
  }: { publicationId: number; found: ObjectRecord; given: readonly LegacyId[]; assertReachable(): Promise<void> },
  context: RequestContext,
): Promise<PlaceChange | undefined> {
  const { objects } = services;
  assertOnePlace(found.type, given);
  const isSection = found.type.name === FOLDERS;
  const current = found.document.parents ?? [];
  const named = { publicationId, given, current, mayBePurged: !isSection };
  const ids = (await findParents(services, named, context)).map(({ document }) => document._id);
  if (isSection) return folderMove(objects, found, { to: ids[0] ?? null, place: {} }, context);
  if (ids.length === 0) await assertReachable();
  const left = (await visibleFolders(objects, current, context)).filter((id) => !ids.includes(id));
  const places = await objects.store.trees.find({ object_id: { $in: left }, root_id: publicationId }).toArray();
  const within = new Set(places.map((row) => row.object_id));
  const gone = left.filter((id) => within.has(id));
  return parentsChange(objects, found, { gone, folders: ids.map((id) => ({ id, place: {} })) }, context);
}
