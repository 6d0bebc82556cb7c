// Relations from the side of one concrete type: by their name on that side, with the target types.
import type { RelationRow } from '../store/rows/model-rows.ts';
import type { RelationSide, ResolvedType } from './model.ts';

export type { RelationSide } from './model.ts';

export const isSymmetric = (relation: Pick<RelationRow, 'name' | 'inverse_name'>): boolean =>
  relation.name === relation.inverse_name;

type SidedType = Pick<ResolvedType, 'row' | 'kind' | 'served' | 'concreteTypes'>;

/** Concrete types with an endpoint that some names include; users are included only by name (D51). */
function concreteBehind(names: readonly string[], types: ReadonlyMap<string, SidedType>): Set<string> {
  const found = new Set<string>();
  for (const name of names) {
    for (const concrete of types.get(name)?.concreteTypes ?? []) {
      const type = types.get(concrete);
      if (type?.served && (name === concrete || type.kind !== 'users')) found.add(concrete);
    }
  }
  return found;
}

/**
 * The relations of each type, by type and name, in the order of the relations. Relations without a target type that has
 * an endpoint are omitted.
 */
export function relationSides(
  relations: readonly RelationRow[],
  types: ReadonlyMap<string, SidedType>,
): Map<string, Map<string, RelationSide>> {
  const sides = new Map<string, Map<string, RelationSide>>();
  const idOf = (name: string): number => types.get(name)?.row._id ?? 0;
  const add = (
    typeName: string,
    name: string,
    at: Pick<RelationSide, 'relation' | 'side'>,
    others: { names: Iterable<string>; listed: readonly string[] },
  ): void => {
    const linked = [...new Set(others.names)].sort((a, b) => idOf(a) - idOf(b));
    if (linked.length === 0) return;
    const ofType = sides.get(typeName) ?? new Map<string, RelationSide>();
    const listed = [...new Set(others.listed)].filter((other) => types.get(other)?.served).sort();
    ofType.set(name, { ...at, name, symmetric: isSymmetric(at.relation), types: linked, listed });
    sides.set(typeName, ofType);
  };
  for (const relation of [...relations].sort((a, b) => a._id - b._id)) {
    const { name, inverse_name, left_object_types: listedLeft, right_object_types: listedRight } = relation;
    const left = concreteBehind(listedLeft, types);
    const right = concreteBehind(listedRight, types);
    if (isSymmetric(relation)) {
      for (const type of new Set([...left, ...right])) {
        const names = [...(left.has(type) ? right : []), ...(right.has(type) ? left : [])];
        const listed = [...(left.has(type) ? listedRight : []), ...(right.has(type) ? listedLeft : [])];
        add(type, name, { relation, side: 'left' }, { names, listed });
      }
      continue;
    }
    for (const type of left) add(type, name, { relation, side: 'left' }, { names: right, listed: listedRight });
    for (const type of right) add(type, inverse_name, { relation, side: 'right' }, { names: left, listed: listedLeft });
  }
  return sides;
}
