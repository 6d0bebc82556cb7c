// What only some types have beside the relations of the model, by the name of the relationship and of its path.
import type { ResolvedType } from './model.ts';

const SOME_HAVE: ReadonlyMap<string, (type: ResolvedType) => boolean> = new Map([
  ['translations', (type) => type.row.is_translatable],
  ['streams', (type) => type.associations.has('Streams')],
]);

/** False for a relationship that the type could have, as others do, and has not. */
export const mayHave = (type: ResolvedType, name: string): boolean => SOME_HAVE.get(name)?.(type) ?? true;
