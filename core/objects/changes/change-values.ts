import { isDeepStrictEqual } from 'node:util';
import { toStoredWire } from '../../model/attribute-values.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { ObjectDocument } from '../../store/store.ts';
import { storedValue } from './object-document.ts';

/** Equality of stored values: undefined and null are equal, and the order of members of an object does not count (D46). */
export const isSameValue = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a ?? null, b ?? null);

/**
 * Wire values of attributes in change rows, by name; what clients may never read is masked.
 * @param paths changed stored paths; null for all paths of a new object
 */
export function changedAttributes(
  type: ResolvedType,
  document: ObjectDocument,
  paths: ReadonlySet<string> | null,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const attribute of type.attributes) {
    const value = storedValue(document, attribute);
    if (paths ? !paths.has(attribute.path) : value === undefined || value === null) continue;
    changed[attribute.name] = attribute.schema['writeOnly'] === true ? '*****' : toStoredWire(attribute, value);
  }
  if (paths?.has('locked')) changed['locked'] = document.locked;
  return changed;
}
