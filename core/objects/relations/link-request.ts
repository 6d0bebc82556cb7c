// Changes of the links of an object, as a body requests them (D26, D49).
import type { RequestContext } from '../../context.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { ObjectServices } from '../object-services.ts';
import type { LinkRequest } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import { linkFields } from '../changes/link-fields.ts';
import { readLinks, type LinkBody } from './link-input.ts';
import type { LinkageChange } from '../../format/jsonapi/resource-input.ts';

export interface LinksInput {
  how: LinkageChange;
  data: LinkBody;
}

/**
 * Reads the requested changes of the links of an object.
 * @throws ApiError not_found, type_conflict, invalid_data
 */
export async function readLinkRequest(
  services: ObjectServices,
  { found, side, isNew = false }: { found: ObjectRecord; side: RelationSide; isNew?: boolean },
  { how, data }: LinksInput,
  context: RequestContext,
): Promise<LinkRequest> {
  const wanted = await readLinks(services, { found, side, how, isNew }, data, context);
  const isPlaced = wanted.some(({ priority, inv_priority }) => priority !== undefined || inv_priority !== undefined);
  return {
    context,
    found,
    side,
    fields: linkFields(side),
    how,
    wanted,
    id: found.document._id,
    otherIds: wanted.map(({ other }) => other),
    isNew,
    isAppend: !isPlaced && (how === 'add' || (isNew && how === 'replace')),
    within: (work) => work(),
  };
}
