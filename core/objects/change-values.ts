import { isDeepStrictEqual } from 'node:util';
import { toWire } from '../model/attribute-values.ts';
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';
import { escapeKeys } from '../store/stored-keys.ts';
import { storedValue } from './object-document.ts';

/** Equal as stored values: nothing and null are the same, and members of an object have no order (D46). */
export const isSameValue = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a ?? null, b ?? null);

/**
 * Values of attributes as the change row keeps them: wire values by name, generated ones too. What clients may never read
 * is masked.
 * @param paths stored paths that have changed; null for all that a new object has
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
    changed[attribute.name] = attribute.schema['writeOnly'] === true ? '*****' : escapeKeys(toWire(attribute, value));
  }
  if (paths?.has('locked')) changed['locked'] = document.locked;
  return changed;
}
