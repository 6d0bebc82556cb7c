// The part of the permission table for versions: of files, with objects made from them, and of objects. Written by
// hand.
import type { Row } from './permission-rows.ts';

const file = { body: () => 'Wombats', contentType: 'text/plain' };

export const VERSIONS_TABLE: Record<string, Row> = {
  createStreamVersion: { at: 'POST /streams/version/{file}/wombats.txt', who: 'editors', ...file },
  replaceStreamVersion: { at: 'PATCH /streams/version/{fileWithStream}/wombats.txt', who: 'editors', ...file },
  uploadTypedObject: { at: 'POST /files/upload/wombats.txt', who: 'editors', ...file },

  // Versions of an object are for those whom it is for.
  listTypedObjectVersions: { at: 'GET /documents/{document}/versions', who: 'everyone' },
  getTypedObjectVersion: { at: 'GET /documents/{document}/versions/1', who: 'everyone' },
  restoreTypedObjectVersion: {
    at: 'POST /documents/{revised}/versions/1/actions/restore',
    who: 'editors',
    body: (ids) => ({ data: { type: 'documents', id: ids['revised'] } }),
  },
};
