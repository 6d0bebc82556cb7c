import { toWire } from '../model/attribute-values.ts';
import type { ResolvedType } from '../model/model.ts';

/** Values as the change row keeps them: wire values by attribute name; what clients may never read is masked. */
export function formatChanged(type: ResolvedType, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    if (attribute) changed[name] = attribute.schema['writeOnly'] === true ? '*****' : toWire(attribute, value);
  }
  return changed;
}
