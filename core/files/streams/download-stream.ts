// The file of a stream (service.md 4.6, D14, D31, D179).
import { refusal } from '../../access/authorization.ts';
import type { BinaryResponse } from '../../network/binary-body.ts';
import type { RequestContext } from '../../context.ts';
import type { StreamRow } from '../../store/store.ts';
import { fileResponse } from '../file-response.ts';
import type { FileServices } from '../file-services.ts';
import { isSigned, type SignedQuery } from '../url-signer.ts';
import { findStream, findUntrashed } from './read-streams.ts';
import { downloadPath } from './stream-resource.ts';

/** @throws ApiError not_found; invalid_signature, expired_signature; authentication_required, forbidden without permission */
export async function downloadStream(
  services: FileServices,
  { id, signed, redirect }: { id: string; signed: SignedQuery; redirect: boolean },
  context: RequestContext,
): Promise<BinaryResponse> {
  const row = isSigned(services, downloadPath(id), signed)
    ? await findUntrashed(services, id)
    : await findOwnRight(services, id, context);
  return fileResponse(services, {
    key: row.file_key,
    name: row.file_name,
    mimeType: row.mime_type,
    size: row.file_size,
    hash: row.hash_sha1,
    modified: row.modified,
    audience: row.private_url ? 'secret' : services.objects.files.urls.isPublic(row) ? 'public' : 'private',
    redirect,
  });
}

/** For a caller with the id only. */
async function findOwnRight(services: FileServices, id: string, context: RequestContext): Promise<StreamRow> {
  const row = await findStream(services, id, context);
  if (row.private_url && context.caller.userId === null) {
    throw refusal(context.caller, 'The file is read by signed addresses only.');
  }
  return row;
}
