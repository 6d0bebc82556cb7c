// `include` of relations: for all objects of a level one read of their links, and one of documents for each related type.
import type { RequestContext } from '../../context.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { readAll } from '../../query/page.ts';
import { objectItem, type ObjectItem, type ObjectRelationship, type Related } from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisibleOfTypes } from '../visibility/visible-documents.ts';
import { groupBy } from '../../values.ts';
import { linkFields } from '../changes/link-fields.ts';

type Loader = ObjectRelationship['load'];

function makeLoader(services: ObjectServices, context: RequestContext, { relation, side }: RelationSide): Loader {
  const { store, modelService, queryTimeLimit } = services;
  const fields = linkFields({ side });

  return async (items: readonly Related[]) => {
    const { types } = modelService.current();
    const leadsTo = new Map(items.map(({ type }) => [type, types.get(type)?.sides]));
    const sources = new Map(items.map((item) => [Number(item.id), item]));
    const filter = { [fields.me]: { $in: [...sources.keys()] }, relation_id: relation._id };
    const projection = { _id: 0, left_id: 1, right_id: 1, left_type: 1, right_type: 1 };
    const stored = store.objectRelations.find(filter, { projection, maxTimeMS: queryTimeLimit });
    const links = await readAll(stored.sort({ [fields.me]: 1, [fields.mine]: 1, [fields.other]: 1 }));
    const isLinked = (typeName: string, other: string): boolean =>
      [...(leadsTo.get(typeName)?.values() ?? [])].some(
        (each) => each.relation._id === relation._id && each.side === side && each.types.includes(other),
      );
    const shown = links.filter((link) => isLinked(sources.get(link[fields.me])?.type ?? '', link[fields.otherType]));
    const wanted = [...groupBy(shown, (link) => link[fields.otherType])].flatMap(([name, group]) => {
      const type = types.get(name);
      return type?.served ? [{ type, ids: [...new Set(group.map((link) => link[fields.other]))] }] : [];
    });
    const found = await findVisibleOfTypes(services, wanted, context);
    const itemOf = new Map([...found].map(([id, each]) => [id, objectItem(each)]));
    const related = new Map<string, ObjectItem[]>(items.map(({ id }) => [id, []]));
    for (const link of shown) {
      const item = itemOf.get(link[fields.other]);
      if (item) related.get(String(link[fields.me]))?.push(item);
    }
    return related;
  };
}

/** Relationships of types by name; those of one relation and side share their loader. */
export function relationRelationships(
  services: ObjectServices,
  context: RequestContext,
): (type: ResolvedType, name: string) => ObjectRelationship | undefined {
  const loaders = new Map<string, Loader>();
  return (type, name) => {
    const side = type.sides.get(name);
    if (!side) return undefined;
    const key = `${side.relation._id}/${side.side}`;
    let load = loaders.get(key);
    if (!load) loaders.set(key, (load = makeLoader(services, context, side)));
    return { toMany: true, load, types: side.types };
  };
}
