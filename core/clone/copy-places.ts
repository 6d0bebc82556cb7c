// Places of a copy: at the end of those folders of the original that the caller may change (D166).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { newPlaces } from '../objects/tree/change-places.ts';
import type { PlaceSteps } from '../objects/changes/place-plan.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';

/** The folders among some that the caller may change. */
async function openFolders(
  services: ObjectServices,
  ids: readonly number[],
  context: RequestContext,
): Promise<number[]> {
  const open: number[] = [];
  for (const id of ids) {
    try {
      assertWritable(await findVisible(services, FOLDERS, String(id), context), context);
      open.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return open;
}

/** Parents of the copy; null means the roots. A folder always has a place. @throws ApiError not_found, forbidden */
async function parentsOfCopy(
  services: ObjectServices,
  { type, document }: ObjectRecord,
  isRequested: boolean,
  context: RequestContext,
): Promise<(number | null)[]> {
  const { parents = [] } = document;
  if (type.name !== FOLDERS) return isRequested ? openFolders(services, parents, context) : [];
  const [parent] = parents;
  if (parent === undefined) return [null];
  assertWritable(await findVisible(services, FOLDERS, String(parent), context), context);
  return [parent];
}

/**
 * Gives the copy its places: sets the derived values in its document.
 * @param requested whether the places of an object other than a folder are copied
 * @returns the steps for the unit of its write
 * @throws ApiError not_found, forbidden: the caller may not change the parent of a folder
 */
export async function copyPlaces(
  services: ObjectServices,
  { original, copy, requested }: { original: ObjectRecord; copy: ObjectRecord; requested: boolean },
  context: RequestContext,
): Promise<PlaceSteps[]> {
  return newPlaces(services, copy, await parentsOfCopy(services, original, requested, context));
}
