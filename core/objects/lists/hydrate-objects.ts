// Documents of the objects of a page.
import type { FieldSelection } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { Condition } from '../../query/filters.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { groupBy } from '../../values.ts';

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
  const found = new Map<number, ObjectRecord>();
  const reads = [...groupBy(rows, ({ type }) => type)].map(async ([name, keys]) => {
    const type = types.get(name);
    const condition = conditionOn ? conditionOn(name) : {};
    if (!type || !condition) return;
    const projection = fieldsToRead(type, fields);
    // The condition may have `_id` as well.
    const filter = { $and: [{ _id: { $in: keys.map(({ _id }) => _id) } }, condition] };
    const options = { batchSize: keys.length + 1, ...(projection && { projection }) };
    const documents = await store.documents(name).find(filter, options).toArray();
    for (const document of documents) found.set(document._id, { type, document });
  });
  await Promise.all(reads);
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
