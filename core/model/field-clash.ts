// Attributes and relationships of a resource share their names (JSON:API 1.1, "Fields"), so no type may have both of one.
import { invalidData } from '../errors.ts';
import type { Model, ResolvedType } from './model.ts';

const clashOf = (type: ResolvedType): string | undefined =>
  type.relations.find(({ name }) => type.attribute.has(name))?.name;

/** Clashes from before there was this rule stay. @throws ApiError invalid_data for one that a change of the model makes */
export function assertNoFieldClash({ before, after }: { before: Model; after: Model }): void {
  for (const type of after.types.values()) {
    const name = clashOf(type);
    const previous = before.types.get(type.name);
    if (name === undefined || (previous && clashOf(previous) === name)) continue;
    const detail = `[name.clash]: Type "${type.name}" would have an attribute and a relationship "${name}".`;
    throw invalidData('/data', detail);
  }
}
