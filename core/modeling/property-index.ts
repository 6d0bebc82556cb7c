// Status of property indexes (D460): the model shows whether they are ready, the database reports their progress.
import { propertyIndexName } from '../store/indexes/indexes.ts';
import { readIndexProgress } from '../store/indexes/index-progress.ts';
import type { Store } from '../store/store.ts';
import { concreteBelow } from '../model/apply-model-change.ts';
import type { Model } from '../model/model.ts';
import type { AnyProperty, IndexState } from './property-rows.ts';

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
