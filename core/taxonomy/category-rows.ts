// Categories as resources (D551).
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import { booleanOf, filterError, singleText, type NamedFilter } from '../query/filters.ts';
import type { CategoryRow, Store } from '../store/store.ts';
import { labelOf } from './labels.ts';
import type { Model } from '../model/model.ts';

const byType =
  (model: () => Model): NamedFilter =>
  (value, parameter) => {
    const name = singleText(value, parameter);
    if (!model().types.has(name)) throw filterError(parameter, `there is no object type "${name}".`);
    return { object_type_name: name };
  };

/** Categories without a parent: for no value or a true one. */
const roots: NamedFilter = (value, parameter) =>
  value === '' || booleanOf(value, parameter) ? { parent_id: null } : { parent_id: { $ne: null } };

/** @param model the present model */
export const categoryResources = (store: Store, model: () => Model): DefinedResource<CategoryRow, 'Categories'> =>
  defineResource<CategoryRow, 'Categories'>({
    type: 'categories',
    path: '/model/categories',
    collection: store.categories,
    searchable: ['name', 'labels.default'],
    filters: { type: byType(model), roots },
    attributes: {
      name: { kind: 'string' },
      labels: { default: {} },
      label: { kind: 'string', path: 'labels.default', computed: (row) => labelOf(row.labels) },
      enabled: { kind: 'boolean', default: true },
      parent_id: { kind: 'integer', default: null },
      object_type_name: { kind: 'string' },
    },
    relationships: ['object_type', 'parent_category', 'child_categories', 'object_categories'],
  });
