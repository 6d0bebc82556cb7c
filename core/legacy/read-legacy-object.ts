// One object of the legacy side, and its relations: filters choose the related objects that are counted and embedded,
// `page` and `page_size` the page of those to embed (service.md 4.3, D841).
import { itemAt } from '../values.ts';
import type { RequestContext } from '../context.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { LegacyObject, LegacyRelation } from '../format/legacy/object.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { listRelated } from '../objects/relations/related-objects.ts';
import { pageOf, requestedList } from './list-legacy-objects.ts';
import { readRelations } from './object-parts.ts';
import type { LegacyServices } from './publication.ts';
import { reachObject, type ReachedObject } from './reachable-objects.ts';
import { representObjects } from './represent-objects.ts';

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
  { object, publicationId }: ReachedObject,
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
  const { object, publicationId } = reached;
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
