// `translated_fields`: values in another language, valid by the schema of the attribute that they translate.
import { ApiError, type Fault } from '../../errors.ts';
import { readAttributes, toStoredWire } from '../../model/attribute-values.ts';
import type { Attribute, ResolvedType } from '../../model/model.ts';
import type { ObjectServices } from '../object-services.ts';
import { isPrivate } from '../visibility/shown-attributes.ts';
import { validateAttributes } from '../../model/schemas/attribute-validator.ts';

export const POINTER = '/data/attributes/translated_fields';

/** Lists of links to categories and tags have no text of the object's own. */
const INLINE = new Set(['categories', 'tags', 'date_ranges']);

const isTranslatable = (type: ResolvedType, attribute: Attribute | undefined): boolean =>
  attribute !== undefined &&
  attribute.translatable &&
  !attribute.readOnly &&
  attribute.schema['writeOnly'] !== true &&
  !(INLINE.has(attribute.name) && !attribute.custom) &&
  !isPrivate(type, attribute.name);

const encodePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

const untranslatable = (name: string): Fault => ({
  detail: `[translated_fields.${name.slice(0, 100)}.translatable]: This field is not translatable.`,
  source: { pointer: `${POINTER}/${encodePointer(name.slice(0, 100))}` },
});

/** An error of an attribute, reported for its translation. */
const ofTranslation = ({ detail, source, ...rest }: Fault): Fault => ({
  ...rest,
  detail: detail.replace(/^\[/, '[translated_fields.'),
  source: { pointer: (source?.pointer ?? '').replace('/data/attributes', POINTER) },
});

/**
 * The stored values, which differ from the shown ones in their keys only (D414); null means that the field is not translated.
 * @throws ApiError invalid_data with a fault for each invalid field
 */
export function readTranslatedFields(
  { sanitizeHtml }: ObjectServices,
  type: ResolvedType,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.entries(input);
  const wrong = given.map(([name]) => name).filter((name) => !isTranslatable(type, type.attribute.get(name)));
  if (wrong.length > 0) throw new ApiError('invalid_data', wrong.map(untranslatable));
  const { values, faults } = readAttributes(type, Object.fromEntries(given.filter(([, value]) => value !== null)));
  sanitizeHtml?.(type, values);
  faults.push(...validateAttributes(type, 'change', values));
  if (faults.length > 0) throw new ApiError('invalid_data', faults.map(ofTranslation));
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    if (attribute && value !== null) fields[name] = toStoredWire(attribute, value);
  }
  return fields;
}
