// The objects in a category: those that show it. A disabled category has none, as filters ignore it (D84).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { ListRequest } from '../../list-request.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { IncludableRelations } from '../../resources/include.ts';
import type { CategoryRow } from '../../store/store.ts';
import { listObjectsOf, type ObjectPage } from './list-objects.ts';
import { objectItem, type Related } from '../object-record.ts';
import type { ObjectServices } from '../object-services.ts';
import { isShown, viewer } from '../visibility/shown-attributes.ts';
import { findVisibleDocuments } from '../visibility/visible-documents.ts';
import { statusBound, visibleTypes } from '../visibility/visibility.ts';
import { MATCH_NONE } from '../../query/filters.ts';
import { groupBy } from '../../values.ts';

const showsCategories = (type: ResolvedType, { caller }: Pick<RequestContext, 'caller'>): boolean =>
  type.served && isShown(type, 'categories', viewer(caller));

/** A page of objects, and the list of objects that may have the category. */
export interface CategoryObjectPage extends ObjectPage {
  /** Path and query; undefined while the type has no endpoint. */
  available: string | undefined;
}

/**
 * A page of the objects in a category, in the form of a list of its type. A type without an endpoint has no objects.
 * @throws ApiError not_found, invalid_filter, unsupported_sort, page_not_found, query_too_expensive
 */
export async function listCategoryObjects(
  services: ObjectServices,
  category: CategoryRow,
  request: ListRequest,
  context: RequestContext,
): Promise<CategoryObjectPage> {
  const { modelService, clock } = services;
  const { object_type_name: name } = category;
  // Another process may just have created the type of the category.
  const type = modelService.current().types.get(name) ?? (await modelService.refresh()).types.get(name);
  if (!type) throw notFound(`Object type "${name}"`);
  const [group] = visibleTypes([type], context, clock.now());
  const isFound = category.enabled && showsCategories(type, context) && group;
  const scope = isFound ? { 'categories.id': category._id, ...statusBound(group.visibility) } : MATCH_NONE;
  const page = await listObjectsOf(services, { types: [type], mixed: false, scope }, request, context);
  const available = type.served ? `/objects?${new URLSearchParams({ 'filter[type][0]': name }).toString()}` : undefined;
  return { ...page, available };
}

/** The objects in some categories of one type, in one read; one more than the maximum of `include` when there are too many. */
async function readObjects(
  services: ObjectServices,
  type: ResolvedType,
  categoryIds: readonly number[],
  context: RequestContext,
): Promise<[categoryIds: readonly number[], object: Related][]> {
  const condition = { 'categories.id': { $in: [...categoryIds] } };
  const documents = await findVisibleDocuments(services, { type, condition }, context);
  return documents.map((document) => [
    (document.categories ?? []).map((link) => link.id),
    objectItem({ type, document }),
  ]);
}

/** `include=object_categories` on categories: one read for each type of theirs. */
export function categoryObjectRelations(
  services: ObjectServices,
  context: RequestContext,
): IncludableRelations<Related> {
  async function load(categories: readonly Related[]): Promise<Map<string, Related[]>> {
    const related = new Map<string, Related[]>(categories.map(({ id }) => [id, []]));
    const enabled = categories.flatMap((category) =>
      'attributes' in category && category.attributes['enabled'] === true ? category : [],
    );
    const { types } = services.modelService.current();
    const byType = groupBy(enabled, ({ attributes }) => String(attributes['object_type_name']));
    const reads = [...byType].map(async ([name, group]) => {
      const type = types.get(name);
      const ids = group.map(({ id }) => Number(id));
      return type && showsCategories(type, context) ? readObjects(services, type, ids, context) : [];
    });
    for (const [categoryIds, object] of (await Promise.all(reads)).flat()) {
      for (const id of categoryIds) related.get(String(id))?.push(object);
    }
    return related;
  }
  return { categories: { object_categories: { toMany: true, load } } };
}
