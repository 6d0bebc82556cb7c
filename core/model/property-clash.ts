// Whether every custom property has its name for itself: beside the attributes of its type, of the types above and below.
import type { Model, ResolvedType } from './model.ts';
import type { PropertyRow } from '../store/model-rows.ts';

export interface PropertyClash {
  property: PropertyRow;
  /** The type in which two attributes of one name would meet. */
  typeName: string;
}

const isWithin = (type: ResolvedType, typeName: string): boolean =>
  type.name === typeName || type.ancestors.includes(typeName);

/** The first clash in a model, undefined when there is none; a hidden attribute is one too. */
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
