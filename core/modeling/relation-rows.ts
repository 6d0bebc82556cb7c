// Relations as rows and as resources (reference/jsonapi.md 3.5).
import type { Resource } from '../format/jsonapi/documents.ts';
import { knownAttributes } from '../format/jsonapi/resource-input.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { Store } from '../store/store.ts';
import { formatDateTime } from '../date-values.ts';
import type { RelationRow } from '../store/model-rows.ts';

export const RELATION_FIELDS = ['name', 'label', 'inverse_name', 'inverse_label', 'description', 'params'] as const;

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['label', { path: 'label', kind: 'string' }],
  ['inverse_name', { path: 'inverse_name', kind: 'string' }],
  ['inverse_label', { path: 'inverse_label', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const RELATIONSHIPS = { left_object_types: {}, right_object_types: {} };

export const relationResource = (row: RelationRow): Resource<'Relations'> => ({
  id: String(row._id),
  type: 'relations',
  path: `/model/relations/${row._id}`,
  attributes: knownAttributes(row, RELATION_FIELDS),
  meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  relationships: RELATIONSHIPS,
});

export const relationResources = (store: Store): ResourceType<RelationRow, 'Relations'> => ({
  type: 'relations',
  path: '/model/relations',
  collection: store.relations,
  fields: FIELDS,
  searchable: ['name', 'inverse_name', 'description', 'label', 'inverse_label'],
  addressedBy: ['name', 'inverse_name'],
  filters: {},
  toResource: relationResource,
});
