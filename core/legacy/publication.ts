// The publication: the root folder of the legacy side (D36).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { FileServices } from '../files/file-services.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { findVisible } from '../objects/read-objects.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';

export interface LegacyServices {
  objects: ObjectServices;
  /** Id or uname of the publication (LEGACY_ROOT); undefined for the first root folder, `off` for none. */
  publication: string | undefined;
  /** Names of the writable types (LEGACY_WRITABLE); undefined for all types of content. */
  writable: readonly string[] | undefined;
  files: FileServices;
}

/** Id or uname of the publication; undefined without one. */
async function publicationName({ objects, publication }: LegacyServices): Promise<string | undefined> {
  if (publication !== undefined) return publication === 'off' ? undefined : publication;
  const roots = { parent_id: null, 'object.type': FOLDERS, 'object.trashed': false };
  const [first] = await objects.store.trees.find(roots).sort({ key: 1 }).limit(1).toArray();
  return first && String(first.object_id);
}

/**
 * @throws ApiError not_found when there is none or it is hidden; authentication_required, forbidden when only certain
 * roles may see it
 */
export async function findPublication(services: LegacyServices, context: RequestContext): Promise<ObjectRecord> {
  const name = await publicationName(services);
  if (name === undefined) throw notFound('The publication');
  const found = await findVisible(services.objects, FOLDERS, name, context);
  if (found.document.parents?.length) throw notFound('The publication');
  return found;
}
