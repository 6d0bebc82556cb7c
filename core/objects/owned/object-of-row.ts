// The object of a new or stored row.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import { contradiction, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import type { ObjectServices } from '../object-services.ts';
import type { WriteScope } from '../../resources/resource-type.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { viewOf } from '../changes/lock-objects.ts';
import { assertReadable, isVisible, visibilityFor } from '../visibility/visibility.ts';
import type { ObjectDocument, ObjectView } from '../../store/store.ts';
import type { OwnedRow } from './owned-kind.ts';

const noObject = (objectId: number): ApiError =>
  invalidData('/data/attributes/object_id', `[object_id._existsIn]: There is no object ${objectId}.`);

/** Attributes with `object_id` as a number: bodies may have its digits as a string. */
export const withObjectId = <Input extends { object_id?: number | string }>(
  input: Input,
): Omit<Input, 'object_id'> & { object_id?: number } => {
  const { object_id: id, ...others } = input;
  return id === undefined ? others : { ...others, object_id: Number(id) };
};

/**
 * The object in a body. A missing or hidden one is 400, since the path is right.
 * @throws ApiError invalid_data; authentication_required, forbidden when only certain roles may see it
 */
export async function findNamedObject(
  services: ObjectServices,
  objectId: number,
  context: RequestContext,
): Promise<ObjectRecord> {
  try {
    return await findVisible(services, 'objects', String(objectId), context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw noObject(objectId);
  }
}

/** The object when a row is added to it, with its visibility. */
interface AddedTo {
  document: ObjectDocument;
  view: ObjectView;
}

/**
 * Adds rows to an object, which has to be visible in the transaction; `add` may run several times.
 * @throws ApiError invalid_data; authentication_required, forbidden when only certain roles may see it; errors of `add`
 */
export function addToObject<T>(
  { writer, clock }: ObjectServices,
  { type, document: { _id: id } }: ObjectRecord,
  context: RequestContext,
  add: (object: AddedTo, scope: WriteScope) => Promise<T>,
): Promise<T> {
  return writer.writeRows({
    context,
    to: [{ id, type: type.name }],
    write(scope, objects) {
      const document = objects.get(id);
      const visibility = visibilityFor(type, context, clock.now());
      if (!document || !visibility || !isVisible(document, visibility)) throw noObject(id);
      assertReadable(document, context.caller);
      return add({ document, view: viewOf(document) }, scope);
    },
  });
}

/** @throws ApiError invalid_data when the body names, as a relationship, another object than that of the row */
export function assertSameObject(
  { data: { relationships } }: ResourceBody<object>,
  { type, document: { _id: id, uname } }: ObjectRecord,
): void {
  const { data } = relationships?.['object'] ?? {};
  if (data === undefined) return;
  // cast: the description allows one identifier or null there
  const named = data as BodyIdentifier | null;
  const isNamed = named !== null && [String(id), uname].includes(String(named.id));
  if (!isNamed || (named.type !== type.name && named.type !== 'objects')) throw contradiction('object', 'object_id');
}

/** @throws ApiError not_found, authentication_required, forbidden */
export const objectOfRow = (
  services: ObjectServices,
  row: Pick<OwnedRow, 'object_id'>,
  context: RequestContext,
): Promise<ObjectRecord> => findVisible(services, 'objects', String(row.object_id), context);
