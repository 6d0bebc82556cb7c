// Single objects: by id or uname, under their type or under `/objects` (D10, D14).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import { findByUnames, isObjectId } from '../store/object-names.ts';
import type { ObjectRecord } from './object-record.ts';
import { requireType, concreteTypesOf, type ObjectServices } from './object-services.ts';
import { assertReadable, isVisible, mayRead, visibilityFor } from './visibility/visibility.ts';

/** Type and id of an object by id or uname; undefined when there is none. */
async function locate(
  services: ObjectServices,
  type: ResolvedType,
  id: string,
): Promise<{ typeName: string; objectId: number } | undefined> {
  if (isObjectId(id)) {
    if (!type.abstract) return { typeName: type.name, objectId: Number(id) };
    const row = await services.store.findView(Number(id));
    return row ? { typeName: row.type, objectId: row._id } : undefined;
  }
  const [named] = await findByUnames(services.store, [id]);
  return named && { typeName: named.type, objectId: named._id };
}

/** Type and id of the object, for work that needs no other fields. @throws ApiError as `findVisible` */
export async function locateVisible(
  services: ObjectServices,
  typeName: string,
  id: string,
  context: RequestContext,
): Promise<{ type: ResolvedType; id: number }> {
  const requested = requireType(services, typeName);
  const objectId = isObjectId(id) ? Number(id) : (await findByUnames(services.store, [id]))[0]?._id;
  const view = objectId === undefined ? null : await services.store.findView(objectId);
  const type = view && concreteTypesOf(services, requested).find((each) => each.name === view.type);
  if (view && type) {
    const visibility = visibilityFor(type, context, services.clock.now());
    if (visibility && isVisible(view, visibility)) {
      // Only the document has the object's permissions.
      if (!mayRead(view, context.caller)) {
        assertReadable((await services.store.findDocument(type.name, view._id)) ?? view, context.caller);
      }
      return { type, id: view._id };
    }
  }
  throw notFound(`${typeName} "${id.slice(0, 100)}"`);
}

/**
 * The object with an id or uname under a type, or under an abstract one above it.
 * @throws ApiError `not_found`: it is missing, of another type, in the trash, or hidden from the caller;
 * `authentication_required`, `forbidden`: only certain roles may see it
 */
export async function findVisible(
  services: ObjectServices,
  typeName: string,
  id: string,
  context: RequestContext,
): Promise<ObjectRecord> {
  const requested = requireType(services, typeName);
  const place = await locate(services, requested, id);
  const type = place && concreteTypesOf(services, requested).find((each) => each.name === place.typeName);
  if (place && type) {
    const document = await services.store.findDocument(type.name, place.objectId);
    const visibility = visibilityFor(type, context, services.clock.now());
    if (document && visibility && isVisible(document, visibility)) {
      assertReadable(document, context.caller);
      return { type, document };
    }
  }
  throw notFound(`${typeName} "${id.slice(0, 100)}"`);
}
