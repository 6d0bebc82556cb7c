// `/admin/audit`: the audit trail, for administrators (D691).
import type { Resource } from '../format/jsonapi/documents.ts';
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import type { ResourceRow } from '../resources/resource-type.ts';
import { rowReads, type RowReads } from '../resources/row-operations.ts';
import type { AuditRow } from '../store/history/audit-trail.ts';
import type { Store } from '../store/store.ts';
import { CODE } from '../query/filters.ts';
import { withRowType } from '../store/untyped-collection.ts';
import { isRecord } from '../values.ts';

/** They are never changed, and have no revision. */
type AuditEntryRow = AuditRow & ResourceRow;

const PATH = '/admin/audit';

function valuesOf(text: string | null): Record<string, unknown> | null {
  const values: unknown = text === null ? null : JSON.parse(text);
  return isRecord(values) ? values : null;
}

const auditResources = (store: Store): DefinedResource<AuditEntryRow, 'AuditEntries'> =>
  defineResource<AuditEntryRow, 'AuditEntries'>({
    type: 'audit_entries',
    path: PATH,
    collection: withRowType<AuditEntryRow>(store.auditTrail),
    withoutDates: true,
    attributes: {
      at: { kind: 'datetime' },
      event: { ...CODE },
      resource_type: { ...CODE },
      resource_id: { ...CODE },
      user_id: { kind: 'integer' },
      application_id: { kind: 'integer' },
      address: { ...CODE },
      request_id: { ...CODE },
      before: { show: (row) => valuesOf(row.before) },
      after: { show: (row) => valuesOf(row.after) },
    },
    meta: { hash: {} },
  });

/** Single entries have no path. */
export function auditEntries(store: Store): RowReads<AuditEntryRow, 'AuditEntries'> {
  const type = auditResources(store);
  const toResource = (row: AuditEntryRow): Resource<'AuditEntries'> => ({
    ...type.toResource(row),
    path: `${PATH}?filter%5Bid%5D=${row._id}`,
  });
  return rowReads({ ...type, toResource });
}
