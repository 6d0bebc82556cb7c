// The part of the permission table for files. Written by hand.
import { update, type Row } from './permission-rows.ts';

export const STREAMS_TABLE: Record<string, Row> = {
  // Those of objects are read with them; the stream here is linked to a file that every caller sees.
  listStreams: { at: 'GET /streams', who: 'everyone' },
  getStream: { at: 'GET /streams/{stream}', who: 'everyone' },
  getStreamObject: { at: 'GET /streams/{stream}/object', who: 'everyone' },
  getStreamObjectLink: { at: 'GET /streams/{stream}/relationships/object', who: 'everyone' },
  uploadStream: {
    at: 'POST /streams/upload/wombat.txt',
    who: 'editors',
    body: () => 'Wombat',
    contentType: 'text/plain',
  },
  // Clients cannot send files to the storage of these tests (test/behaviour/files/direct-uploads.test.ts).
  createDirectUpload: {
    at: 'POST /streams/direct_uploads',
    who: 'editors',
    body: () => ({
      data: {
        type: 'direct_uploads',
        attributes: {
          file_name: 'wombat.png',
          mime_type: 'image/png',
          file_size: 12,
          hash_md5: '327a6c4304ad5938eaf0efb6cc3e53dc',
        },
      },
    }),
    status: 404,
  },
  createDirectUploadStream: {
    at: 'POST /streams/direct_uploads/019e2005-7b3a-7c41-8d1e-93a1c6f20b55/stream',
    who: 'editors',
    status: 404,
  },
  deleteDirectUpload: {
    at: 'DELETE /streams/direct_uploads/019e2005-7b3a-7c41-8d1e-93a1c6f20b55',
    who: 'editors',
    status: 404,
  },
  cloneStream: { at: 'POST /streams/clone/{stream}', who: 'editors' },
  // Never permitted, for any caller.
  updateStream: {
    at: 'PATCH /streams/{stream}',
    who: 'editors',
    body: update('streams', 'stream', { file_name: 'wombat.txt' }),
    status: 403,
  },
  replaceStreamObject: {
    at: 'PATCH /streams/{stream}/relationships/object',
    who: 'editors',
    needs: ['file'],
    body: (ids) => ({ data: { type: 'files', id: ids['file'] } }),
  },
  deleteStream: { at: 'DELETE /streams/{stream}', who: 'editors' },
};
