// Translations and annotations: rows that belong to an object and share its visibility (D14, D29). This folder has the
// common code; each kind adds its differences.
import type { RequestContext } from '../../context.ts';
import type { ResourceName } from '../../format/jsonapi/documents.ts';
import type { ResourceRow, ResourceType } from '../../resources/resource-type.ts';
import type { ObjectRow, ObjectView } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';

export interface OwnedRow extends ResourceRow {
  _id: number;
  object_id: number;
  trashed: boolean;
  search: string;
  object: ObjectView;
}

export interface OwnedKind<Row extends OwnedRow, Name extends ResourceName = ResourceName> {
  resources: ResourceType<Row, Name>;
  /** Condition on the rows alone, without their objects; undefined when the caller sees none. */
  scope(context: RequestContext): Record<string, unknown> | undefined;
  /** @throws ApiError authentication_required, forbidden */
  assertMayChange(services: ObjectServices, row: Row, context: RequestContext): Promise<void>;
  /** Condition on rows whose text is searchable; undefined for all rows (D423). */
  searched?(): Record<string, unknown>;
  /** Further changes in a write by a user. */
  editedBy(userId: number | null): Partial<Row>;
  /** The descriptive fields of its row of `objects` while it is in the trash. */
  inTrash(row: Row): Pick<ObjectRow, 'title' | 'description' | 'status' | 'lang' | 'created_by'>;
}
