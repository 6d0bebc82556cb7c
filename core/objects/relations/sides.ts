// Relations of the model as the objects of one type have them.
import { ApiError } from '../../errors.ts';
import type { Model, RelationSide, ResolvedType } from '../../model/model.ts';

/** Links are small and read together: a list needs the same number of commands at any length. */
export const LINK_BATCH = 100_000;

/** A relation of an object's type, by its name on that side. @throws ApiError not_found */
export function sideNamed(type: ResolvedType, name: string): RelationSide {
  const side = type.sides.get(name);
  if (!side) throw new ApiError('not_found', `Relationship "${name.slice(0, 100)}" does not exist.`);
  return side;
}

export const typesOfSide = (model: Model, side: RelationSide): ResolvedType[] =>
  side.types.flatMap((name) => model.types.get(name) ?? []);
