// Rows of `object_counts`: the totals of a type (object-counts.ts), and the versions of all content (exact-cache/versions.ts).
export const SLOTS = 16;

/** The class in which an object counts. `scheduled`: on, but its visibility depends on publication dates. */
export type CountKey = 'on' | 'scheduled' | 'draft' | 'off' | 'trashed';

export interface ObjectCountRow {
  /** `{type}:{slot}`. */
  _id: string;
  type: string;
  /** Raised by every write of such objects (core/store/exact-cache/versions.ts). */
  version?: number;
  /** Revision of the schema that writes must have been validated with (D25). */
  schema: string;
  n: Record<CountKey, number>;
}
