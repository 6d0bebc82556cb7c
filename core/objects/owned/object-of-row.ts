// The object of a new or stored row.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import { contradiction, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import type { ObjectServices } from '../object-services.ts';
import { insertRow, type ResourceType } from '../../resources/resource-type.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { viewOf } from '../changes/lock-objects.ts';
import { assertReadable, isVisible, visibilityFor } from '../visibility/visibility.ts';
import type { ObjectDocument } from '../../store/store.ts';
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

/** A missing or hidden one is 400, since the path is right. @throws ApiError invalid_data; as findVisible */
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

/** What all new rows of objects have. */
type NewRow = Pick<OwnedRow, '_id' | 'object_id' | 'trashed' | 'revision' | 'created' | 'modified' | 'object'>;

/**
 * Adds a row to an object, which has to be visible in the transaction.
 * @param rowOf makes the row for the object as the transaction reads it; may run several times
 * @throws ApiError invalid_data, already_exists; authentication_required, forbidden; errors of `rowOf`
 */
export async function addToObject<Row extends OwnedRow>(
  { store, writer, clock }: ObjectServices,
  { found: { type, document: before }, resources }: { found: ObjectRecord; resources: ResourceType<Row> },
  context: RequestContext,
  rowOf: (common: NewRow, document: ObjectDocument) => Row,
): Promise<Row> {
  const object_id = before._id;
  const _id = await store.sequences.next('objects');
  return writer.writeRows({
    context,
    to: [{ id: object_id, type: type.name }],
    async write(scope, objects) {
      const document = objects.get(object_id);
      const visibility = visibilityFor(type, context, clock.now());
      if (!document || !visibility || !isVisible(document, visibility)) throw noObject(object_id);
      assertReadable(document, context.caller);
      const { at } = scope;
      const object = viewOf(document);
      const common = { _id, object_id, trashed: false, revision: 1, created: at, modified: at, object };
      return insertRow(resources, rowOf(common, document), scope);
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
