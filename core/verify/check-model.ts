// The references between the rows of the model, the collections of its types, the indexes that core/store/indexes describes, and
// values that only an index keeps unique.
import { concreteTypes } from '../model/apply-model-change.ts';
import { documentsCollectionName } from '../store/store.ts';
import { ensureTypeCollection } from '../store/indexes/indexes.ts';
import type { Finding, View, WholeCheck } from './check.ts';
import { duplicatesIn, findWrongIndexes, makeIndex } from '../store/indexes/compare-indexes.ts';

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
    ...rows.properties.flatMap(({ name, object_type_name: type, property_type_name: propertyType }) => [
      ...(types.has(type) ? [] : [`property ${name}: there is no type ${type}`]),
      ...(propertyTypes.has(propertyType) ? [] : [`property ${name}: there is no property type ${propertyType}`]),
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
    const invariant = 'model';
    return [
      ...referenceFaults(view).map((detail) => ({ invariant, detail, row: detail })),
      ...ofNone.map((row) => ({ invariant, detail: `the collection ${prefix}${row} is of no type`, row })),
      ...missing.map((type) => ({
        invariant,
        detail: `the type ${type.name} has no collection`,
        row: type.name,
        mend: ({ store: at }: View) => ensureTypeCollection(at, type),
      })),
    ];
  },
};

export const checkIndexes: WholeCheck = {
  name: 'indexes',
  outside: true,
  async find({ store, model, cleanups }) {
    // Those that a change of the model requires are made by the service.
    const changing = new Set(cleanups.flatMap((each) => (each.kind === 'index' ? [each.type] : [])));
    const types = [...concreteTypes(model).values()].filter(({ name }) => !changing.has(name));
    const findings: Finding[] = [];
    for (const wrong of await findWrongIndexes(store, types)) {
      const { collectionName } = wrong.collection;
      const name = `${collectionName} (${wrong.key})`;
      const detail = `the index ${name} is ${wrong.instead === undefined ? 'missing' : 'not as described'}`;
      findings.push({ invariant: 'indexes', detail, row: name, mend: () => makeIndex(wrong) });
      if (!wrong.index.unique) continue;
      for (const { values, rows } of await duplicatesIn(wrong)) {
        const said = `${collectionName}: ${rows} rows have the same ${wrong.key}: ${JSON.stringify(values)}`;
        findings.push({ invariant: 'unique names', detail: said, row: said });
      }
    }
    return findings;
  },
};
