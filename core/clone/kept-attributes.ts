// A copy has those attributes of the original that the caller may write (D580): otherwise a copy would be a way to
// write the others.
import type { RequestContext } from '../context.ts';
import { toStored } from '../model/attribute-values.ts';
import type { ResolvedType } from '../model/model.ts';
import { unwritableAttributes, refusedAttributes } from '../objects/visibility/attribute-permissions.ts';
import type { AttributeValues } from '../objects/changes/object-input.ts';

/** A copy always has its own values of these. */
const OWN: ReadonlySet<string> = new Set(['status', 'uname']);

/**
 * Defaults of the attributes that the caller may not write, as in a POST without them.
 * @throws ApiError forbidden where a copy without one of them would be invalid
 */
export function copiedDefaults(type: ResolvedType, context: RequestContext): AttributeValues {
  const names = unwritableAttributes(type, context);
  const kept = type.attributes.filter(({ name, readOnly }) => names.has(name) && !readOnly && !OWN.has(name));
  const required = kept.filter((attribute) => attribute.required).map(({ name }) => name);
  if (required.length > 0) throw refusedAttributes(required, context);
  return Object.fromEntries(
    kept.map((attribute) => {
      const value: unknown = attribute.default ?? null;
      return [attribute.name, value === null ? null : toStored(attribute, structuredClone(value))];
    }),
  );
}
