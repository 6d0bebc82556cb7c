// `data.relationships` of a body that creates or changes an object: its links after the write (JSON:API 1.1, D331).
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { inRelationship } from '../../format/jsonapi/resource-input.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectRecord } from '../object-record.ts';
import { relationshipsOf } from '../relationship-names.ts';
import { readLinkRequest, type LinkBody } from './link-request.ts';
import type { LinkRequest } from '../changes/unit-of-work.ts';
import { isObjectUser } from './object-users.ts';

/** By name; one without `data` (clients send these back after reading) changes nothing. */
export type RelationshipsInput = Readonly<Record<string, { data?: LinkBody | null } | undefined>>;

const pointerTo = (name: string): string =>
  `/data/relationships/${name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}`;

/** @throws ApiError forbidden for a relationship that other endpoints write, invalid_data for an unknown one */
function noRelation({ type }: ObjectRecord, name: string): ApiError {
  const source = { pointer: pointerTo(name) };
  if (Object.hasOwn(relationshipsOf(type), name)) {
    const detail = `"${name}" cannot be changed together with the object, only by requests to its own path.`;
    return new ApiError('forbidden', { detail, source });
  }
  if (isObjectUser(name)) {
    const rule = 'The service sets it; send back the present linkage, or leave it out.';
    return invalidData(source.pointer, `[${name}.readOnly]: ${rule}`);
  }
  return invalidData(source.pointer, `[${name.slice(0, 100)}._unknown]: ${type.name} have no such relationship.`);
}

/** Whether the linkage of a relationship that other endpoints write is that of every new object: copies of objects have it. */
function isEmptyAtFirst({ type }: ObjectRecord, name: string, data: unknown): boolean {
  if (!Object.hasOwn(relationshipsOf(type), name) || type.sides.has(name)) return false;
  return name === 'parent' ? data === null : Array.isArray(data) && data.length === 0;
}

/**
 * Sets the links of an object, relation by relation. Links to hidden objects are kept.
 * @throws ApiError not_found, type_conflict, invalid_data, forbidden
 */
export async function readRelationships(
  services: ObjectServices,
  { isNew, ...found }: ObjectRecord & { isNew: boolean },
  relationships: RelationshipsInput,
  context: RequestContext,
): Promise<LinkRequest[]> {
  const requests: LinkRequest[] = [];
  for (const [name, relationship] of Object.entries(relationships)) {
    if (relationship?.data === undefined) continue;
    const { data } = relationship;
    const side = found.type.sides.get(name);
    if (isNew && isEmptyAtFirst(found, name, data)) continue;
    if (!side) throw noRelation(found, name);
    if (data === null)
      throw invalidData(`${pointerTo(name)}/data`, `[${name}.type]: A list of identifiers is expected.`);
    const request = await inRelationship(name, () =>
      readLinkRequest(services, { found, side, isNew }, { how: 'replace', data }, context),
    );
    requests.push({ ...request, within: (work) => inRelationship(name, work) });
  }
  return requests;
}
