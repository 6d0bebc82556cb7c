// Objects that a legacy request names by id or nickname, all of them or none (reference/legacy.md 2.1).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { findVisible, type FoundObject } from '../objects/read-objects.ts';
import { findPublication, type LegacyServices } from './publication.ts';
import { reachableAmong } from './reachable.ts';

/** In the order of the list. @throws ApiError not_found, authentication_required, forbidden */
export async function findVisibleIds(
  services: LegacyServices,
  ids: readonly string[],
  context: RequestContext,
): Promise<{ found: FoundObject[]; publication: FoundObject }> {
  const publication = await findPublication(services, context);
  const found: FoundObject[] = [];
  for (const id of ids) found.push(await findVisible(services.objects, 'objects', id, context));
  const all = found.map(({ document }) => document._id);
  const reached = await reachableAmong(services, { publication, ids: all }, context);
  const missing = ids.find((_, index) => !reached.has(all[index] ?? 0));
  if (missing !== undefined) throw notFound(`objects "${missing.slice(0, 100)}"`);
  return { found, publication };
}
