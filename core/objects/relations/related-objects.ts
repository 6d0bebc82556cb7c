// The objects that one is related to, in the order of their links (reference/jsonapi.md 4.7). Read in steps, never by a
// lookup for each: links by index, who of them is seen, the documents of the page, its links.
import type { RequestContext } from '../../context.ts';
import type { ListRequest } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { RelationSide } from '../../model/relation-sides.ts';
import { readAll } from '../../query/page.ts';
import type { ListInput } from '../list-input.ts';
import { documentsOfRows, listOneType, listSeveralTypes, type ListedType, type ObjectPage } from '../list-objects.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { visibleTypes } from '../visibility.ts';
import { linkFields, relationMeta, type LinkFields, type RelationMeta } from './link-fields.ts';
import { sideNamed, typesOfSide } from './sides.ts';
import { walkLinks } from './walk-links.ts';

/** Where to find what may be linked; users are under their own path only (D51). */
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
  /** Types that the relation leads to. */
  types: ResolvedType[];
  /** Path and query. */
  available: string;
}

interface Links {
  /** Condition on the links of the object. */
  mine: Record<string, unknown>;
  fields: LinkFields;
}

/** Nothing is asked of the objects but that they are related. */
const isPlain = ({ filters, sort, search }: ListRequest): boolean =>
  filters.size === 0 && sort.length === 0 && search === undefined;

async function plainPage(
  { services, request, visible }: ListInput,
  links: Links,
  types: readonly ResolvedType[],
): Promise<ObjectPage> {
  const { rows, ...ends } = await walkLinks(services, { ...links, visible }, request);
  return { found: await documentsOfRows(services, rows), ...ends, mixed: types.length !== 1 };
}

async function searchedPage(
  input: ListInput,
  { mine, fields }: Links,
  types: readonly ResolvedType[],
): Promise<ObjectPage> {
  const { store, queryTimeLimit } = input.services;
  const links = await readAll(
    store.objectRelations
      .find(mine, { projection: { _id: 0, [fields.other]: 1 }, maxTimeMS: queryTimeLimit })
      .sort({ [fields.mine]: 1, [fields.other]: 1 }),
  );
  const within = { ...input, ids: links.map((link) => link[fields.other]) };
  const [only] = types;
  return types.length === 1 && only ? listOneType(within, only) : listSeveralTypes(within);
}

/**
 * A page of what an object is related to, as far as the caller sees it. Of a relation that leads to one type it is a list
 * of that type, else one over several. A sort or search replaces the order of the links.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listRelated(
  services: ObjectServices,
  { found, name, only, scope }: { found: FoundObject; name: string } & Pick<ListedType, 'only' | 'scope'>,
  request: ListRequest,
  context: RequestContext,
): Promise<RelatedPage> {
  const { store, modelService, clock } = services;
  const side = sideNamed(found.type, name);
  const fields = linkFields(side);
  const types = typesOfSide(modelService.current(), side);
  const mine = { [fields.me]: found.document._id, relation_id: side.relation._id };
  const wanted = types.filter((type) => only?.has(type.name) ?? true);
  const visible = visibleTypes(wanted, context, clock.now());
  const input = { services, request, context, visible, ...(scope && { scope }) };
  const page =
    isPlain(request) && !scope
      ? await plainPage(input, { mine, fields }, types)
      : await searchedPage(input, { mine, fields }, types);
  const shown = page.found.map(({ document }) => document._id);
  const rows = await store.objectRelations
    .find({ ...mine, [fields.other]: { $in: shown } }, { batchSize: Math.max(1, shown.length) })
    .toArray();
  const relation = new Map(rows.map((row) => [row[fields.other], relationMeta(row, fields)]));
  return { ...page, relation, types, available: availableAt(side) };
}
