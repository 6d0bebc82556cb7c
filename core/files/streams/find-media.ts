import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { SortField } from '../../list-request.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { FoundObject } from '../../objects/found-object.ts';
import { hasStreams } from '../../objects/owned-files.ts';

/** Latest version first. */
export const STREAM_ORDER: readonly SortField[] = [{ field: 'version', descending: true }];

/** The object whose streams are asked for. @throws ApiError not_found, also when its type has no streams */
export async function findMedia(
  services: ObjectServices,
  { object_type_name: typeName, object_id: id }: { object_type_name: string; object_id: string },
  context: RequestContext,
): Promise<FoundObject> {
  const found = await findVisible(services, typeName, id, context);
  if (!hasStreams(found.type)) throw new ApiError('not_found', 'Relationship "streams" does not exist.');
  return found;
}
