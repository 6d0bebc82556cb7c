// Requests that change the folders of an object: one for a folder, any number for others (service.md 4.8, D28).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { RevisionConflict } from '../changes/unit-of-work.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { visibilityFor, visibleFilter } from '../visibility/visibility.ts';
import type { ChildrenChange } from './change-children.ts';
import { placeInFolder, placeObjects, type PlaceChange } from './change-places.ts';
import { findPlaced, findPlacedItems } from './find-placed.ts';
import { isWithoutPosition, parsePosition, pointersOf, type RequestedPosition, type PlaceItem } from './place-input.ts';
import type { PlaceStep } from '../changes/place-plan.ts';
import { FOLDERS } from './tree-nodes.ts';

/** @throws ApiError type_conflict */
function assertFolders(items: readonly PlaceItem[], pointer: (index: number) => string): void {
  const index = items.findIndex(({ type }) => type !== FOLDERS);
  if (index < 0) return;
  const detail = `The type is "${items[index]?.type.slice(0, 100)}", "${FOLDERS}" is expected.`;
  throw new ApiError('type_conflict', { detail, source: { pointer: `${pointer(index)}/type` } });
}

/** An object that leaves or enters a folder changes the folder as well (D49). */
async function assertMayChange(
  { store, modelService }: ObjectServices,
  folderIds: readonly number[],
  context: RequestContext,
): Promise<void> {
  const type = modelService.current().types.get(FOLDERS);
  if (!type || folderIds.length === 0) return;
  const folders = store.documents(FOLDERS).find({ _id: { $in: [...folderIds] } });
  for (const document of await folders.toArray()) assertWritable({ type, document }, context);
}

/** The visible ones of the folders. */
export async function visibleFolders(
  services: ObjectServices,
  folderIds: readonly number[],
  context: RequestContext,
): Promise<number[]> {
  const visibility = visibilityFor(requireType(services, FOLDERS), context, services.clock.now());
  if (!visibility || folderIds.length === 0) return [];
  const filter = { _id: { $in: [...folderIds] }, ...visibleFilter(visibility) };
  const seen = services.store.documents(FOLDERS).find(filter, { projection: { _id: 1 } });
  return (await seen.toArray()).map(({ _id }) => _id);
}

async function findChangeable(
  services: ObjectServices,
  { typeName, id }: { typeName: string; id: string },
  context: RequestContext,
): Promise<ObjectRecord> {
  const found = await findVisible(services, typeName, id, context);
  assertWritable(found, context);
  checkPrecondition(context.precondition, found.document.revision);
  return found;
}

const ofObject = ({ type, document }: ObjectRecord) => ({ objectId: document._id, type: type.name });

function comingSteps(
  services: ObjectServices,
  found: ObjectRecord,
  folders: readonly { id: number; place: RequestedPosition }[],
): Promise<PlaceStep[]> {
  const current = found.document.parents ?? [];
  const requested = folders.filter(({ id, place }) => !current.includes(id) || !isWithoutPosition(place));
  return Promise.all(
    requested.map(async ({ id, place }): Promise<PlaceStep> =>
      current.includes(id)
        ? { ...ofObject(found), ...place, from: id, to: id }
        : await placeInFolder(services, found, { ...place, to: id }),
    ),
  );
}

/**
 * The change that puts an object other than a folder into some folders, and removes it from others.
 * @returns undefined when nothing changes
 * @throws ApiError forbidden, authentication_required
 */
export async function parentsChange(
  services: ObjectServices,
  found: ObjectRecord,
  { gone, folders }: { gone: readonly number[]; folders: readonly { id: number; place: RequestedPosition }[] },
  context: RequestContext,
): Promise<PlaceChange | undefined> {
  const current = found.document.parents ?? [];
  const coming = await comingSteps(services, found, folders);
  const steps = [...gone.map((from) => ({ ...ofObject(found), from, to: undefined })), ...coming];
  if (steps.length === 0) return undefined;
  const to = coming.flatMap(({ to: folder }) => (typeof folder === 'number' ? [folder] : []));
  await assertMayChange(services, [...gone, ...to], context);
  const kept = current.filter((id) => !gone.includes(id));
  return { objects: [{ found, parents: [...new Set([...kept, ...to])] }], steps };
}

/**
 * Changes the folders of an object other than a folder.
 * @returns false when nothing changed
 * @throws ApiError not_found, type_conflict, invalid_data, forbidden, precondition_failed
 */
export function changeParents(
  services: ObjectServices,
  address: { typeName: string; id: string },
  { how, data }: ChildrenChange,
  context: RequestContext,
): Promise<boolean> {
  const items = [data].flat();
  const pointer = pointersOf(data);
  return services.writer.commit(async (unit) => {
    const found = await findChangeable(services, address, context);
    assertFolders(items, pointer);
    const current = found.document.parents ?? [];
    const isThere = ({ document }: ObjectRecord): boolean => how === 'remove' || current.includes(document._id);
    const named = await findPlacedItems(services, { items, pointer, isThere, mayBePurged: how !== 'add' }, context);
    const folders = named.map(({ item, found: { document }, at }) => ({
      id: document._id,
      // Places in a folder of the trash are kept as they are.
      place: document.trashed ? {} : parsePosition(item, at),
    }));
    const requested = new Set(folders.map(({ id }) => id));
    const gone =
      how === 'add'
        ? []
        : how === 'remove'
          ? current.filter((id) => requested.has(id))
          : (await visibleFolders(services, current, context)).filter((id) => !requested.has(id));
    const change = await parentsChange(services, found, { gone, folders: how === 'remove' ? [] : folders }, context);
    if (!change) return false;
    await placeObjects({ ...services, unit }, change, context);
    return true;
  });
}

/**
 * The change that moves a folder; without a parent it becomes a root.
 * @returns undefined when it is already there
 * @throws ApiError forbidden, authentication_required; RevisionConflict when the parent was removed since
 */
export async function folderMove(
  services: ObjectServices,
  found: ObjectRecord,
  { to, place }: { to: number | null; place: RequestedPosition },
  context: RequestContext,
): Promise<PlaceChange | undefined> {
  const from = found.document.parents?.[0] ?? null;
  if (from === to && isWithoutPosition(place)) return undefined;
  // A folder cannot be moved out of a hidden folder (D146).
  if (from !== null && (await visibleFolders(services, [from], context)).length === 0) {
    // If the parent was trashed after the folder was read, the folder is in the trash as well.
    const isThere = await services.store.documents(FOLDERS).findOne({ _id: from, trashed: false });
    if (!isThere) throw new RevisionConflict(found.document._id);
    throw new ApiError('forbidden', 'The folder is in another folder for which you have no permission.');
  }
  const parents = to === null ? [] : [to];
  await assertMayChange(services, from === null ? parents : [from, ...parents], context);
  return { objects: [{ found, parents }], steps: [{ ...ofObject(found), ...place, from, to }] };
}

/** Moves a folder. @param read the place that the request names; it may throw */
function moveFolder(
  services: ObjectServices,
  folderId: string,
  context: RequestContext,
  read: (found: ObjectRecord) => Promise<{ to: number | null; place: RequestedPosition }>,
): Promise<void> {
  return services.writer.commit(async (unit) => {
    const found = await findChangeable(services, { typeName: FOLDERS, id: folderId }, context);
    const change = await folderMove(services, found, await read(found), context);
    if (change) await placeObjects({ ...services, unit }, change, context);
  });
}

const AS_ROOT = { to: null, place: {} };

/** The one folder of a body. @throws ApiError not_found */
async function namedFolder(services: ObjectServices, data: PlaceItem, context: RequestContext): Promise<number | null> {
  const [parent] = await findPlaced(services, [data], context, () => '/data');
  return parent?.document._id ?? null;
}

/**
 * Moves a folder, to the place in `meta.relation` or after its new siblings; null makes it a root.
 * @throws ApiError not_found, type_conflict, invalid_data (a cycle, too deep), forbidden, precondition_failed
 */
export function replaceParent(
  services: ObjectServices,
  folderId: string,
  data: PlaceItem | null,
  context: RequestContext,
): Promise<void> {
  return moveFolder(services, folderId, context, async () => {
    if (!data) return AS_ROOT;
    assertFolders([data], () => '/data');
    const place = parsePosition(data, '/data');
    return { to: await namedFolder(services, data, context), place };
  });
}

/** @throws ApiError invalid_data when the parent is another folder (D50), and errors of replaceParent */
export function removeParent(
  services: ObjectServices,
  folderId: string,
  data: PlaceItem | null,
  context: RequestContext,
): Promise<void> {
  return moveFolder(services, folderId, context, async ({ document: { parents = [] } }) => {
    if (!data) throw invalidData('/data', 'The present parent of the folder is expected.');
    assertFolders([data], () => '/data');
    const parent = await namedFolder(services, data, context);
    if (parent !== null && parents.includes(parent)) return AS_ROOT;
    throw invalidData('/data/id', `Folder "${String(data.id).slice(0, 100)}" is not the parent.`);
  });
}
