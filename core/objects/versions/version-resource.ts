// Versions as JSON:API resources: change and author in `meta`, the state of the object in `attributes` (D505).
import type { Caller } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { formatDateTime } from '../../date-values.ts';
import type { ObjectRecord } from '../object-record.ts';
import { isShown, readerOf } from '../visibility/shown-attributes.ts';
import type { VersionRow } from './version-rows.ts';

/** Values of an attribute in two versions. */
export interface Difference {
  value: unknown;
  other: unknown;
}

export interface ShownVersion {
  found: ObjectRecord;
  row: VersionRow;
  /** Visible wire values; none in lists. */
  attributes: Readonly<Record<string, unknown>>;
  compared?: { number: number; differences: Readonly<Record<string, Difference>> } | undefined;
}

export const VERSIONS = 'versions';

export const versionId = ({ found, row }: Pick<ShownVersion, 'found' | 'row'>): string =>
  `${found.document._id}-${row.version.number}`;

export function versionResource(
  { found, row, attributes, compared }: ShownVersion,
  caller: Pick<Caller, 'isAdmin' | 'userId' | 'roles'>,
): Resource<'TypedObjectsVersion'> {
  const { type, document } = found;
  const { number } = row.version;
  const seer = readerOf(document._id, caller);
  return {
    id: versionId({ found, row }),
    type: VERSIONS,
    path: `/${type.name}/${document._id}/versions/${number}`,
    isUnlinked: true,
    attributes: { ...attributes },
    meta: {
      number,
      user_action: row.user_action,
      created: formatDateTime(row.created),
      user_id: row.user_id,
      changed: row.changed.filter((name) => isShown(type, name, seer)),
      ...(compared && { compared_with: compared.number, differences: compared.differences }),
    },
  };
}
