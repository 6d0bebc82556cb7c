// Rows with the visibility of an object: their copies of its visibility, and their search texts.
import { isSameValue } from '../objects/changes/change-values.ts';
import { viewOf } from '../objects/changes/lock-objects.ts';
import { foldedText } from '../objects/search/search-text.ts';
import { translationText } from '../objects/translations/translation-kind.ts';
import type { AnnotationRow, Document, ObjectDocument, ObjectRow, ObjectView, TranslationRow } from '../store/store.ts';
import { byId, shown, unique, type Examine, type Finding, type View } from './check.ts';
import { withRowType } from '../store/untyped-collection.ts';

interface Copy {
  _id: unknown;
  object_id: number;
  object?: ObjectView | undefined;
}

/** Documents of the objects of some rows, by id. */
export async function ownersOf(rows: readonly Copy[], view: View): Promise<Map<number, ObjectDocument>> {
  const { store, transaction } = view;
  const ids = unique(rows.map((row) => row.object_id));
  const options = { session: transaction, projection: { type: 1 } };
  const found = await store.objects.find({ _id: { $in: ids } }, options).toArray();
  const owners = new Map<number, ObjectDocument>();
  for (const type of unique(found.map((row) => row.type))) {
    const ofType = found.filter((row) => row.type === type).map(({ _id }) => _id);
    const documents = await store
      .documents(type)
      .find({ _id: { $in: ofType } }, { session: transaction })
      .toArray();
    for (const document of documents) owners.set(document._id, document);
  }
  return owners;
}

export function copyFindings(
  collection: 'trees' | 'translations' | 'annotations' | 'streams' | 'object_permissions' | 'objects',
  rows: readonly Copy[],
  owners: ReadonlyMap<number, ObjectDocument>,
): Finding[] {
  return rows.flatMap((row) => {
    const owner = owners.get(row.object_id);
    const name = `${collection} ${String(row._id)}`;
    const about = { invariant: 'copies', row: row._id };
    if (!owner) return [{ ...about, detail: `${name}: there is no object ${row.object_id}` }];
    const right = viewOf(owner);
    const isSame = isSameValue(normal(row.object), normal(right));
    // Without it a change of the object would not update its copies.
    const isFenced = owner.fence !== undefined;
    if (isSame && isFenced) return [];
    const mend = async ({ store, transaction }: View): Promise<void> => {
      const rowsOf = store.db.collection<Document>(collection);
      if (!isSame)
        // cast: the id of a stored row, of the type of its collection
        await rowsOf.updateOne({ _id: row._id as never }, { $set: { object: right } }, { session: transaction });
      const fence = { $inc: { fence: 1 } };
      await withRowType(store.documents(owner.type)).updateOne({ _id: owner._id }, fence, { session: transaction });
    };
    const detail = isSame
      ? `${name}: object ${owner._id} does not say that there are copies of it`
      : `${name}: its copy of object ${owner._id} is ${shown(row.object)}, should be ${shown(right)}`;
    return [{ ...about, detail, mend }];
  });
}

/** Undefined and null are equal. */
const normal = (view: ObjectView | undefined): unknown =>
  view && Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null));

interface Searched {
  _id: number;
  search: string;
}

function searchFindings(
  collection: 'translations' | 'annotations',
  rows: readonly Searched[],
  textOf: (row: never) => string | undefined,
): Finding[] {
  return rows.flatMap((row) => {
    // cast: the callers pass the rows together with their function
    const right = textOf(row as never);
    if (right === undefined || right === row.search) return [];
    const mend = ({ store, transaction }: View) =>
      withRowType<Searched>(store[collection]).updateOne(
        { _id: row._id },
        { $set: { search: right } },
        { session: transaction },
      );
    const detail = `${collection} ${row._id}: its search text is ${shown(row.search)}, should be ${shown(right)}`;
    return [{ invariant: 'search texts', detail, row: row._id, mend }];
  });
}

/** Trashed rows have a row in `objects`. */
async function trashFindings(
  collection: 'translations' | 'annotations',
  rows: readonly { _id: number; trashed: boolean }[],
  { store, transaction }: View,
): Promise<Finding[]> {
  const ids = rows.filter((row) => row.trashed).map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const filter = { _id: { $in: ids }, type: collection };
  const found = byId(await store.objects.find(filter, { session: transaction, projection: { _id: 1 } }).toArray());
  const missing = ids.filter((id) => !found.has(id));
  return missing.map((id) => ({
    invariant: 'rows',
    detail: `${collection} ${id} is in the trash without a row`,
    row: id,
  }));
}

export const examineTranslations: Examine<TranslationRow> = async (rows, view) => {
  const owners = await ownersOf(rows, view);
  const { types, staleSearch } = view.model;
  const textOf = (row: TranslationRow): string | undefined => {
    const owner = owners.get(row.object_id);
    const type = owner && types.get(owner.type);
    return type && !staleSearch.has(type.name) ? translationText(type, row.translated_fields) : undefined;
  };
  return [
    ...copyFindings('translations', rows, owners),
    ...searchFindings('translations', rows, textOf),
    ...(await trashFindings('translations', rows, view)),
  ];
};

export const examineAnnotations: Examine<AnnotationRow> = async (rows, view) => {
  return [
    ...copyFindings('annotations', rows, await ownersOf(rows, view)),
    ...searchFindings('annotations', rows, (row: AnnotationRow) => foldedText(row.description)),
    ...(await trashFindings('annotations', rows, view)),
  ];
};

/** Rows of `object_permissions`. */
export const examinePermissions: Examine<Copy> = async (rows, view) => {
  return copyFindings('object_permissions', rows, await ownersOf(rows, view));
};

/** Of rows of `objects`, those of translations and annotations in the trash have a copy. */
export async function trashedCopyFindings(found: readonly ObjectRow[], view: View): Promise<Finding[]> {
  const rows = found.filter((row): row is ObjectRow & Copy => row.object_id !== undefined);
  return rows.length > 0 ? copyFindings('objects', rows, await ownersOf(rows, view)) : [];
}
