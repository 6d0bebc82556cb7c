// Categories and their tree (D551).
import { readToOne } from '../../core/format/jsonapi/resource-input.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { categories, parentOf, replaceParentCategory } from '../../core/taxonomy/categories.ts';
import { objectTypeOfCategory } from '../../core/modeling/model-relations.ts';
import { objectTypeResources } from '../../core/modeling/object-types.ts';
import { listCategoryObjects } from '../../core/objects/lists/category-objects.ts';
import { modelView } from '../../core/representation/model-views.ts';
import { objectPage } from '../../core/representation/object-views.ts';
import { answerLinkChange, relatedToMany, relatedToOne } from '../../core/representation/related.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import { findRow, listResources } from '../../core/resources/resource-type.ts';
import type { CategoryRow } from '../../core/store/store.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'Category', many: 'Categories', id: 'category_id' } as const;

type Params = HandlerInput<'getCategory'>['params'];

export function categoryHandlers(services: Services) {
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const rows = categories(services);
  const find = ({ category_id: id }: Params): Promise<CategoryRow> => findRow(rows.type, id);
  const view = modelView(objects, rows.type);

  const objectType = relatedToOne(async (params: Params) => {
    const row = await find(params);
    const model = modelService.current();
    return { view: modelView(objects, objectTypeResources(store, model)), item: objectTypeOfCategory(model, row) };
  });
  const parent = relatedToOne(async (params: Params) => ({
    view,
    item: (await parentOf(store, await find(params))) ?? undefined,
  }));
  const children = relatedToMany(config, async (params: Params, request) => {
    const { _id } = await find(params);
    return { view, ...(await listResources(rows.type, request, limits, [{ parent_id: _id }])) };
  });
  const objectsIn = relatedToMany(config, async (params: Params, request, context) => {
    const page = await listCategoryObjects(objects, await find(params), request, context);
    return objectPage(objects, { name: 'TypedObjects', types: [] }, page);
  });

  return {
    ...rowHandlers(config, NAMES, rows, view),
    getCategoryObjectType: objectType.resource,
    getCategoryObjectTypeLink: objectType.identifier,
    getCategoryParentCategory: parent.resource,
    getCategoryParentCategoryLink: parent.identifier,
    replaceCategoryParentCategory: async ({ params, body, context }) => {
      const parentId = readToOne(body.data, 'categories');
      const isChanged = await replaceParentCategory(services, params.category_id, parentId, context);
      return answerLinkChange(isChanged, context);
    },
    listCategoryChildCategories: children.resources,
    listCategoryChildCategoryLinks: children.identifiers,
    listCategoryObjects: objectsIn.resources,
    listCategoryObjectLinks: objectsIn.identifiers,
  } satisfies Partial<Handlers>;
}
