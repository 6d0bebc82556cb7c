// The related objects of an object, in the order of their links (D541). Read in steps, without a lookup for each: links by
// index, the visible objects, the documents of the page, its links.
import type { RequestContext } from '../../context.ts';
import type { ListRequest } from '../../list-request.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import type { ResolvedType } from '../../model/model.ts';
import { BATCH, type GivenOrder } from '../../query/by-given-order.ts';
import type { Condition } from '../../query/filters.ts';
import { underTimeLimit } from '../../query/page.ts';
import { listObjectsOf, type ListedType, type ObjectPage } from '../list-objects.ts';
import type { ObjectServices } from '../object-services.ts';
import type { LinkEntry } from '../plan-objects.ts';
import { linkFields, relationMeta, type LinkFields, type RelationMeta } from './link-fields.ts';
import { sideNamed, typesOfSide } from './sides.ts';

/** The list of possible targets; users have only their own path (D51). */
function availableAt({ listed }: RelationSide): string {
  const names = listed.filter((name) => name !== 'users');
  if (names.length === 0) return '/users';
  if (names.includes('objects')) return '/objects';
  const filters = names.map((name, index): [string, string] => [`filter[type][${index}]`, name]);
  return `/objects?${new URLSearchParams(filters).toString()}`;
}

/** The object whose links are listed. */
export interface LinkedObject {
  type: ResolvedType;
  id: number;
}

export interface RelatedPage extends ObjectPage {
  /** By object id. */
  relation: Map<number, RelationMeta>;
  /** Target types of the relation. */
  types: ResolvedType[];
  /** Path and query. */
  available: string;
}

/** The links of an object in their order, without their params. */
const linksOf = (
  { store, queryTimeLimit }: ObjectServices,
  mine: Condition,
  fields: LinkFields,
): GivenOrder<LinkEntry> => ({
  sort: { [fields.mine]: 1, [fields.other]: 1 },
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

/**
 * A page of related objects that the caller sees. If the relation has one target type it is a list of that type, else
 * one of several types. A sort or search replaces the order of the links.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listRelated(
  services: ObjectServices,
  { found, name, only, scope }: { found: LinkedObject; name: string } & Pick<ListedType, 'only' | 'scope'>,
  request: ListRequest,
  context: RequestContext,
): Promise<RelatedPage> {
  const { store, modelService } = services;
  const side = sideNamed(found.type, name);
  const fields = linkFields(side);
  const types = typesOfSide(modelService.current(), side);
  const mine = { [fields.me]: found.id, relation_id: side.relation._id };
  const listing = {
    types: types.filter((type) => only?.has(type.name) ?? true),
    mixed: types.length !== 1,
    scope,
    order: { links: linksOf(services, mine, fields) },
  };
  const page = await listObjectsOf(services, listing, request, context);
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
