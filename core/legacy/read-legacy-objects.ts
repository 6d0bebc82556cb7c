// Lists of the legacy side, read like those of the JSON:API side (service.md 4.3, D564).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { paging, type Paging } from '../format/legacy/envelope.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { LegacyObject, LegacyRelation } from '../format/legacy/object.ts';
import type { ListRequest, PageEnds } from '../list-request.ts';
import type { Model } from '../model/model.ts';
import { listObjects, type ListedType } from '../objects/lists/list-objects.ts';
import { shownCondition } from '../objects/lists/object-fields.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { escapeRegExp } from '../query/search-terms.ts';
import { listedTypes, findPublication, type LegacyServices } from './publication.ts';
import { assertKnownRelations, readRelations } from './object-parts.ts';
import { reachObjects, reachObject, type ReachedObject } from './reachable-objects.ts';
import { representObjects } from './represent-objects.ts';
import { itemAt } from '../values.ts';
import { listRelated } from '../objects/relations/related-objects.ts';

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

/** Whether all related objects count, and the first of them are embedded. */
const isPlain = ({ search, substring, objectTypes, page, sizeGiven }: LegacyQuery): boolean =>
  search === undefined && substring === undefined && !objectTypes && page === 1 && sizeGiven === undefined;

interface FoundRelation {
  name: string;
  count: number;
  /** undefined: none were asked for. */
  embedded: readonly ObjectRecord[] | undefined;
}

/** The related objects that fit the query, by the lists of their relations; their number alone is known for a plain one. */
async function readFiltered(
  services: LegacyServices,
  { object, query }: { object: ObjectRecord; query: LegacyQuery },
  context: RequestContext,
): Promise<FoundRelation[]> {
  const { request, requested } = requestedList(services, query, context);
  const { counts } = await readRelations(services, { found: [object], embed: new Map() }, context);
  const relations: FoundRelation[] = [];
  for (const [name, { count: all }] of Object.entries(counts.get(object.document._id) ?? {})) {
    const number = query.embed.get(name);
    if (all === 0) continue;
    if (number === undefined && isPlain(query)) {
      relations.push({ name, count: all, embedded: undefined });
      continue;
    }
    const size = number === undefined ? 1 : Math.min(number, query.sizeGiven ?? number);
    const paged = { ...request, page: number === undefined ? 1 : query.page, pageSize: size };
    const related = { found: { type: object.type, id: object.document._id }, name, ...requested };
    const page = await pageOf(paged, (each) => listRelated(services.objects, related, each, context));
    const count = page.count ?? 0;
    if (count > 0) relations.push({ name, count, embedded: number === undefined ? undefined : page.found });
  }
  return relations;
}

/** @returns the relations that lead to something, by name */
async function relationsOf(
  services: LegacyServices,
  { found: object, publicationId }: ReachedObject,
  query: LegacyQuery,
  context: RequestContext,
): Promise<Record<string, LegacyRelation>> {
  const { lang } = query;
  const relations = await readFiltered(services, { object, query }, context);
  const found = new Map(relations.flatMap(({ embedded = [] }) => embedded.map((each) => [each.document._id, each])));
  const shown = await representObjects(services, { found: [...found.values()], publicationId, lang }, context);
  const byId = new Map(shown.map((each) => [each.id, each]));
  const url = `${context.url.base}/objects/${object.document._id}/relations`;
  return Object.fromEntries(
    relations.map(({ name, count, embedded }): [string, LegacyRelation] => {
      const objects = embedded?.flatMap(({ document }) => byId.get(document._id) ?? []);
      return [name, { count, url: `${url}/${name}`, ...(objects && { objects }) }];
    }),
  );
}

/**
 * @throws ApiError invalid_parameter for a type or a relation that does not exist, invalid_filter, query_too_expensive, and as
 * reachObject does
 */
export async function getLegacyObject(
  services: LegacyServices,
  { id, query }: { id: string; query: LegacyQuery },
  context: RequestContext,
): Promise<{ shown: LegacyObject; revision: number }> {
  requestedList(services, query, context);
  const reached = await reachObject(services, id, context);
  const { found: object, publicationId } = reached;
  const isWhole = isPlain(query);
  const represented = { found: [object], publicationId, lang: query.lang, ...(isWhole && { embed: query.embed }) };
  const shown = itemAt(await representObjects(services, represented, context), 0);
  const { revision } = object.document;
  if (isWhole) return { shown, revision };
  return { shown: { ...shown, relations: await relationsOf(services, reached, query, context) }, revision };
}

/** The relations with related objects that fit the query. @throws ApiError as getLegacyObject does */
export async function countRelations(
  services: LegacyServices,
  { id, query }: { id: string; query: LegacyQuery },
  context: RequestContext,
): Promise<Record<string, LegacyRelation>> {
  requestedList(services, query, context);
  return relationsOf(services, await reachObject(services, id, context), query, context);
}
