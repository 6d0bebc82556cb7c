// Custom properties as rows and as resources (D549).
import type { Resource } from '../format/jsonapi/documents.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Field } from '../query/filters.ts';
import type { Store } from '../store/store.ts';
import { formatDateTime } from '../date-values.ts';
import type { PropertyRow } from '../store/rows/model-rows.ts';
import { propertyIndexName } from '../store/indexes/indexes.ts';
import { readIndexProgress } from '../store/indexes/index-progress.ts';
import { concreteBelow } from '../model/apply-model-change.ts';
import type { Model } from '../model/model.ts';

export const PROPERTY_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { path: '_id', kind: 'json' }],
  ['name', { path: 'name', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['label', { path: 'label', kind: 'string' }],
  ['property_type_name', { path: 'property_type_name', kind: 'string' }],
  ['object_type_name', { path: 'object_type_name', kind: 'string' }],
  ['is_nullable', { path: 'is_nullable', kind: 'boolean' }],
  ['is_static', { path: 'is_static', kind: 'boolean' }],
  ['read_only', { path: 'read_only', kind: 'boolean' }],
  ['indexed', { path: 'indexed', kind: 'boolean' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
]);

/** A property of either kind; the id of a static one is a UUID, and it has no dates. */
export interface AnyProperty extends Omit<PropertyRow, '_id' | 'created' | 'modified'> {
  _id: number | string;
  created?: Date;
  modified?: Date;
  is_static: boolean;
}

/** Status of the index of a property. */
export interface IndexState {
  status: 'building' | 'ready';
  /** Percentage of scanned objects; null when the database does not report it. */
  progress: number | null;
}

/** @param index of a custom property; null for one without */
export const propertyResource = (property: AnyProperty, index: IndexState | null): Resource<'Properties'> => ({
  id: String(property._id),
  type: 'properties',
  path: `/model/properties/${property._id}`,
  attributes: {
    name: property.name,
    description: property.description,
    label: property.label,
    property_type_name: property.property_type_name,
    object_type_name: property.object_type_name,
    is_nullable: property.is_nullable,
    is_static: property.is_static,
    read_only: property.read_only,
    indexed: property.indexed,
    default_value: property.default_value ?? null,
  },
  meta: {
    ...(!property.is_static && { index }),
    ...(property.created && { created: formatDateTime(property.created) }),
    ...(property.modified && { modified: formatDateTime(property.modified) }),
  },
});

export const propertyResources = (store: Store): ResourceType<PropertyRow, 'Properties'> => ({
  type: 'properties',
  path: '/model/properties',
  collection: store.properties,
  fields: PROPERTY_FIELDS,
  searchable: ['name', 'description'],
  addressedBy: [],
  filters: {},
  toResource: (row) => propertyResource({ ...row, is_static: false }, null),
});

/** Mean of the types that have the property: 100 for those with a finished index. */
function meanProgress(types: readonly string[], pending: readonly string[], known: ReadonlyMap<string, number>) {
  if (!pending.some((type) => known.has(type))) return null;
  const sum = pending.reduce((total, type) => total + (known.get(type) ?? 0), 100 * (types.length - pending.length));
  return Math.floor(sum / types.length);
}

/** Of the custom properties among `properties`, by id; those without an index are omitted. At most one read. */
export async function indexStates(
  store: Pick<Store, 'client' | 'db'>,
  model: Model,
  properties: readonly AnyProperty[],
): Promise<Map<AnyProperty['_id'], IndexState>> {
  const indexed = properties.filter((property) => property.indexed && !property.is_static);
  const places = indexed.map(({ _id, name, object_type_name }) => {
    const types = concreteBelow(model, object_type_name);
    const index = propertyIndexName(name);
    return { _id, types, pending: types.filter((type) => model.types.get(type)?.building.has(index) === true) };
  });
  const isAnyPending = places.some(({ pending }) => pending.length > 0);
  const known = isAnyPending ? await readIndexProgress(store) : new Map<string, number>();
  return new Map(
    places.map(({ _id, types, pending }): [AnyProperty['_id'], IndexState] => {
      if (pending.length === 0) return [_id, { status: 'ready', progress: 100 }];
      return [_id, { status: 'building', progress: meanProgress(types, pending, known) }];
    }),
  );
}
