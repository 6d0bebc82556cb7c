// Documents of the objects of a page.
import type { FieldSelection } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { Condition } from '../../query/filters.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';

/** Where an object is: its id, and the name of its type. */
export interface ObjectKey {
  _id: number;
  type: string;
}

const ALL_FIELDS: FieldSelection = { common: undefined, byType: new Map() };

/**
 * In the order of the rows, by one read for each type; objects that were deleted since are omitted.
 * @param fields to read
 * @param conditionOn condition on the documents of a type; undefined for a type of which none is read
 */
export async function hydrateObjects(
  { store, modelService }: Pick<ObjectServices, 'store' | 'modelService'>,
  rows: readonly ObjectKey[],
  fields: FieldSelection = ALL_FIELDS,
  conditionOn?: (type: string) => Condition | undefined,
): Promise<ObjectRecord[]> {
  const { types } = modelService.current();
  const idsByType = new Map<string, number[]>();
  for (const { _id, type } of rows) {
    const ids = idsByType.get(type);
    if (ids) ids.push(_id);
    else idsByType.set(type, [_id]);
  }
  const found = new Map<number, ObjectRecord>();
  const read = async (type: ResolvedType, ids: number[]): Promise<void> => {
    const condition = conditionOn ? conditionOn(type.name) : {};
    if (!condition) return;
    const projection = fieldsToRead(type, fields);
    // The condition may have `_id` as well.
    const filter = { $and: [{ _id: { $in: ids } }, condition] };
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

/** Texts and content of any size. The other fields of a document are small, and needed for more than their values. */
const LARGE: ReadonlySet<string> = new Set(['body', 'description', 'extra']);

/** MongoDB projection without what the response does not show. @param sortedBy stored paths to read in any case */
export function fieldsToRead(
  type: ResolvedType,
  fields: FieldSelection,
  sortedBy: readonly string[] = [],
): Record<string, 0> | undefined {
  const named = fields.byType.get(type.name) ?? fields.common;
  if (!named) return undefined;
  // Cursors consist of the values of the sort.
  const sorted = type.attributes.filter(({ path }) => sortedBy.includes(path)).map(({ name }) => name);
  const shown = new Set([...named, ...sorted]);
  const custom = type.attributes.filter((attribute) => attribute.custom);
  const isNoneShown = !custom.some(({ name }) => shown.has(name));
  const hidden = type.attributes.filter(
    ({ name, custom: isCustom, path }) => !shown.has(name) && (isCustom ? !isNoneShown : LARGE.has(path)),
  );
  const paths = [...hidden.map(({ path }) => path), ...(isNoneShown && custom.length > 0 ? ['custom'] : [])];
  return paths.length > 0 ? Object.fromEntries(paths.map((path) => [path, 0])) : undefined;
}
