// Objects that a legacy request names by id or nickname, all of them or none (reference/legacy.md 2.0, 2.1).
import type { RequestContext } from '../context.ts';
import { refusal } from '../access/authorization.ts';
import { notFound } from '../errors.ts';
import { hydrateObjects } from '../objects/hydrate-objects.ts';
import { requireType, concreteTypesOf } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { assertReadable, isVisible, mayRead, visibilityFor } from '../objects/visibility.ts';
import { readAll } from '../query/page.ts';
import { findPublication, type LegacyServices } from './publication.ts';
import { reachableAmong } from './reachable.ts';
import { idsOfNames } from '../store/object-names.ts';

/** Objects by the names that requests have for them, as far as status and dates let the caller see them. */
async function findNamed(
  { objects }: LegacyServices,
  names: readonly string[],
  context: RequestContext,
): Promise<Map<string, FoundObject>> {
  const { store, clock } = objects;
  const ids = await idsOfNames(store, names);
  const filter = { _id: { $in: [...new Set(ids.values())] } };
  const rows = await readAll(store.objects.find(filter, { projection: { type: 1 } }));
  const types = new Set(concreteTypesOf(objects, requireType(objects, 'objects')));
  const documents = await hydrateObjects(objects, rows);
  const seen = documents.filter(({ type, document }) => {
    const visibility = types.has(type) ? visibilityFor(type, context, clock.now()) : undefined;
    return visibility && isVisible(document, visibility);
  });
  const byId = new Map(seen.map((found) => [found.document._id, found]));
  return new Map(
    [...ids].flatMap(([name, id]) => {
      const found = byId.get(id);
      return found ? [[name, found] as const] : [];
    }),
  );
}

/** As if every object were for everybody: to tell what is out of reach from what is only for certain roles. */
const asAdmin = (context: RequestContext): RequestContext => ({
  ...context,
  caller: { ...context.caller, isAdmin: true },
});

/**
 * In the order of the names. What status, dates or the tree hide is not found; what only permissions hide is refused. The
 * number of reads does not go by that of the names.
 * @throws ApiError not_found, authentication_required, forbidden
 */
export async function findReachable(
  services: LegacyServices,
  names: readonly string[],
  context: RequestContext,
): Promise<{ found: FoundObject[]; publicationId: number }> {
  const publication = await findPublication(services, context);
  const publicationId = publication.document._id;
  const named = await findNamed(services, names, context);
  const ids = [...named.values()].map(({ document }) => document._id);
  const reached = await reachableAmong(services, { publicationId, ids }, context);
  const isOpen = ({ document }: FoundObject): boolean => reached.has(document._id) && mayRead(document, context.caller);
  const inReach = [...named.values()].every(isOpen)
    ? reached
    : await reachableAmong(services, { publicationId, ids }, asAdmin(context));
  const found = names.map((name) => {
    const object = named.get(name);
    if (!object || !inReach.has(object.document._id)) throw notFound(`objects "${name.slice(0, 100)}"`);
    assertReadable(object.document, context.caller);
    if (!reached.has(object.document._id)) throw refusal(context.caller, 'Its place is for certain roles only.');
    return object;
  });
  return { found, publicationId };
}
