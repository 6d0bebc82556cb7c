// Conflicts of names: a custom property with another attribute of its type, of its ancestors and descendants; an attribute with
// a relationship (JSON:API 1.1, "Fields").
import type { Model, ResolvedType } from './model.ts';
import type { PropertyRow } from '../store/rows/model-rows.ts';
import { invalidData } from '../errors.ts';
import { foldName } from './names.ts';

export interface PropertyClash {
  property: PropertyRow;
  /** The type in which two attributes would have the same name. */
  typeName: string;
}

const isWithin = (type: ResolvedType, typeName: string): boolean =>
  type.name === typeName || type.ancestors.includes(typeName);

/** The first conflict in a model, undefined without one; hidden attributes count. */
export function findPropertyClash(model: Model): PropertyClash | undefined {
  const byName = new Map<string, PropertyRow[]>();
  for (const row of model.rows.properties) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  for (const type of model.types.values()) {
    for (const [name, rows] of byName) {
      const here = rows.filter((row) => isWithin(type, row.object_type_name));
      const [property] = here;
      if (property && (here.length > 1 || type.attribute.get(name)?.custom === false))
        return { property, typeName: type.name };
    }
  }
  return undefined;
}

const clashOf = (type: ResolvedType): string | undefined =>
  type.relations.find(({ name }) => type.attribute.has(name))?.name;

/**
 * Conflicts that are older than this rule are accepted.
 * @throws ApiError invalid_data for one that a change of the model creates
 */
export function assertNoFieldClash({ before, after }: { before: Model; after: Model }): void {
  for (const type of after.types.values()) {
    const name = clashOf(type);
    const previous = before.types.get(type.name);
    if (name === undefined || (previous && clashOf(previous) === name)) continue;
    const detail = `[name.clash]: Type "${type.name}" would have an attribute and a relationship "${name}".`;
    throw invalidData('/data', detail);
  }
}

/** Methods of Go for a member: `GetTitleOk`, `SetTitleNil`, `HasTitle`. */
const ACCESSOR = /^(?:get|set|has|unset)(.+?)(?:ok|nil)?$/;

/** Two names that generated clients cannot tell apart (D788), undefined without such. */
export function findLookAlikes(names: readonly string[]): readonly [string, string] | undefined {
  const known = new Map<string, string>();
  for (const name of names) {
    const other = known.get(foldName(name));
    if (other !== undefined) return [other, name];
    known.set(foldName(name), name);
  }
  for (const name of names) {
    const folded = foldName(name);
    const other =
      known.get(ACCESSOR.exec(folded)?.[1] ?? '') ?? known.get(/^(?:get|set|has|unset)(.+)$/.exec(folded)?.[1] ?? '');
    if (other !== undefined) return [other, name];
  }
  return undefined;
}

const lookAlikesOf = (type: ResolvedType | undefined): (readonly [string, string])[] =>
  [type?.attributes ?? [], type?.relations ?? []].flatMap((members) => {
    const found = findLookAlikes(members.map(({ name }) => name));
    return found ? [found] : [];
  });

/**
 * Names of attributes, and of relations, that are the same in generated clients; older ones are accepted.
 * @throws ApiError invalid_data for those that a change of the model creates
 */
export function assertNoLookAlikes({ before, after }: { before: Model; after: Model }): void {
  for (const type of after.types.values()) {
    const previous = lookAlikesOf(before.types.get(type.name)).map((names) => names.join());
    const found = lookAlikesOf(type).find((names) => !previous.includes(names.join()));
    if (!found) continue;
    const detail = `[name.clash]: "${found[0]}" and "${found[1]}" of type "${type.name}" are the same name in generated clients.`;
    throw invalidData('/data/attributes/name', detail);
  }
}

const SOME_HAVE: ReadonlyMap<string, (type: ResolvedType) => boolean> = new Map([
  ['translations', (type) => type.row.is_translatable],
  ['streams', (type) => type.associations.has('Streams')],
]);

/** False for a relationship that other types have, and this one does not. */
export const mayHave = (type: ResolvedType, name: string): boolean => SOME_HAVE.get(name)?.(type) ?? true;
