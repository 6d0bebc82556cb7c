// How `include` reads what objects are related to (D8). The names that resources list are in relationship-names.ts.
import type { RequestContext } from '../context.ts';
import type { ObjectRelationship } from './object-items.ts';
import type { ObjectServices } from './object-services.ts';
import { relationshipsOf } from './relationship-names.ts';
import { placeRelationships } from './tree/place-relationships.ts';

/** Relationships of resources by type and name, for `include`; loaders are the same for all types that share them. */
export function objectRelationships(
  services: ObjectServices,
  context: RequestContext,
): (type: string, name: string) => ObjectRelationship | undefined {
  const places: Readonly<Record<string, ObjectRelationship>> = placeRelationships(services, context);
  const { types } = services.modelService.current();
  return (typeName, name) => {
    const type = types.get(typeName);
    if (!type || !Object.hasOwn(relationshipsOf(type), name)) return undefined;
    return Object.hasOwn(places, name) ? places[name] : undefined;
  };
}
