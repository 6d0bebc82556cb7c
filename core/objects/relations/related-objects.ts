// The related objects of an object, in the order of their links (D541). Read in steps, without a lookup for each: links by
// index, the visible objects, the documents of the page, its links.
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { ListRequest } from '../../list-request.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { ResolvedType } from '../../model/model.ts';
import { BATCH, type GivenOrder } from '../../query/by-given-order.ts';
import type { Condition } from '../../query/filters.ts';
import { underTimeLimit } from '../../query/page.ts';
import { listObjectsOf, type ListedType, type ObjectPage } from '../lists/list-objects.ts';
import type { ObjectServices } from '../object-services.ts';
import type { LinkEntry } from '../lists/plan-objects.ts';
import { linkFields, relationMeta, type LinkFields, type RelationMeta } from '../changes/link-fields.ts';
import { searchIds } from '../search/search-objects.ts';
import { visibleTypes, visibleTypesFilter } from '../visibility/visibility.ts';
import { sideNamed, typesOfSide } from './sides.ts';

/** The list of possible targets; users have only their own path (D51). */
function availableAt({ listed }: RelationSide): string {
  const names = listed.filter((name) => name !== 'users');
  if (names.length === 0) return '/users';
  if (names.includes('objects')) return '/objects';
  const filters = names.map((name, index): [string, string] => [`filter[type][${index}]`, name]);
  return `/objects?${new URLSearchParams(filters).toString()}`;
}

export interface RelatedPage extends ObjectPage {
  /** By object id. */
  relation: Map<number, RelationMeta>;
  types: ResolvedType[];
  /** Path and query. */
  available: string;
}

/** The name of the place among the links, as a field of a sort (D770). */
const PLACE = 'priority';

/**
 * The direction of a sort by the places of the links, which is the default order or the reverse of it.
 * @returns undefined for another sort
 * @throws ApiError unsupported_sort with further fields, since no two links share a place, and with filter[geo]
 */
function directionOf({ sort, filters }: ListRequest): 1 | -1 | undefined {
  const place = sort.find(({ field }) => field === PLACE);
  if (!place) return sort.length === 0 ? 1 : undefined;
  if (sort.length === 1 && !filters.has('geo')) return place.descending ? -1 : 1;
  const detail = `A sort by "${PLACE}", the place among the links, has no other fields, and no filter[geo].`;
  throw new ApiError('unsupported_sort', { detail, source: { parameter: 'sort' } });
}

/** The links of an object in their order, or in the reverse of it, without their params. */
const linksOf = (
  { store, queryTimeLimit }: ObjectServices,
  { mine, direction }: { mine: Condition; direction: 1 | -1 },
  fields: LinkFields,
): GivenOrder<LinkEntry> => ({
  sort: { [fields.mine]: direction, [fields.other]: direction },
  async *batches({ sort, condition, size }) {
    const projection = { _id: 0, priority: 1, inv_priority: 1, [fields.other]: 1, [fields.otherType]: 1 };
    const options = { projection, maxTimeMS: queryTimeLimit, batchSize: size + 1 };
    const filter = condition ? { $and: [mine, condition] } : mine;
    const cursor = store.objectRelations.find<Omit<LinkEntry, '_id' | 'otherType'>>(filter, options).sort(sort);
    try {
      while (await underTimeLimit(cursor.hasNext())) {
        const links = cursor.readBufferedDocuments(BATCH);
        yield links.map((link) => Object.assign(link, { _id: link[fields.other], otherType: link[fields.otherType] }));
      }
    } finally {
      await cursor.close();
    }
  },
});

/** The condition of a search on a list that is not in the order of relevance; undefined without one. */
async function matchesOf(
  services: ObjectServices,
  types: readonly ResolvedType[],
  { search }: ListRequest,
  context: RequestContext,
): Promise<Condition | undefined> {
  if (search === undefined) return undefined;
  const visible = visibleTypesFilter(visibleTypes(types, context, services.clock.now()));
  return { _id: { $in: await searchIds(services, { text: search, conditions: [visible] }) } };
}

/**
 * A page of related objects that the caller sees. If the relation has one target type it is a list of that type, else
 * one of several types. Another sort than by the places, or a search without a sort, replaces the order of the links.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listRelated(
  services: ObjectServices,
  {
    found,
    name,
    only,
    scope,
  }: Pick<ListedType, 'only' | 'scope'> & {
    found: { type: ResolvedType; id: number };
    name: string;
  },
  request: ListRequest,
  context: RequestContext,
): Promise<RelatedPage> {
  const { store, modelService } = services;
  const side = sideNamed(found.type, name);
  const fields = linkFields(side);
  const types = typesOfSide(modelService.current(), side);
  const mine = { [fields.me]: found.id, relation_id: side.relation._id };
  const direction = directionOf(request);
  const listed = types.filter((type) => only?.has(type.name) ?? true);
  const listing = {
    types: listed,
    mixed: types.length !== 1,
    scope,
    order: { links: linksOf(services, { mine, direction: direction ?? 1 }, fields) },
  };
  const isByPlace = direction !== undefined && request.sort.length > 0;
  const matches = isByPlace ? await matchesOf(services, listed, request, context) : undefined;
  const page = await listObjectsOf(
    services,
    matches ? { ...listing, scope: { $and: [matches, scope ?? {}] } } : listing,
    isByPlace ? { ...request, sort: [], search: undefined } : request,
    context,
  );
  const available = availableAt(side);
  if (page.links && side.relation.params === null) {
    const relation = new Map(page.links.map((link) => [link._id, relationMeta({ ...link, params: null }, fields)]));
    return { ...page, relation, types, available };
  }
  const shown = page.found.map(({ document }) => document._id);
  const rows = await store.objectRelations
    .find({ ...mine, [fields.other]: { $in: shown } }, { batchSize: shown.length + 1 })
    .toArray();
  const relation = new Map(rows.map((row) => [row[fields.other], relationMeta(row, fields)]));
  return { ...page, relation, types, available };
}
