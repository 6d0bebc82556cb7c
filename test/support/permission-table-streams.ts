// The part of the permission table that is about files. Written by hand.
import { update, type Row } from './permission-rows.ts';

export const STREAMS_TABLE: Record<string, Row> = {
  // Those of objects are read with them; the stream here is linked to a file that everybody sees.
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
  cloneStream: { at: 'POST /streams/clone/{stream}', who: 'editors' },
  // Never done, whoever asks.
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
