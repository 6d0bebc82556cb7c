// The number of related objects of each object of a response, and the first of them, of those that the caller sees
// (D526): one read of links and one of visible ids, for a whole response and all relations together.
import type { RequestContext } from '../../context.ts';
import type { ReadRequest } from '../../list-request.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { keyOf, type Linkage } from '../../resources/include.ts';
import { assertFewRows, readAll } from '../../query/page.ts';
import type { ObjectBase, ObjectRelationRow } from '../../store/store.ts';
import type { ObjectItem } from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibleTypes, visibleTypesFilter } from '../visibility/visibility.ts';
import { linkFields } from '../changes/link-fields.ts';

type Row = Pick<ObjectBase, '_id' | 'type'>;

/** The related objects of one object under one relation. */
export interface RelatedCount {
  count: number;
  /** The first of them by priority, up to the requested number. */
  first: Row[];
}

export interface RequestedRelated {
  count: ReadRequest['count'];
  /** Number of first objects by name; other relations have none. */
  first?: ReadonlyMap<string, number>;
}

interface Requested {
  side: RelationSide;
  items: Map<number, RelatedCount>;
}

type CountedLink = Pick<ObjectRelationRow, 'relation_id' | 'left_id' | 'right_id' | 'priority' | 'inv_priority'>;

/** By the key of the object and the name of the relation. */
type RelatedCounts = Map<string, Record<string, RelatedCount>>;

/** Objects to count, by relation and side, each with the object that gets the result. */
function collectRequested(
  items: readonly ObjectItem[],
  count: ReadRequest['count'],
): { requested: Map<string, Requested>; counts: RelatedCounts } {
  const requested = new Map<string, Requested>();
  const counts: RelatedCounts = new Map();
  for (const item of items) {
    const ofItem: Record<string, RelatedCount> = {};
    for (const side of item.found.type.sides.values()) {
      if (count !== 'all' && !count.includes(side.name)) continue;
      // Sides of two types may have different targets, even of one relation.
      const key = `${side.relation._id}/${side.side}/${item.type}`;
      const entry = requested.get(key) ?? { side, items: new Map<number, RelatedCount>() };
      const related: RelatedCount = { count: 0, first: [] };
      entry.items.set(item.found.document._id, related);
      requested.set(key, entry);
      ofItem[side.name] = related;
    }
    if (Object.keys(ofItem).length > 0) counts.set(keyOf(item), ofItem);
  }
  return { requested, counts };
}

/** @throws ApiError query_too_expensive */
export async function readRelated(
  services: ObjectServices,
  items: readonly ObjectItem[],
  { count, first }: RequestedRelated,
  context: RequestContext,
): Promise<RelatedCounts> {
  const { requested, counts } = collectRequested(items, count);
  if (requested.size === 0) return counts;
  const { store, modelService, clock, queryTimeLimit } = services;
  const limits = { maxTimeMS: queryTimeLimit };
  const conditions = [...requested.values()].map(({ side, items: ofSide }) => ({
    [linkFields(side).me]: { $in: [...ofSide.keys()] },
    relation_id: side.relation._id,
  }));
  const places = first && first.size > 0 ? { priority: 1, inv_priority: 1 } : {};
  const projection = { _id: 0, relation_id: 1, left_id: 1, right_id: 1, ...places };
  const links = await readAll(store.objectRelations.find<CountedLink>({ $or: conditions }, { ...limits, projection }));
  const { types } = modelService.current();
  const names = new Set([...requested.values()].flatMap(({ side }) => side.types));
  const targets = [...names].flatMap((name) => types.get(name) ?? []);
  const groups = visibleTypes(targets, context, clock.now());
  if (links.length === 0) return counts;
  const ids = [...new Set(links.flatMap((link) => [link.left_id, link.right_id]))];
  assertFewRows(ids.length);
  const filter = { $and: [{ _id: { $in: ids } }, visibleTypesFilter(groups)] };
  const rows = await readAll(store.objects.find<Row>(filter, { ...limits, projection: { type: 1 } }));
  const seen = new Map(rows.map((row) => [row._id, row]));
  for (const each of requested.values()) takeLinks(each, { links, seen, first: first?.get(each.side.name) ?? 0 });
  return counts;
}

function takeLinks(
  { side, items }: Requested,
  { links, seen, first }: { links: readonly CountedLink[]; seen: ReadonlyMap<number, Row>; first: number },
): void {
  const { me, other, mine } = linkFields(side);
  const ofSide = links.filter((link) => link.relation_id === side.relation._id);
  if (first > 0) ofSide.sort((a, b) => a[mine] - b[mine] || a[other] - b[other]);
  for (const link of ofSide) {
    const related = items.get(link[me]);
    const row = seen.get(link[other]);
    if (!related || !row || !side.types.includes(row.type)) continue;
    related.count += 1;
    if (related.first.length < first) related.first.push(row);
  }
}

/** The counts alone, as relationships show them. @throws ApiError query_too_expensive */
export async function countRelated(
  services: ObjectServices,
  items: readonly ObjectItem[],
  count: ReadRequest['count'],
  context: RequestContext,
): Promise<Linkage> {
  const counts = await readRelated(services, items, { count }, context);
  return new Map(
    [...counts].map(([key, ofItem]) => [
      key,
      Object.fromEntries(Object.entries(ofItem).map(([name, related]) => [name, { count: related.count }])),
    ]),
  );
}
