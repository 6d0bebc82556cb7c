// The object that streams are added to, and whether the caller may do so.
import { refusal } from '../../access/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ResolvedType } from '../../model/model.ts';
import { findVisible } from '../../objects/read-objects.ts';
import type { FoundObject } from '../../objects/found-object.ts';
import { assertFilesWritable, lockWritable } from '../../objects/lock-writable.ts';
import type { ObjectDocument, StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { FileServices } from '../file-services.ts';

/** Objects of the type have files, and the caller may upload some. @throws ApiError authentication_required, forbidden */
export function assertTakesStreams(type: ResolvedType, { access, caller }: RequestContext): void {
  if (!type.associations.has('Streams')) {
    throw new ApiError('forbidden', `You are not allowed to upload streams on "${type.name}"`);
  }
  if (access.grant('streams', 'write') === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
}

/** Where the caller may write own streams only, it is one. @throws ApiError authentication_required, forbidden */
export function assertOwn({ created_by: by }: Pick<StreamRow, 'created_by'>, { access, caller }: RequestContext): void {
  if (access.grant('streams', 'write') !== 'mine' || by === caller.userId) return;
  throw refusal(caller, 'Your roles allow this operation on your own streams only.');
}

/** @param id or uname @throws ApiError not_found, forbidden, authentication_required, locked */
export async function findOwner({ objects }: FileServices, id: string, context: RequestContext): Promise<FoundObject> {
  const found = await findVisible(objects, 'objects', id, context);
  assertTakesStreams(found.type, context);
  assertFilesWritable(found, context);
  return found;
}

/**
 * The object as it is in the transaction; nobody else changes it or its streams until that ends.
 * @throws ApiError not_found, forbidden, authentication_required, locked: it may have changed since it was found
 */
export async function touchOwner(
  services: Pick<FileServices, 'store' | 'clock'>,
  found: FoundObject,
  context: RequestContext,
  session: Transaction,
): Promise<ObjectDocument> {
  const document = await lockWritable(services, { id: found.document._id, type: found.type }, context, session);
  assertTakesStreams(found.type, context);
  return document;
}
