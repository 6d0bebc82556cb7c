// Categories and their tree (reference/jsonapi.md 3.6).
import { linksOnlyDocument } from '../core/format/jsonapi/documents.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import { readToOne } from '../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../core/http/handler.ts';
import {
  createCategory,
  deleteCategory,
  parentOf,
  replaceParentCategory,
  updateCategory,
} from '../core/taxonomy/categories.ts';
import { categoryResources } from '../core/taxonomy/category-rows.ts';
import { objectTypeOfCategory } from '../core/modeling/model-relations.ts';
import { objectTypeResources } from '../core/modeling/object-types.ts';
import { listCategoryObjects } from '../core/objects/category-objects.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { modelView } from '../core/representation/model-views.ts';
import { objectPage } from '../core/representation/object-views.ts';
import { relatedToMany, relatedToOne } from '../core/representation/related.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { CategoryRow } from '../core/store/store.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listCategories'
  | 'createCategory'
  | 'getCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'getCategoryObjectType'
  | 'getCategoryObjectTypeLink'
  | 'getCategoryParentCategory'
  | 'getCategoryParentCategoryLink'
  | 'replaceCategoryParentCategory'
  | 'listCategoryChildCategories'
  | 'listCategoryChildCategoryLinks'
  | 'listCategoryObjects'
  | 'listCategoryObjectLinks';

interface Params {
  category_id: string;
}

export function categoryHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const resources = () => categoryResources(store, modelService.current());
  const find = ({ category_id: id }: Params): Promise<CategoryRow> => findRow(resources(), id);
  const view = modelView(objects, resources());

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
    return { view, ...(await listResources(resources(), request, limits, [{ parent_id: _id }])) };
  });
  const objectsIn = relatedToMany(config, async (params: Params, request, context) => {
    const page = await listCategoryObjects(objects, await find(params), request, context);
    return objectPage(objects, { name: 'TypedObjects', types: [] }, page);
  });

  return {
    listCategories: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listResources(resources(), request, limits), request, context);
    },
    createCategory: async ({ body, context }) =>
      answerNew(view, await createCategory(services, body, context), context),
    getCategory: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(view, await find(params), request, context);
    },
    updateCategory: async ({ params, body, context }) =>
      answerChanged(view, await updateCategory(services, params.category_id, body, context), context),
    deleteCategory: async ({ params, context }) => {
      await deleteCategory(services, params.category_id, context);
      return { status: 204 };
    },
    getCategoryObjectType: objectType.resource,
    getCategoryObjectTypeLink: objectType.identifier,
    getCategoryParentCategory: parent.resource,
    getCategoryParentCategoryLink: parent.identifier,
    replaceCategoryParentCategory: async ({ params, body, context }) => {
      const parentId = readToOne(body.data, 'categories');
      const isChanged = await replaceParentCategory(services, params.category_id, parentId, context);
      return isChanged ? { status: 200, body: linksOnlyDocument(context.url) } : { status: 204 };
    },
    listCategoryChildCategories: children.resources,
    listCategoryChildCategoryLinks: children.identifiers,
    listCategoryObjects: objectsIn.resources,
    listCategoryObjectLinks: objectsIn.identifiers,
  };
}
