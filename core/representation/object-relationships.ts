// The loaders of `include` for objects (D8). relationship-names.ts has the names that resources list.
import { accountRelations } from '../accounts/roles/account-relations.ts';
import type { RequestContext } from '../context.ts';
import { attachedRelationships } from './include-owned.ts';
import { hasStreams, STREAMS } from '../objects/owned-files.ts';
import { streamsRelationship } from '../files/streams/object-streams.ts';
import type { ObjectRelationship, Related } from '../objects/object-record.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { changeUserRelationship, objectUserRelationships } from '../objects/relations/object-users.ts';
import { relationRelationships } from '../objects/relations/relation-loaders.ts';
import { relationshipsOf } from '../objects/relationship-names.ts';
import { VERSIONS } from '../objects/versions/version-resource.ts';
import { relationLookup, type RelationLookup } from '../resources/include.ts';
import { placeRelationships } from './place-relationships.ts';

/**
 * Relationships of resources by type and name, for `include`; types share their loaders.
 * @param lang language of the translations; all by default
 */
export function objectRelationships(
  services: ObjectServices,
  context: RequestContext,
  lang?: string,
): RelationLookup<Related> {
  const { types } = services.modelService.current();
  const ofObjects = [relationRelationships(services, context), objectUserRelationships(services, context)];
  const accounts = relationLookup(accountRelations(services, context));
  const places: Readonly<Record<string, ObjectRelationship>> = placeRelationships(services, context);
  const streams: ObjectRelationship = streamsRelationship(services, context);
  const changeUser = changeUserRelationship(services, context);
  const attached = attachedRelationships(services, context, lang);
  return (typeName, name) => {
    const ofAccounts = accounts(typeName, name);
    if (ofAccounts) return ofAccounts;
    if (typeName === 'history' || typeName === VERSIONS) return name === 'user' ? changeUser : undefined;
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
