// Relations of a legacy body: names, ids of what is related, params and places (reference/legacy.md 3.1, 3.4).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import type { RelationSide } from '../model/model.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { readLinkRequest } from '../objects/relations/link-request.ts';
import type { LinkRequest } from '../objects/unit-of-work.ts';
import type { LinkageChange } from '../objects/relations/link-plan.ts';
import { inLegacyBody, linkPlaces } from './legacy-places.ts';
import type { LegacyLink } from './legacy-input.ts';
import type { LegacyServices } from './publication.ts';
import { namedTypes } from './seen-objects.ts';

export interface LinksAsked {
  publicationId: number;
  found: FoundObject;
  /** It is made in the same transaction. */
  isNew?: boolean;
  side: RelationSide;
  how: Exclude<LinkageChange, 'remove'>;
  /** One link, or a list of them, and where it stands in the body. */
  links: LegacyLink | readonly LegacyLink[];
  at: string;
}

/** A change of the links of one relation. @throws ApiError invalid_data */
export async function linkRequest(
  services: LegacyServices,
  asked: LinksAsked,
  context: RequestContext,
): Promise<LinkRequest> {
  const { publicationId, found, side, how, links, at, isNew = false } = asked;
  const ids = [links].flat().map((link) => Number((link as LegacyLink).related_id));
  const pointer = (index: number): string => `${at}${Array.isArray(links) ? `/${index}` : ''}/related_id`;
  const types = await namedTypes(services, { publicationId, ids, pointer }, context);
  const identifiers = ([links].flat() as LegacyLink[]).map(({ related_id: id, params, priority }, index) => {
    const place = how === 'replace' ? (priority ?? index + 1) : priority;
    const relation = { ...(params !== undefined && { params }), ...(place !== undefined && { priority: place }) };
    return { id, type: types[index] ?? '', meta: { relation } };
  });
  const [single] = identifiers;
  const data = Array.isArray(links) || !single ? identifiers : single;
  const request = await inLegacyBody(linkPlaces(at), () =>
    readLinkRequest(services.objects, { found, side, isNew }, { how, data }, context),
  );
  return { ...request, within: (work) => inLegacyBody(linkPlaces(at), work) };
}

/** All relations that a body names, to be changed with the object. @throws ApiError invalid_data */
export async function linkRequests(
  services: LegacyServices,
  asked: Pick<LinksAsked, 'publicationId' | 'found' | 'isNew' | 'how'> & {
    relations: Readonly<Record<string, readonly LegacyLink[]>> | undefined;
  },
  context: RequestContext,
): Promise<LinkRequest[]> {
  const { relations = {}, ...rest } = asked;
  const requests: LinkRequest[] = [];
  // In the transaction the revision of the object is another one already.
  const looked = { ...context, precondition: undefined };
  for (const [name, links] of Object.entries(relations)) {
    const at = `/data/relations/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const side = rest.found.type.sides.get(name);
    if (!side) throw invalidData(at, `"${rest.found.type.name}" has no relation "${name.slice(0, 100)}".`);
    requests.push(await linkRequest(services, { ...rest, side, links, at }, looked));
  }
  return requests;
}

/** @throws ApiError invalid_parameter for a relation that the type does not have (reference/legacy.md 2.2, 3.4) */
export function sideOf({ type }: FoundObject, name: string): RelationSide {
  const side = type.sides.get(name);
  if (side) return side;
  const detail = `"${type.name}" has no relation "${name.slice(0, 100)}".`;
  throw new ApiError('invalid_parameter', { detail, source: { parameter: 'relation_name' } });
}
