// A change of the links of one object under one of its relations, read from a body and ready to be made (D26, D49).
import type { RequestContext } from '../../context.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { linkFields, type LinkFields } from './link-fields.ts';
import { readLinks, type LinkBody } from './link-input.ts';
import type { LinkageChange, WantedLink } from './link-plan.ts';
import type { LinkChange } from './write-links.ts';

export interface LinksInput {
  how: LinkageChange;
  data: LinkBody;
}

export interface LinkRequest {
  services: ObjectServices;
  context: RequestContext;
  found: FoundObject;
  side: RelationSide;
  fields: LinkFields;
  how: LinkageChange;
  wanted: readonly WantedLink[];
  /** The object whose links are changed, and those at their other ends as far as the request names them. */
  id: number;
  otherIds: readonly number[];
  /** The object is made in the same transaction, so that it has no links yet. */
  isNew: boolean;
  /** New links go behind all others at both ends, and no other link moves: then several requests share an object. */
  isAppend: boolean;
  /** Gives faults their place in the body. */
  within: <T>(work: () => Promise<T>) => Promise<T>;
  /** Looks at the links as they are in the transaction; it may throw. */
  check?: (session: Transaction) => Promise<void>;
  /** What has changed, each time that the transaction is run. */
  onWritten?: (changes: readonly LinkChange[]) => void;
}

/**
 * Reads what a body asks of the links of an object.
 * @throws ApiError not_found, type_conflict, invalid_data
 */
export async function readLinkRequest(
  services: ObjectServices,
  { found, side, isNew = false }: { found: FoundObject; side: RelationSide; isNew?: boolean },
  { how, data }: LinksInput,
  context: RequestContext,
): Promise<LinkRequest> {
  const wanted = await readLinks(services, { found, side, how }, data, context);
  const isPlaced = wanted.some(({ priority, inv_priority }) => priority !== undefined || inv_priority !== undefined);
  return {
    services,
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
