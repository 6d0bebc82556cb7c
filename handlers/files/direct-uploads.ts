// Uploads that go to the bucket past the service (D646).
import { formatDateTime } from '../../core/date-values.ts';
import { beginDirectUpload, type BegunUpload, type DirectUploadInput } from '../../core/files/direct-uploads.ts';
import { cancelDirectUpload, completeDirectUpload } from '../../core/files/end-direct-upload.ts';
import { singleDocument, type Resource } from '../../core/format/jsonapi/documents.ts';
import { readCreate } from '../../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerNew } from '../../core/representation/responses.ts';
import { streamView } from '../../core/representation/owned-views.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

const resourceOf = ({ row, request }: BegunUpload): Resource<'DirectUploads'> => ({
  id: row._id,
  type: 'direct_uploads',
  path: `/streams/direct_uploads/${row._id}`,
  attributes: {
    file_name: row.stream.file_name,
    mime_type: row.stream.mime_type,
    file_size: row.stream.file_size,
    ...(row.hash_md5 !== undefined && { hash_md5: row.hash_md5 }),
    ...(row.hash_sha256 !== undefined && { hash_sha256: row.hash_sha256 }),
    private_url: row.private_url,
  },
  meta: {
    url: request.url,
    method: 'PUT',
    headers: request.headers,
    expires_at: formatDateTime(row.address_until),
    complete_by: formatDateTime(row.expires),
  },
});

export function directUploadHandlers({ objects, files }: Services) {
  return {
    createDirectUpload: async ({ body, context }) => {
      const begun = await beginDirectUpload(files, readCreate(body, 'direct_uploads') as DirectUploadInput, context);
      // The address alone permits the upload.
      const headers = { 'Cache-Control': 'no-store' } as const;
      return { status: 201, headers, body: singleDocument(resourceOf(begun), context.url) };
    },
    createDirectUploadStream: async ({ params, context }) =>
      answerNew(streamView(objects), await completeDirectUpload(files, params.direct_upload_id, context), context),
    deleteDirectUpload: ({ params, context }) => noContent(cancelDirectUpload(files, params.direct_upload_id, context)),
  } satisfies Partial<Handlers>;
}
