// Requests that change the children of a folder (service.md 4.8, D28, D50).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import { contentTypes, type ObjectServices } from '../object-services.ts';
import { RevisionConflict } from '../changes/unit-of-work.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { visibleOwnerFilter, visibleTypes } from '../visibility/visibility.ts';
import { placeInFolder, placeObjects, type PlaceChange, type PlacedObject } from './change-places.ts';
import { findPlaced, findPlacedItems } from './find-placed.ts';
import {
  inTargetOrder,
  isWithoutPosition,
  parsePosition,
  inMoveOrder,
  pointersOf,
  type RequestedPosition,
  type PlaceItem,
} from './place-input.ts';
import type { PlaceStep } from '../changes/place-plan.ts';
import { keysInOrder } from './sibling-keys.ts';
import { folderNode, FOLDERS } from './tree-nodes.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';

interface Child {
  found: ObjectRecord;
  place: RequestedPosition;
}

const isFolder = ({ type }: ObjectRecord): boolean => type.name === FOLDERS;
const parentsOf = ({ document }: ObjectRecord): readonly number[] => document.parents ?? [];

/** @throws ApiError invalid_data for a folder inside of another one: a move is a change of its parent (D50) */
function assertMayArrive({ found }: Child, folderId: number): void {
  if (!isFolder(found) || parentsOf(found).every((id) => id === folderId)) return;
  throw invalidData(
    '/data',
    '[object_id.isPositionUnique]: Folders cannot be made ubiquitous, other objects cannot appear twice in the same folder',
  );
}

async function arriving(
  services: ObjectServices,
  { found, place }: Child,
  { id, key }: { id: number; key?: string | undefined },
): Promise<PlaceStep | undefined> {
  const isThere = parentsOf(found).includes(id);
  if (isThere && key === undefined && isWithoutPosition(place)) return undefined;
  const step = { ...place, to: id, ...(key !== undefined && { key }) };
  if (!isThere && !isFolder(found)) return placeInFolder(services, found, step);
  return { ...step, objectId: found.document._id, type: found.type.name, from: isThere ? id : null };
}

const placedIn = (found: ObjectRecord, folderId: number): PlacedObject => ({
  found,
  parents: isFolder(found) ? [folderId] : [...new Set([...parentsOf(found), folderId])],
});

const isIn = ({ found }: Child, folderId: number): boolean => parentsOf(found).includes(folderId);

async function addition(services: ObjectServices, folderId: number, children: readonly Child[]): Promise<PlaceChange> {
  const objects: PlacedObject[] = [];
  const steps: PlaceStep[] = [];
  const present: number[] = [];
  for (const child of inMoveOrder(children)) {
    assertMayArrive(child, folderId);
    const step = await arriving(services, child, { id: folderId });
    if (!step) {
      present.push(child.found.document._id);
      continue;
    }
    steps.push(step);
    objects.push(placedIn(child.found, folderId));
  }
  return { objects, steps, left: { folderId, present, absent: [] } };
}

function removal(folderId: number, children: readonly Child[]) {
  const leaving = children.filter((child) => isIn(child, folderId)).map(({ found }) => found);
  const absent = children.filter((child) => !isIn(child, folderId)).map(({ found }) => found.document._id);
  return {
    objects: leaving.map((found): PlacedObject => ({
      found,
      parents: parentsOf(found).filter((id) => id !== folderId),
    })),
    // A folder becomes a root (D28).
    steps: leaving.map((found): PlaceStep => {
      const { type, document } = found;
      return { objectId: document._id, type: type.name, from: folderId, to: isFolder(found) ? null : undefined };
    }),
    left: { folderId, present: [], absent },
  };
}

/** Hidden children keep their places. */
async function replacement(
  services: ObjectServices,
  folderId: number,
  children: readonly Child[],
  context: RequestContext,
): Promise<PlaceChange> {
  const { store, clock } = services;
  const types = visibleTypes(contentTypes(services), context, clock.now());
  // Before the children: its revision shows whether these are unchanged.
  const { fence } = await folderNode(store, folderId);
  const [rows, seen] = await Promise.all([
    store.trees.find({ parent_id: folderId }).sort({ key: 1 }).toArray(),
    store.trees
      .find({ $and: [{ parent_id: folderId }, visibleOwnerFilter(types)] })
      .sort({ key: 1 })
      .toArray(),
  ]);
  const listed = new Set(children.map(({ found }) => found.document._id));
  const unlisted = seen.filter((row) => !listed.has(row.object_id));
  const gone = await findPlaced(
    services,
    unlisted.map((row) => ({ id: String(row.object_id), type: row.object.type })),
    context,
  ).catch((error: unknown) => {
    // Not named by the request: it was trashed after the rows were read.
    throw error instanceof ApiError && error.code === 'not_found' ? new RevisionConflict(folderId) : error;
  });
  for (const found of gone) assertWritable(found, context);
  const { objects, steps } = removal(
    folderId,
    gone.map((found) => ({ found, place: {} })),
  );
  const order = inTargetOrder(children);
  const keyOf = new Map(rows.map((row) => [row.object_id, row.key]));
  const keys = keysInOrder(
    order.map(({ found }) => keyOf.get(found.document._id) ?? null),
    rows.map((row) => row.key),
  );
  for (const [index, child] of order.entries()) {
    assertMayArrive(child, folderId);
    const place = { ...child.place, position: undefined };
    const step = await arriving(services, { ...child, place }, { id: folderId, key: keys.get(index) });
    if (!step) continue;
    steps.push(step);
    objects.push(placedIn(child.found, folderId));
  }
  return { objects, steps, fences: new Map([[folderId, fence]]) };
}

export interface ChildrenChange {
  how: LinkageChange;
  data: PlaceItem | readonly PlaceItem[];
  /** An object that is not in the folder is refused, and not added. */
  onlyThere?: boolean;
}

/**
 * @returns the executed steps; none when no place changed
 * @throws ApiError not_found, type_conflict, invalid_data (a duplicate, position, cycle, a folder inside of another one),
 * forbidden
 */
export function placeChildren(
  services: ObjectServices,
  folderId: string,
  { how, data, onlyThere = false }: ChildrenChange,
  context: RequestContext,
): Promise<readonly PlaceStep[]> {
  const items = [data].flat();
  const pointer = pointersOf(data);
  return services.writer.commit(async (unit) => {
    const folder = await findVisible(services, FOLDERS, folderId, context);
    assertWritable(folder, context);
    const { _id } = folder.document;
    const isThere = (found: ObjectRecord): boolean => how === 'remove' || parentsOf(found).includes(_id);
    const named = await findPlacedItems(services, { items, pointer, isThere, mayBePurged: how !== 'add' }, context);
    const children = named.map(({ item, found, at }) => {
      assertWritable(found, context);
      return { found, at, place: parsePosition(item, at) };
    });
    if (how !== 'remove' && children.some(({ found: { document } }) => document._id === _id)) {
      throw invalidData('/data', '[parent_id.isParentValid]: A folder cannot be moved under itself.');
    }
    const absent = onlyThere ? children.find((child) => !isIn(child, _id)) : undefined;
    if (absent) throw invalidData(absent.at, '[object_id.isChild]: It is not in the folder.');
    const change =
      how === 'add'
        ? await addition(services, _id, children)
        : how === 'remove'
          ? removal(_id, children)
          : await replacement(services, _id, children, context);
    if (change.steps.length > 0) await placeObjects({ ...services, unit }, change, context);
    return change.steps;
  });
}

/** As placeChildren. @returns false when nothing changed */
export async function changeChildren(...requested: Parameters<typeof placeChildren>): Promise<boolean> {
  return (await placeChildren(...requested)).length > 0;
}
