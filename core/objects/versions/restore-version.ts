// Restoring a version: a change of those attributes that the version shows and that differ now (D507).
import { recordsIn } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import { changedAttributes, isSameValue } from '../changes/change-values.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { AttributeValues } from '../changes/object-input.ts';
import type { ObjectServices } from '../object-services.ts';
import { findPast } from './read-version.ts';

/** A value in the form of a body: labels of categories and tags do not belong to the object. */
const asInput = (name: string, isCustom: boolean, value: unknown): unknown => {
  if (isCustom || !Array.isArray(value)) return value;
  if (name === 'categories')
    return recordsIn(value).map((each) => ({ name: each['name'], params: each['params'] ?? null }));
  return name === 'tags' ? recordsIn(value).map((each) => ({ name: each['name'] })) : value;
};

/**
 * Attributes of a change that restores a version. Differences are computed from recorded values: a date in a body is
 * less exact than a stored one.
 * @throws ApiError not_found, query_too_expensive
 */
export async function attributesOfVersion(
  services: ObjectServices,
  found: ObjectRecord,
  number: string,
  context: RequestContext,
): Promise<AttributeValues> {
  const { recorded, attributes } = await findPast(services, found, number, context);
  const current = changedAttributes(found.type, found.document, null);
  const differing = found.type.attributes.filter(
    ({ name }) => Object.hasOwn(attributes, name) && !isSameValue(recorded[name], current[name]),
  );
  return Object.fromEntries(differing.map(({ name, custom }) => [name, asInput(name, custom, attributes[name])]));
}
