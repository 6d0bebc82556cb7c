// The object that something new belongs to, or that a row belongs to.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible, type FoundObject } from '../read-objects.ts';
import { touchObjects, viewOf } from '../touch-objects.ts';
import type { ObjectDocument, ObjectView } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { AttachedRow } from './attached-kind.ts';

/** An object that is named in the body does not exist, or is hidden: 400, since the path is right (reference/jsonapi.md 9). */
async function asInvalidData<T>(objectId: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw invalidData('/data/attributes/object_id', `[object_id._existsIn]: There is no object ${objectId}.`);
  }
}

/** @throws ApiError invalid_data; authentication_required, forbidden when it is for certain roles only */
export const findNamedObject = (
  services: ObjectServices,
  objectId: number,
  context: RequestContext,
): Promise<FoundObject> => asInvalidData(objectId, findVisible(services, 'objects', String(objectId), context));

/** The object as it is when something is added to it, and what decides who sees that. @throws ApiError invalid_data */
export async function touchNamedObject(
  { store }: ObjectServices,
  { type, document: { _id: id } }: FoundObject,
  session: Transaction,
): Promise<{ document: ObjectDocument; view: ObjectView }> {
  const touched = await asInvalidData(id, touchObjects(store, [{ id, type: type.name }], session));
  const document = touched.get(id) as ObjectDocument;
  return { document, view: viewOf(document) };
}

/** @throws ApiError not_found, authentication_required, forbidden */
export const objectOfRow = (
  services: ObjectServices,
  row: Pick<AttachedRow, 'object_id'>,
  context: RequestContext,
): Promise<FoundObject> => findVisible(services, 'objects', String(row.object_id), context);
