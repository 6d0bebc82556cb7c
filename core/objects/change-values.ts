import { isDeepStrictEqual } from 'node:util';
import { toWire } from '../model/attribute-values.ts';
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';
import { storedValue } from './object-document.ts';

/** Equal as stored values: nothing and null are the same, and members of an object have no order (D46). */
export const isSameValue = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/**
 * New values of all attributes that differ, as the change row keeps them: wire values by name, generated ones too. What
 * clients may never read is masked. `before` is null for a new object.
 */
export function changedAttributes(
  type: ResolvedType,
  before: ObjectDocument | null,
  after: ObjectDocument,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const attribute of type.attributes) {
    const value = storedValue(after, attribute);
    if (isSameValue(before && storedValue(before, attribute), value)) continue;
    changed[attribute.name] = attribute.schema['writeOnly'] === true ? '*****' : toWire(attribute, value);
  }
  if (before && before.locked !== after.locked) changed['locked'] = after.locked;
  return changed;
}
