// The part of the permission table for files. Written by hand. Callers who see objects see their files:
// test/api/files/downloads.test.ts.
import type { Row } from './permission-rows.ts';

export const DOWNLOADS_TABLE: Record<string, Row> = {
  downloadStream: { at: 'GET /streams/download/{unlinkedStream}', who: 'its owner and admins' },
};
