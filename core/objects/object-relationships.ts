// How `include` reads what objects are related to (D8). The names that resources list are in relationship-names.ts.
import { accountRelations } from '../accounts/account-relations.ts';
import type { RequestContext } from '../context.ts';
import { attachedRelationships } from './attached/include-attached.ts';
import { hasStreams, STREAMS, streamsRelationship } from '../files/streams/object-streams.ts';
import type { ObjectRelationship } from './object-item.ts';
import type { ObjectServices } from './object-services.ts';
import { changeUserRelationship, objectUserRelationships } from './relations/object-users.ts';
import { relationRelationships } from './relations/relation-loaders.ts';
import { relationshipsOf } from './relationship-names.ts';
import { placeRelationships } from './tree/place-relationships.ts';

type OfType = (type: string, name: string) => ObjectRelationship | undefined;

/**
 * Relationships of resources by type and name, for `include`; loaders are the same for all types that share them.
 * @param lang language of the translations that are read; all when it is undefined
 */
export function objectRelationships(services: ObjectServices, context: RequestContext, lang?: string): OfType {
  const { types } = services.modelService.current();
  const ofObjects = [relationRelationships(services, context), objectUserRelationships(services, context)];
  const accounts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = accountRelations(services, context);
  const places: Readonly<Record<string, ObjectRelationship>> = placeRelationships(services, context);
  const streams: ObjectRelationship = streamsRelationship(services, context);
  const changeUser = changeUserRelationship(services, context);
  const attached = attachedRelationships(services, context, lang);
  return (typeName, name) => {
    const ofAccounts = Object.hasOwn(accounts, typeName) ? accounts[typeName] : undefined;
    // They look at the ids of what they are given, whatever else it is.
    if (ofAccounts && Object.hasOwn(ofAccounts, name)) return ofAccounts[name] as ObjectRelationship;
    if (typeName === 'history') return name === 'user' ? changeUser : undefined;
    const type = types.get(typeName);
    if (!type) return attached(typeName, name);
    for (const lookup of ofObjects) {
      const found = lookup(type, name);
      if (found) return found;
    }
    if (name === STREAMS && hasStreams(type)) return streams;
    if (Object.hasOwn(places, name) && Object.hasOwn(relationshipsOf(type), name)) return places[name];
    return attached(typeName, name);
  };
}
