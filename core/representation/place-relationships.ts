// `include` of parents, parent and children: one read of each level, and for children one more for each type among them.
import type { RequestContext } from '../context.ts';
import { MAX_INCLUDED } from '../resources/include.ts';
import { underTimeLimit } from '../query/page.ts';
import { hydrateObjects } from '../objects/lists/hydrate-objects.ts';
import { objectItem, type ObjectRelationship, type Related, type ObjectRecord } from '../objects/object-record.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../objects/object-services.ts';
import { findVisibleDocuments } from '../objects/visibility/visible-documents.ts';
import { visibleOwnerFilter, visibleTypes } from '../objects/visibility/visibility.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';

const foundOf = (item: Related): ObjectRecord[] => ('found' in item ? [item.found] : []);
const parentsOf = ({ document }: ObjectRecord): readonly number[] => document.parents ?? [];

/** By the name of the relationship. */
export function placeRelationships(
  services: ObjectServices,
  context: RequestContext,
): Record<'parents' | 'parent' | 'children', ObjectRelationship> {
  async function loadParents(items: readonly Related[]): Promise<Map<string, Related[]>> {
    const type = requireType(services, FOLDERS);
    const objects = items.flatMap(foundOf);
    const ids = [...new Set(objects.flatMap(parentsOf))];
    const condition = { _id: { $in: ids } };
    const documents = ids.length === 0 ? [] : await findVisibleDocuments(services, { type, condition }, context);
    const folders = new Map(documents.map((document) => [document._id, objectItem({ type, document })]));
    return new Map(
      objects.map((object) => [String(object.document._id), parentsOf(object).flatMap((id) => folders.get(id) ?? [])]),
    );
  }

  async function loadChildren(items: readonly Related[]): Promise<Map<string, Related[]>> {
    const { store, clock, queryTimeLimit } = services;
    const types = concreteTypesOf(services, requireType(services, 'objects'));
    const seen = visibleOwnerFilter(visibleTypes(types, context, clock.now()));
    const rows = await underTimeLimit(
      store.trees
        .find(
          { $and: [{ parent_id: { $in: items.map(({ id }) => Number(id)) } }, seen] },
          { maxTimeMS: queryTimeLimit },
        )
        .sort({ parent_id: 1, key: 1 })
        .limit(MAX_INCLUDED + 1)
        .toArray(),
    );
    const references = new Map(rows.map((row) => [row.object_id, { _id: row.object_id, type: row.object.type }]));
    const found = await hydrateObjects(services, [...references.values()]);
    const children = new Map(found.map((each) => [each.document._id, objectItem(each)]));
    const related = new Map<string, Related[]>(items.map(({ id }) => [id, []]));
    for (const row of rows) {
      const child = children.get(row.object_id);
      if (child) related.get(String(row.parent_id))?.push(child);
    }
    return related;
  }

  return {
    parents: { toMany: true, load: loadParents, types: [FOLDERS] },
    parent: { toMany: false, load: loadParents, types: [FOLDERS] },
    children: { toMany: true, load: loadChildren },
  };
}
