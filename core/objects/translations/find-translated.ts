import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { FoundObject } from '../found-object.ts';

/** The object whose translations are asked for. @throws ApiError not_found, also when its type has no translations */
export async function findTranslated(
  services: ObjectServices,
  { object_type_name: typeName, object_id: id }: { object_type_name: string; object_id: string },
  context: RequestContext,
): Promise<FoundObject> {
  const found = await findVisible(services, typeName, id, context);
  if (!found.type.row.is_translatable) {
    throw new ApiError('not_found', 'Relationship "translations" does not exist.');
  }
  return found;
}
