// Who may change a stream: whoever may change the object that it belongs to; while it belongs to none, whoever sees it.
import type { RequestContext } from '../../context.ts';
import { lockWritable } from '../../objects/lock-writable.ts';
import type { StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { FileServices } from '../file-services.ts';
import { findStream, noStream } from './read-streams.ts';
import { assertOwn } from './stream-owner.ts';

/**
 * The stream as it is in the transaction; nobody else changes its object until that ends.
 * @throws ApiError not_found; authentication_required, forbidden
 */
export async function changeableStream(
  services: FileServices,
  id: string,
  context: RequestContext,
  session: Transaction,
): Promise<StreamRow> {
  const row = await findStream(services, id, context, session);
  assertOwn(row, context);
  if (!row.object || row.object_id === null) return row;
  const type = services.objects.modelService.current().types.get(row.object.type);
  if (!type) throw noStream(id);
  await lockWritable(services.objects, { id: row.object_id, type }, context, session);
  return row;
}
