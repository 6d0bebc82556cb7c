// The references between the rows of the model, and the collections of its types.
import { concreteTypes } from '../model/apply-model-change.ts';
import { documentsCollectionName } from '../store/store.ts';
import { ensureTypeCollection } from '../store/indexes/indexes.ts';
import type { Finding, View, WholeCheck } from './check.ts';

/** References in rows of the model to missing rows. */
function referenceFaults({ model: { rows } }: View): string[] {
  const types = new Map(rows.object_types.map((row) => [row.name, row]));
  const propertyTypes = new Set(rows.property_types.map((row) => row.name));
  const isRooted = (name: string): boolean => {
    const seen = new Set<string>();
    for (let row = types.get(name); row && !seen.has(row.name);) {
      if (row.parent_name === null) return true;
      seen.add(row.name);
      row = types.get(row.parent_name);
    }
    return false;
  };
  return [
    ...rows.object_types.filter((row) => !isRooted(row.name)).map((row) => `no root leads to the type ${row.name}`),
    ...rows.properties.flatMap((row) => [
      ...(types.has(row.object_type_name) ? [] : [`property ${row.name}: there is no type ${row.object_type_name}`]),
      ...(propertyTypes.has(row.property_type_name)
        ? []
        : [`property ${row.name}: there is no property type ${row.property_type_name}`]),
    ]),
    ...rows.relations.flatMap((row) =>
      [...row.left_object_types, ...row.right_object_types]
        .filter((name) => !types.has(name))
        .map((name) => `relation ${row.name}: there is no type ${name}`),
    ),
  ];
}

export const checkModel: WholeCheck = {
  name: 'model',
  outside: true,
  async find(view) {
    const { store, model, cleanups } = view;
    const prefix = documentsCollectionName('');
    const listed = await store.db.listCollections({}, { nameOnly: true }).toArray();
    const collections = listed.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    const types = concreteTypes(model);
    const dropped = new Set(cleanups.flatMap((each) => (each.kind === 'drop' ? [each.type] : [])));
    const ofNone = collections
      .map((name) => name.slice(prefix.length))
      .filter((name) => !types.has(name) && !dropped.has(name));
    const missing = [...types.values()].filter(({ name }) => !collections.includes(documentsCollectionName(name)));
    const about = { invariant: 'model' };
    return [
      ...referenceFaults(view).map((detail): Finding => ({ ...about, detail, row: detail })),
      ...ofNone.map((name): Finding => ({
        ...about,
        detail: `the collection ${prefix}${name} is of no type`,
        row: name,
      })),
      ...missing.map((type): Finding => ({
        ...about,
        detail: `the type ${type.name} has no collection`,
        row: type.name,
        mend: ({ store: at }) => ensureTypeCollection(at, type),
      })),
    ];
  },
};
