// Roles as resources, and which of them a caller sees.
import type { RequestContext } from '../context.ts';
import type { Resource } from '../format/jsonapi/documents.ts';
import { formatDateTime } from '../date-values.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { booleanOf, filterError, textOf, type Field } from '../query/filters.ts';
import type { RoleRow, Store } from '../store/store.ts';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['unchangeable', { path: 'unchangeable', kind: 'boolean' }],
  ['priority', { path: 'priority', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const RELATIONSHIPS = { users: {} };

export const roleResource = (row: RoleRow): Resource<'Roles'> => ({
  id: String(row._id),
  type: 'roles',
  path: `/roles/${row._id}`,
  attributes: { name: row.name, description: row.description, unchangeable: row.unchangeable },
  meta: {
    priority: row.priority,
    created: formatDateTime(row.created),
    modified: formatDateTime(row.modified),
  },
  relationships: RELATIONSHIPS,
});

export const roleResources = (
  store: Store,
  { caller }: Pick<RequestContext, 'caller'>,
): ResourceType<RoleRow, 'Roles'> => ({
  type: 'roles',
  path: '/roles',
  collection: store.roles,
  fields: FIELDS,
  searchable: ['name', 'description'],
  addressedBy: ['name'],
  filters: {
    mine: (value, parameter) => {
      const text = textOf(value, parameter);
      if (text !== '' && !booleanOf(text, parameter)) throw filterError(parameter, 'this filter takes no value.');
      return { _id: { $in: [...caller.roles] } };
    },
  },
  toResource: roleResource,
});

/** Condition on the roles that a caller sees (D88). @param always ids of roles that are seen in any case */
export function roleScope({ access, caller }: RequestContext, always: Iterable<number> = []): Record<string, unknown> {
  const grant = access.grant('roles', 'read');
  if (grant === 'all') return {};
  return { _id: { $in: [...(grant === 'mine' ? caller.roles : []), ...always] } };
}
