// Categories as rows and as resources (reference/jsonapi.md 3.6).
import type { Resource } from '../format/jsonapi/documents.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { booleanOf, filterError, textOf, type Field, type NamedFilter } from '../query/filters.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import { formatDateTime } from '../date-values.ts';
import { labelOf } from './labels.ts';
import type { Model } from '../model/model.ts';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'integer' }],
  ['name', { path: 'name', kind: 'string' }],
  ['label', { path: 'labels.default', kind: 'string' }],
  ['enabled', { path: 'enabled', kind: 'boolean' }],
  ['parent_id', { path: 'parent_id', kind: 'integer' }],
  ['object_type_name', { path: 'object_type_name', kind: 'string' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

const RELATIONSHIPS = { object_type: {}, parent_category: {}, child_categories: {}, object_categories: {} };

const toResource = (row: CategoryRow): Resource<'Categories'> => ({
  id: String(row._id),
  type: 'categories',
  path: `/model/categories/${row._id}`,
  attributes: {
    name: row.name,
    labels: row.labels,
    label: labelOf(row.labels),
    enabled: row.enabled,
    parent_id: row.parent_id,
    object_type_name: row.object_type_name,
  },
  meta: { created: formatDateTime(row.created), modified: formatDateTime(row.modified) },
  relationships: RELATIONSHIPS,
});

const byType =
  (model: Model): NamedFilter =>
  (value, parameter) => {
    const name = textOf(value, parameter);
    if (!model.types.has(name)) throw filterError(parameter, `there is no object type "${name}".`);
    return { object_type_name: name };
  };

/** Without a value, or with a true one, those at the top. */
const roots: NamedFilter = (value, parameter) =>
  value === '' || booleanOf(value, parameter) ? { parent_id: null } : { parent_id: { $ne: null } };

export const categoryResources = (store: Store, model: Model): ResourceType<CategoryRow, 'Categories'> => ({
  type: 'categories',
  path: '/model/categories',
  collection: store.categories,
  fields: FIELDS,
  searchable: ['name', 'labels.default'],
  addressedBy: [],
  filters: { type: byType(model), roots },
  toResource,
});
