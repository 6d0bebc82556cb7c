// The objects that one is related to, in the order of their links (reference/jsonapi.md 4.7). Read in steps, never by a
// lookup for each: links by index, who of them is seen, the documents of the page, its links.
import type { RequestContext } from '../../context.ts';
import type { ListRequest } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { underTimeLimit } from '../../store/page.ts';
import { listOneType, listSeveralTypes, type ObjectPage } from '../list-objects.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { visibleTypes } from '../visibility.ts';
import { linkFields, relationMeta, type RelationMeta } from './link-fields.ts';
import { sideNamed, typesOfSide, LINK_BATCH } from './sides.ts';

/** Where to find what may be linked; users are under their own path only (D51). */
function availableAt({ listed }: RelationSide): string {
  const names = listed.filter((name) => name !== 'users');
  if (names.length === 0) return '/users';
  if (names.includes('objects')) return '/objects';
  const filters = names.map((name, index): [string, string] => [`filter[type][${index}]`, name]);
  return `/objects?${new URLSearchParams(filters).toString()}`;
}

/** So many links are read whole at once; of more, first what is related, then the links of the page. */
const FEW_LINKS = 100;

export interface RelatedPage extends ObjectPage {
  /** By object id. */
  relation: Map<number, RelationMeta>;
  /** Types that the relation leads to. */
  types: ResolvedType[];
  /** Path and query. */
  available: string;
}

/**
 * A page of what an object is related to, as far as the caller sees it. Of a relation that leads to one type it is a list
 * of that type, else one over several. A sort or search replaces the order of the links.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listRelated(
  services: ObjectServices,
  { found, name }: { found: FoundObject; name: string },
  request: ListRequest,
  context: RequestContext,
): Promise<RelatedPage> {
  const { store, modelService, clock, queryTimeLimit } = services;
  const side = sideNamed(found.type, name);
  const fields = linkFields(side);
  const types = typesOfSide(modelService.current(), side);
  const mine = { [fields.me]: found.document._id, relation_id: side.relation._id };
  const order = { [fields.mine]: 1, [fields.other]: 1 } as const;
  const most = FEW_LINKS + 1;
  const few = await underTimeLimit(
    store.objectRelations.find(mine, { limit: most, batchSize: most, maxTimeMS: queryTimeLimit }).sort(order).toArray(),
  );
  const areFew = few.length < most;
  const links = areFew
    ? few
    : await underTimeLimit(
        store.objectRelations
          .find(mine, { projection: { _id: 0, [fields.other]: 1 }, maxTimeMS: queryTimeLimit, batchSize: LINK_BATCH })
          .sort(order)
          .toArray(),
      );
  const ids = links.map((link) => link[fields.other]);
  const visible = visibleTypes(types, context, clock.now());
  const input = { services, request, context, visible, ids };
  const [only] = types;
  const page = types.length === 1 && only ? await listOneType(input, only) : await listSeveralTypes(input);
  const shown = page.found.map(({ document }) => document._id);
  const rows = areFew
    ? few
    : await store.objectRelations
        .find({ ...mine, [fields.other]: { $in: shown } }, { batchSize: Math.max(1, shown.length) })
        .toArray();
  const relation = new Map(rows.map((row) => [row[fields.other], relationMeta(row, fields)]));
  return { ...page, relation, types, available: availableAt(side) };
}
