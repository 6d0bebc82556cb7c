// Relations as rows and as resources (D550).
import { defineResource, type DefinedResource } from '../resources/define-resource.ts';
import type { Store } from '../store/store.ts';
import type { RelationRow } from '../store/rows/model-rows.ts';

export const relationResources = (store: Store): DefinedResource<RelationRow, 'Relations'> =>
  defineResource<RelationRow, 'Relations'>({
    type: 'relations',
    path: '/model/relations',
    collection: store.relations,
    searchable: ['name', 'inverse_name', 'description', 'label', 'inverse_label'],
    addressedBy: ['name', 'inverse_name'],
    attributes: {
      name: { kind: 'string' },
      label: { kind: 'string', default: undefined },
      inverse_name: { kind: 'string' },
      inverse_label: { kind: 'string', default: undefined },
      description: { kind: 'string', default: null },
      params: { default: null },
    },
    relationships: ['left_object_types', 'right_object_types'],
  });
