// How many objects each one of an answer is related to, as far as the caller sees them (reference/jsonapi.md 1.6): one read of
// links and one of what is seen, for all of an answer and all relations together.
import type { RequestContext } from '../../context.ts';
import type { Relationship } from '../../format/jsonapi/documents.ts';
import type { ReadRequest } from '../../list-request.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { keyOf, type Linkage } from '../../resources/include.ts';
import { assertFewRows, readAll } from '../../store/page.ts';
import type { ObjectRelationRow } from '../../store/store.ts';
import type { ObjectItem } from '../object-item.ts';
import type { ObjectServices } from '../object-services.ts';
import { visibleTypes, visibleTypesFilter } from '../visibility.ts';
import { linkFields } from './link-fields.ts';

interface Asked {
  side: RelationSide;
  items: Map<number, Relationship>;
}

type CountedLink = Pick<ObjectRelationRow, 'relation_id' | 'left_id' | 'right_id'>;

/** What is to be counted, by relation and side, each object with the count that will be shown of it. */
function collectAsked(
  items: readonly ObjectItem[],
  count: ReadRequest['count'],
): { asked: Map<string, Asked>; counts: Map<string, Record<string, Relationship>> } {
  const asked = new Map<string, Asked>();
  const counts = new Map<string, Record<string, Relationship>>();
  for (const item of items) {
    const ofItem: Record<string, Relationship> = {};
    for (const side of item.found.type.sides.values()) {
      if (count !== 'all' && !count.includes(side.name)) continue;
      // Sides of two types may lead to different ones, though they are of one relation.
      const key = `${side.relation._id}/${side.side}/${item.type}`;
      const entry = asked.get(key) ?? { side, items: new Map<number, Relationship>() };
      const relationship: Relationship = { count: 0 };
      entry.items.set(item.found.document._id, relationship);
      asked.set(key, entry);
      ofItem[side.name] = relationship;
    }
    if (Object.keys(ofItem).length > 0) counts.set(keyOf(item), ofItem);
  }
  return { asked, counts };
}

/** @throws ApiError query_too_expensive */
export async function countRelated(
  services: ObjectServices,
  items: readonly ObjectItem[],
  count: ReadRequest['count'],
  context: RequestContext,
): Promise<Linkage> {
  const { asked, counts } = collectAsked(items, count);
  if (asked.size === 0) return counts;
  const { store, modelService, clock, queryTimeLimit } = services;
  const limits = { maxTimeMS: queryTimeLimit };
  const conditions = [...asked.values()].map(({ side, items: ofSide }) => ({
    [linkFields(side).me]: { $in: [...ofSide.keys()] },
    relation_id: side.relation._id,
  }));
  const links = await readAll(
    store.objectRelations.find<CountedLink>(
      { $or: conditions },
      { ...limits, projection: { _id: 0, relation_id: 1, left_id: 1, right_id: 1 } },
    ),
  );
  const { types } = modelService.current();
  const names = new Set([...asked.values()].flatMap(({ side }) => side.types));
  const groups = visibleTypes(
    [...names].flatMap((name) => types.get(name) ?? []),
    context,
    clock.now(),
  );
  if (links.length === 0 || groups.length === 0) return counts;
  const ids = [...new Set(links.flatMap((link) => [link.left_id, link.right_id]))];
  assertFewRows(ids.length);
  const seen = await readAll(
    store.objects.find(
      { $and: [{ _id: { $in: ids } }, visibleTypesFilter(groups)] },
      { ...limits, projection: { type: 1 } },
    ),
  );
  const typeOf = new Map(seen.map((row) => [row._id, row.type]));
  for (const { side, items: ofSide } of asked.values()) {
    const { me, other } = linkFields(side);
    for (const link of links) {
      if (link.relation_id !== side.relation._id) continue;
      const relationship = ofSide.get(link[me]);
      const type = typeOf.get(link[other]);
      if (relationship?.count === undefined || type === undefined || !side.types.includes(type)) continue;
      relationship.count += 1;
    }
  }
  return counts;
}
