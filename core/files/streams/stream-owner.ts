// The object of new streams, and the caller's permission to add them.
import { refusal } from '../../access/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ResolvedType } from '../../model/model.ts';
import { isPublicAlways } from '../../objects/visibility/visibility.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { assertFilesWritable, lockWritable, viewOf } from '../../objects/changes/lock-objects.ts';
import type { ObjectDocument, StreamRow, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { FileServices } from '../file-services.ts';
import type { SortField } from '../../list-request.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { hasStreams } from '../../objects/owned-files.ts';
import { findStream, noStream } from './read-streams.ts';
import { underTimeLimit } from '../../query/page.ts';

/** Objects of the type have files, and the caller may upload some. @throws ApiError authentication_required, forbidden */
export function assertTakesStreams(type: ResolvedType, { access, caller }: RequestContext): void {
  if (!type.associations.has('Streams')) {
    throw new ApiError('forbidden', `You are not allowed to upload streams on "${type.name}"`);
  }
  if (access.grant('streams', 'write') === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
}

/**
 * Callers with write access to own streams only need an object that they created.
 * @throws ApiError authentication_required, forbidden
 */
export function assertOwnStream(
  { created_by: by }: Pick<StreamRow, 'created_by'>,
  { access, caller }: RequestContext,
): void {
  if (access.grant('streams', 'write') !== 'mine' || by === caller.userId) return;
  throw refusal(caller, 'Your roles allow this operation on your own streams only.', 'own');
}

/** @param id or uname @throws ApiError not_found, forbidden, authentication_required, locked */
export async function findOwner({ objects }: FileServices, id: string, context: RequestContext): Promise<ObjectRecord> {
  const found = await findVisible(objects, 'objects', id, context);
  assertTakesStreams(found.type, context);
  assertFilesWritable(found, context);
  return found;
}

/**
 * Locks the object and its streams until the transaction ends, and checks it again. @returns it as the transaction reads it
 * @throws ApiError not_found, forbidden, authentication_required, locked
 */
export async function touchOwner(
  services: Pick<FileServices, 'store' | 'clock'>,
  found: ObjectRecord,
  context: RequestContext,
  transaction: Transaction,
): Promise<ObjectDocument> {
  const document = await lockWritable(services, { id: found.document._id, type: found.type }, context, transaction);
  assertTakesStreams(found.type, context);
  return document;
}

/** Latest version first. */
export const STREAM_ORDER: readonly SortField[] = [{ field: 'version', descending: true }];

/** The object of a list of streams. @throws ApiError not_found, also when its type has no streams */
export async function findMedia(
  services: ObjectServices,
  { object_type_name: typeName, object_id: id }: { object_type_name: string; object_id: string },
  context: RequestContext,
): Promise<ObjectRecord> {
  const found = await findVisible(services, typeName, id, context);
  if (!hasStreams(found.type)) throw new ApiError('not_found', 'Relationship "streams" does not exist.');
  return found;
}

/**
 * Locks the object of a stream until the transaction ends. @returns the stream as the transaction reads it
 * @throws ApiError not_found; authentication_required, forbidden
 */
export async function changeableStream(
  services: FileServices,
  id: string,
  context: RequestContext,
  transaction: Transaction,
): Promise<StreamRow> {
  const row = await findStream(services, id, context, transaction);
  assertOwnStream(row, context);
  if (!row.object || row.object_id === null) return row;
  const type = services.objects.modelService.current().types.get(row.object.type);
  if (!type) throw noStream(id);
  await lockWritable(services.objects, { id: row.object_id, type }, context, transaction);
  return row;
}

/** The latest version of the file of an object, without a check of visibility; null when the object has no streams. */
export const latestStream = (
  { streams }: Pick<Store, 'streams'>,
  objectId: number,
  transaction?: Transaction,
): Promise<StreamRow | null> =>
  streams.findOne({ object_id: objectId }, { sort: { version: -1 }, ...(transaction && { session: transaction }) });

/** Notes who could see the latest version, before another one follows it; what was public stays so. */
export async function notePast(
  { streams }: Pick<Store, 'streams'>,
  { latest, document }: { latest: StreamRow | null; document: ObjectDocument },
  transaction: Transaction,
): Promise<void> {
  const past = viewOf(document);
  if (!latest || isPublicAlways(past)) return;
  await streams.updateOne({ _id: latest._id }, { $set: { past } }, { session: transaction });
}

/** After the removal of a version: the latest one shares the visibility of its object again. */
export async function showLatest(
  store: Pick<Store, 'streams'>,
  objectId: number | null,
  transaction: Transaction,
): Promise<void> {
  const latest = objectId === null ? null : await latestStream(store, objectId, transaction);
  if (latest?.past)
    await store.streams.updateOne({ _id: latest._id }, { $unset: { past: '' } }, { session: transaction });
}

/** As `latestStream` for many objects in one read, by their ids; those without streams are omitted. @param timeLimit ms */
export async function latestStreams(
  { streams }: Pick<Store, 'streams'>,
  objectIds: readonly number[],
  timeLimit: number,
): Promise<Map<number, StreamRow>> {
  const found = await underTimeLimit(
    streams
      .aggregate<{ _id: number; latest: StreamRow }>(
        [
          { $match: { object_id: { $in: [...objectIds] } } },
          { $sort: { object_id: 1, version: -1 } },
          { $group: { _id: '$object_id', latest: { $first: '$$ROOT' } } },
        ],
        { maxTimeMS: timeLimit },
      )
      .toArray(),
  );
  return new Map(found.map(({ _id, latest }) => [_id, latest]));
}
