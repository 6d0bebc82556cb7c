// The part of the permission table for reading objects in the legacy envelope. Written by hand.
import type { Row } from './permission-rows.ts';

const read = (path: string): Row => ({ at: `GET /objects/${path}`, who: 'everyone' });

export const LEGACY_READING_TABLE: Record<string, Row> = {
  // Read by all, as objects are; the publication is open.
  listLegacyChildren: read('{section}/children'),
  listLegacySections: read('{section}/sections'),
  listLegacyContents: read('{section}/contents'),
  listLegacyDescendants: read('{section}/descendants'),
  listLegacySiblings: read('{section}/siblings'),
  listLegacyRelations: read('{section}/relations'),
  listLegacyRelated: read('publication/relations/see_also'),
  getLegacyRelated: read('publication/relations/see_also/{published}'),
  getLegacyChild: read('publication/children/{section}'),
};
