// The object of a stream (service.md 4.6): PATCH /streams/{id}/relationships/object.
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { BodyIdentifier } from '../../format/jsonapi/documents.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { viewOf, lockWritable } from '../../objects/changes/lock-objects.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { updateRow, type WriteScope } from '../../resources/resource-type.ts';
import type { StreamRow } from '../../store/store.ts';
import type { FileServices } from '../file-services.ts';
import { assertFits } from '../type-fit.ts';
import { changeableStream, latestStream, notePast, showLatest } from './stream-owner.ts';
import { findStream, streamType } from './read-streams.ts';

const typeConflict = (detail: string): ApiError =>
  new ApiError('type_conflict', { detail, source: { pointer: '/data/type' } });

/** The object in a body. @throws ApiError type_conflict, not_found; authentication_required, forbidden */
async function findTarget(
  { objects }: FileServices,
  { id, type }: BodyIdentifier,
  context: RequestContext,
): Promise<ObjectRecord> {
  const named = objects.modelService.current().types.get(type);
  if (!named?.served || !named.associations.has('Streams')) {
    throw typeConflict(`Objects of type "${type.slice(0, 100)}" have no streams.`);
  }
  const found = await findVisible(objects, 'objects', String(id), context).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const detail = `${type} "${String(id).slice(0, 100)}" was not found.`;
    throw new ApiError('not_found', { detail, source: { pointer: '/data/id' } });
  });
  if (found.type.name === type) return found;
  throw typeConflict(`Object ${found.document._id} is of type "${found.type.name}".`);
}

/** @throws ApiError file_type_mismatch, pointing into the body */
function assertHolds({ type }: ObjectRecord, mimeType: string): void {
  try {
    assertFits(mimeType, type);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, { detail: error.message, source: { pointer: '/data/type' } });
  }
}

async function move(
  services: FileServices,
  { row, target }: { row: StreamRow; target: ObjectRecord | undefined },
  scope: WriteScope,
): Promise<void> {
  const { context, transaction } = scope;
  const type = streamType(services, context);
  const { streams } = services.store;
  const before = row.object_id;
  if (target) {
    const id = target.document._id;
    const document = await lockWritable(services.objects, { id, type: target.type }, context, transaction);
    const latest = await latestStream(services.store, id, transaction);
    await notePast(services.store, { latest, document }, transaction);
    const version = (latest?.version ?? 0) + 1;
    await updateRow(type, row, { object_id: id, object: viewOf(document), version }, scope);
  } else await updateRow(type, row, { object_id: null, version: 1 }, scope);
  const gone = target ? ({ past: '' } as const) : ({ past: '', object: '' } as const);
  await streams.updateOne({ _id: row._id }, { $unset: gone }, { session: transaction });
  await showLatest(services.store, before, transaction);
}

/**
 * Links a stream to an object, as its latest version; null removes it from its object. There is no write when the link
 * exists already.
 * @throws ApiError not_found, type_conflict, file_type_mismatch, precondition_failed; authentication_required, forbidden
 */
export async function linkStream(
  services: FileServices,
  id: string,
  data: BodyIdentifier | null,
  context: RequestContext,
): Promise<void> {
  const seen = await findStream(services, id, context);
  const target = data ? await findTarget(services, data, context) : undefined;
  if (target) assertHolds(target, seen.mime_type);
  const objectId = target?.document._id ?? null;
  await services.objects.writer.writeRows({
    context,
    async write(scope) {
      const row = await changeableStream(services, id, context, scope.transaction);
      checkPrecondition(context.precondition, row.revision);
      if (row.object_id !== objectId) await move(services, { row, target }, scope);
    },
  });
}
