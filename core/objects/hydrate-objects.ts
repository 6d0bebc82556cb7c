// Documents of the objects of a page.
import type { FieldSelection } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import type { Condition } from '../query/filters.ts';
import type { Filter, ObjectDocument } from '../store/store.ts';
import type { ObjectServices } from './object-services.ts';
import { fieldsToRead } from './read-fields.ts';
import type { FoundObject } from './found-object.ts';

/** Where an object is: its id, and the name of its type. */
export interface ObjectRow {
  _id: number;
  type: string;
}

const ALL_FIELDS: FieldSelection = { common: undefined, byType: new Map() };

/**
 * In the order of the rows, by one read for each type among them; what went away meanwhile is left out.
 * @param fields that are read
 * @param conditionOn what the documents of a type meet; undefined for a type of which none is read
 */
export async function hydrateObjects(
  { store, modelService }: Pick<ObjectServices, 'store' | 'modelService'>,
  rows: readonly ObjectRow[],
  fields: FieldSelection = ALL_FIELDS,
  conditionOn?: (type: string) => Condition | undefined,
): Promise<FoundObject[]> {
  const { types } = modelService.current();
  const idsByType = new Map<string, number[]>();
  for (const { _id, type } of rows) {
    const ids = idsByType.get(type);
    if (ids) ids.push(_id);
    else idsByType.set(type, [_id]);
  }
  const found = new Map<number, FoundObject>();
  const read = async (type: ResolvedType, ids: number[]): Promise<void> => {
    const condition = conditionOn ? conditionOn(type.name) : {};
    if (!condition) return;
    const projection = fieldsToRead(type, fields);
    // The condition may be about ids as well.
    const filter = { $and: [{ _id: { $in: ids } }, condition] } as Filter<ObjectDocument>;
    const documents: ObjectDocument[] = await store
      .documents(type.name)
      .find(filter, { batchSize: ids.length + 1, ...(projection && { projection }) })
      .toArray();
    for (const document of documents) found.set(document._id, { type, document });
  };
  await Promise.all(
    [...idsByType].map(async ([name, ids]) => {
      const type = types.get(name);
      if (type) await read(type, ids);
    }),
  );
  return rows.flatMap(({ _id }) => found.get(_id) ?? []);
}
