// The object that something new belongs to, or that a row belongs to.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import { contradiction, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { FoundObject } from '../found-object.ts';
import { touchObjects, viewOf } from '../touch-objects.ts';
import { assertReadable, isVisible, visibilityFor } from '../visibility.ts';
import type { ObjectDocument, ObjectView } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { AttachedRow } from './attached-kind.ts';

const noObject = (objectId: number): ApiError =>
  invalidData('/data/attributes/object_id', `[object_id._existsIn]: There is no object ${objectId}.`);

/** Attributes with `object_id` as a number: bodies may have its digits as a string. */
export const withObjectId = <Input extends { object_id?: number | string }>(
  input: Input,
): Omit<Input, 'object_id'> & { object_id?: number } => {
  const { object_id: id, ...others } = input;
  return id === undefined ? others : { ...others, object_id: Number(id) };
};

/** An object that is named in the body does not exist, or is hidden: 400, since the path is right (reference/jsonapi.md 9). */
async function asInvalidData<T>(objectId: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw noObject(objectId);
  }
}

/** @throws ApiError invalid_data; authentication_required, forbidden when it is for certain roles only */
export const findNamedObject = (
  services: ObjectServices,
  objectId: number,
  context: RequestContext,
): Promise<FoundObject> => asInvalidData(objectId, findVisible(services, 'objects', String(objectId), context));

/**
 * The object as it is when something is added to it, still seen by the caller, and what decides who sees that.
 * @throws ApiError invalid_data; authentication_required, forbidden when it is for certain roles only
 */
export async function touchNamedObject(
  { store, clock }: ObjectServices,
  { type, document: { _id: id } }: FoundObject,
  context: RequestContext,
  session: Transaction,
): Promise<{ document: ObjectDocument; view: ObjectView }> {
  const touched = await asInvalidData(id, touchObjects(store, [{ id, type: type.name }], session));
  const document = touched.get(id) as ObjectDocument;
  const visibility = visibilityFor(type, context, clock.now());
  if (!visibility || !isVisible(document, visibility)) throw noObject(id);
  assertReadable(document, context.caller);
  return { document, view: viewOf(document) };
}

/** @throws ApiError invalid_data when the body names another object as a relationship than the one that something belongs to */
export function assertSameObject(
  { data: { relationships } }: ResourceBody<object>,
  { type, document: { _id: id, uname } }: FoundObject,
): void {
  const { data } = relationships?.['object'] ?? {};
  if (data === undefined) return;
  const named = data as BodyIdentifier | null;
  const isNamed = named !== null && [String(id), uname].includes(String(named.id));
  if (!isNamed || (named.type !== type.name && named.type !== 'objects')) throw contradiction('object', 'object_id');
}

/** @throws ApiError not_found, authentication_required, forbidden */
export const objectOfRow = (
  services: ObjectServices,
  row: Pick<AttachedRow, 'object_id'>,
  context: RequestContext,
): Promise<FoundObject> => findVisible(services, 'objects', String(row.object_id), context);
