// The part of the permission table that is about versions of files, and objects made from them. Written by hand.
import type { Row } from './permission-rows.ts';

const file = { body: () => 'Wombats', contentType: 'text/plain' };

export const VERSIONS_TABLE: Record<string, Row> = {
  createStreamVersion: { at: 'POST /streams/version/{file}/wombats.txt', who: 'editors', ...file },
  replaceStreamVersion: { at: 'PATCH /streams/version/{fileWithStream}/wombats.txt', who: 'editors', ...file },
  uploadTypedObject: { at: 'POST /files/upload/wombats.txt', who: 'editors', ...file },
};
