// The part of the permission table that is about files as they are. Written by hand. Those of objects are seen with these, by
// whoever sees them: test/api/downloads.test.ts.
import type { Row } from './permission-rows.ts';

export const DOWNLOADS_TABLE: Record<string, Row> = {
  downloadStream: { at: 'GET /streams/download/{unlinkedStream}', who: 'its owner and admins' },
};
