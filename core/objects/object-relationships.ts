// How `include` reads what objects are related to (D8). The names that resources list are in relationship-names.ts.
import type { RequestContext } from '../context.ts';
import { attachedRelationships } from './attached/include-attached.ts';
import type { ObjectServices } from './object-services.ts';
import type { ObjectRelationship } from './related-item.ts';

export { isObjectItem, objectItem, type ObjectRelationship, type Related } from './related-item.ts';

/**
 * Relationships of resources by type and name, for `include`; loaders are the same for all types that share them.
 * @param lang language of the translations that are read; all when it is undefined
 */
export function objectRelationships(
  services: ObjectServices,
  context: RequestContext,
  lang?: string,
): (type: string, name: string) => ObjectRelationship | undefined {
  const attached = attachedRelationships(services, context, lang);
  return (type, name) => attached(type, name);
}
