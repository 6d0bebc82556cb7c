// Lists of the legacy side, read like those of the JSON:API side (service.md 4.3, D564).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { paging, type Paging } from '../format/legacy/envelope.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { LegacyObject } from '../format/legacy/object.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import type { Model } from '../model/model.ts';
import { listObjects, type ListedType } from '../objects/lists/list-objects.ts';
import { shownCondition } from '../objects/lists/object-fields.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { escapeRegExp } from '../query/search-terms.ts';
import { listedTypes } from './legacy-types.ts';
import { assertKnownRelations } from './object-parts.ts';
import { reachObjects } from './reachable-objects.ts';
import { findPublication, type LegacyServices } from './publication.ts';
import { representObjects } from './represent-objects.ts';

export interface LegacyPage {
  objects: LegacyObject[];
  paging: Paging;
}

/** Fields for literal texts; all objects have them. */
const TEXTS = ['title', 'uname', 'description'];

const holds = (model: Model, text: string, { caller }: RequestContext): Record<string, unknown> => ({
  $or: TEXTS.map((name) => {
    const holdsText = { [name]: { $regex: escapeRegExp(text), $options: 'i' } };
    const shown = shownCondition(model, [name], caller);
    return shown ? { $and: [shown, holdsText] } : holdsText;
  }),
});

export interface RequestedList {
  request: ListRequest;
  /** Members of the query that are no filter of the JSON:API side. */
  requested: Pick<ListedType, 'only' | 'scope'>;
}

/** The equivalent JSON:API request. @throws ApiError invalid_filter, invalid_parameter */
export function requestedList(services: LegacyServices, query: LegacyQuery, context: RequestContext): RequestedList {
  assertKnownRelations(services, query.embed);
  const { page, pageSize, search, substring, objectTypes } = query;
  const request: ListRequest = {
    page,
    pageSize,
    sort: [],
    textLocale: context.access.textLocale,
    filters: new Map(),
    search,
    fields: { common: undefined, byType: new Map() },
    include: [],
    count: [],
  };
  const requested = {
    ...(objectTypes && { only: listedTypes(services, objectTypes) }),
    ...(substring !== undefined && { scope: holds(services.objects.modelService.current(), substring, context) }),
  };
  return { request, requested };
}

interface FoundPage extends PageEnds {
  found: readonly ObjectRecord[];
}

/** A page past the end is empty on the legacy side, with the real total (D5, D47). */
export async function pageOf<Page extends FoundPage>(
  request: ListRequest,
  read: (request: ListRequest) => Promise<Page>,
): Promise<Page> {
  try {
    return await read(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'page_not_found') throw error;
    return { ...(await read({ ...request, page: 1, pageSize: 1 })), found: [] };
  }
}

/** The objects of a page in a response. */
export async function representPage(
  services: LegacyServices,
  { page, query, publicationId }: { page: FoundPage; query: LegacyQuery; publicationId: number },
  context: RequestContext,
): Promise<LegacyPage> {
  const { lang, embed } = query;
  const objects = await representObjects(services, { found: page.found, publicationId, lang, embed }, context);
  return { objects, paging: paging(query, { items: objects.length, total: page.count ?? 0 }) };
}

/** A page of the objects at a place, in the order of the tree except for a search. */
export async function listPlaced(
  services: LegacyServices,
  { place, query, publicationId }: { place: Omit<ListedType, 'typeName'>; query: LegacyQuery; publicationId: number },
  context: RequestContext,
): Promise<LegacyPage> {
  const { request, requested } = requestedList(services, query, context);
  const only = place.only && requested.only ? intersection(place.only, requested.only) : (place.only ?? requested.only);
  const listed = { typeName: 'objects', ...requested, ...place, ...(only && { only }) };
  const page = await pageOf(request, (each) => listObjects(services.objects, listed, each, context));
  return representPage(services, { page, query, publicationId }, context);
}

const intersection = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> =>
  new Set([...one].filter((name) => other.has(name)));

/** Descendants of the publication. @throws ApiError not_found, invalid_filter, invalid_parameter, query_too_expensive */
export async function listPublication(
  services: LegacyServices,
  query: LegacyQuery,
  context: RequestContext,
): Promise<LegacyPage> {
  const { document } = await findPublication(services, context);
  return listPlaced(
    services,
    { place: { order: { below: document._id } }, query, publicationId: document._id },
    context,
  );
}

/** Objects in the order of their ids. @throws ApiError not_found, authentication_required, forbidden for any of them */
export async function listByIds(
  services: LegacyServices,
  ids: readonly string[],
  context: RequestContext,
): Promise<LegacyObject[]> {
  return representObjects(services, await reachObjects(services, ids, context), context);
}
