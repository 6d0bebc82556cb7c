// The object that streams are added to, and whether the caller may do so.
import { refusal } from '../../accounts/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { ResolvedType } from '../../model/model.ts';
import { assertWritable } from '../../objects/object-permissions.ts';
import { findVisible, type FoundObject } from '../../objects/read-objects.ts';
import { touchObjects } from '../../objects/touch-objects.ts';
import { isVisible, visibilityFor } from '../../objects/visibility.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { FileServices } from '../file-services.ts';

/** Objects of the type have files, and the caller may upload some. @throws ApiError authentication_required, forbidden */
export function assertTakesStreams(type: ResolvedType, { access, caller }: RequestContext): void {
  if (!type.associations.has('Streams')) {
    throw new ApiError('forbidden', `You are not allowed to upload streams on "${type.name}"`);
  }
  if (access.grant('streams', 'write') === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
}

function assertMayAdd(found: FoundObject, context: RequestContext): void {
  assertTakesStreams(found.type, context);
  assertWritable(found, context);
  if (found.document.locked) throw new ApiError('locked', 'The object is locked: its files cannot be changed.');
}

/** @param id or uname @throws ApiError not_found, forbidden, authentication_required, locked */
export async function findOwner({ objects }: FileServices, id: string, context: RequestContext): Promise<FoundObject> {
  const found = await findVisible(objects, 'objects', id, context);
  assertMayAdd(found, context);
  return found;
}

/**
 * The object as it is in the transaction; nobody else changes it or its streams until that ends.
 * @throws ApiError not_found, forbidden, authentication_required, locked: it may have changed since it was found
 */
export async function touchOwner(
  { store, clock }: Pick<FileServices, 'store' | 'clock'>,
  { type, document: { _id: id } }: FoundObject,
  context: RequestContext,
  session: Transaction,
): Promise<ObjectDocument> {
  const touched = await touchObjects(store, [{ id, type: type.name }], session);
  const document = touched.get(id) as ObjectDocument;
  const visibility = visibilityFor(type, context, clock.now());
  if (!visibility || !isVisible(document, visibility)) throw notFound(`objects "${id}"`);
  assertMayAdd({ type, document }, context);
  return document;
}
