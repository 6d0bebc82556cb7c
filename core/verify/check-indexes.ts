// The indexes that core/store/indexes/indexes.ts describes, and values that only an index keeps unique.
import { concreteTypes } from '../model/apply-model-change.ts';
import { duplicatesIn, findWrongIndexes, makeIndex } from '../store/indexes/compare-indexes.ts';
import type { Finding, WholeCheck } from './check.ts';

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
