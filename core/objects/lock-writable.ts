// An object to which something is added, or from which something is taken, as it is when that happens.
import type { RequestContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { assertWritable } from './object-permissions.ts';
import type { ObjectServices } from './object-services.ts';
import type { FoundObject } from './found-object.ts';
import { lockObjects } from './lock-objects.ts';
import { isVisible, visibilityFor } from './visibility.ts';

/** @throws ApiError locked; authentication_required, forbidden */
export function assertFilesWritable(found: FoundObject, context: RequestContext): void {
  assertWritable(found, context);
  if (found.document.locked) throw new ApiError('locked', 'The object is locked: its files cannot be changed.');
}

/**
 * The object as it is in the transaction, still seen by the caller, who may change it; nobody else changes it until that ends.
 * @throws ApiError not_found, locked; authentication_required, forbidden
 */
export async function lockWritable(
  { store, clock }: Pick<ObjectServices, 'store' | 'clock'>,
  { id, type }: { id: number; type: ResolvedType },
  context: RequestContext,
  session: Transaction,
): Promise<ObjectDocument> {
  const touched = await lockObjects(store, [{ id, type: type.name }], session);
  const document = touched.get(id) as ObjectDocument;
  const visibility = visibilityFor(type, context, clock.now());
  if (!visibility || !isVisible(document, visibility)) throw notFound(`${type.name} "${id}"`);
  assertFilesWritable({ type, document }, context);
  return document;
}
