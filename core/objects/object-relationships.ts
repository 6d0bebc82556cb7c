// How `include` reads what objects are related to (D8). The names that resources list are in relationship-names.ts.
import { accountRelations } from '../accounts/account-relations.ts';
import type { RequestContext } from '../context.ts';
import type { ObjectRelationship } from './object-item.ts';
import type { ObjectServices } from './object-services.ts';
import { objectUserRelationships } from './relations/object-users.ts';
import { relationRelationships } from './relations/relation-loaders.ts';

/** Relationships of resources by type and name, for `include`; loaders are the same for all types that share them. */
export function objectRelationships(
  services: ObjectServices,
  context: RequestContext,
): (type: string, name: string) => ObjectRelationship | undefined {
  const { types } = services.modelService.current();
  const lookups = [relationRelationships(services, context), objectUserRelationships(services, context)];
  const accounts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = accountRelations(services, context);
  return (typeName, name) => {
    const ofAccounts = Object.hasOwn(accounts, typeName) ? accounts[typeName] : undefined;
    // They look at the ids of what they are given, whatever else it is.
    if (ofAccounts && Object.hasOwn(ofAccounts, name)) return ofAccounts[name] as ObjectRelationship;
    const type = types.get(typeName);
    if (!type) return undefined;
    for (const lookup of lookups) {
      const found = lookup(type, name);
      if (found) return found;
    }
    return undefined;
  };
}
