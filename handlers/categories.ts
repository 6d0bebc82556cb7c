// Categories and their tree (reference/jsonapi.md 3.6).
import type { RequestContext } from '../core/context.ts';
import type { Resource } from '../core/format/jsonapi/documents.ts';
import {
  linkDocument,
  linkListDocument,
  linksOnlyDocument,
  listDocument,
  singleDocument,
} from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import { readToOne } from '../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../core/http/handler.ts';
import {
  createCategory,
  deleteCategory,
  parentOf,
  replaceParentCategory,
  updateCategory,
} from '../core/model/categories.ts';
import { categoryResources } from '../core/model/category-rows.ts';
import type { ResolvedType } from '../core/model/model.ts';
import { objectTypeOfCategory } from '../core/model/model-relations.ts';
import { listModelResources, withIncluded } from '../core/model/read-model.ts';
import { categoryObjectRelations, listCategoryObjects } from '../core/objects/category-objects.ts';
import { schemaReferences } from '../core/objects/object-resource.ts';
import { showObjects } from '../core/objects/show-objects.ts';
import { findRow } from '../core/resources/resource-type.ts';
import type { CategoryRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
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

export function categoryHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const resources = () => categoryResources(store, modelService.current());
  const find = (id: string): Promise<CategoryRow> => findRow(resources(), id);

  const changed = (row: CategoryRow, context: RequestContext) => ({
    etag: { revision: row.revision },
    body: singleDocument(resources().toResource(row), context.url),
  });

  const objectType = async (id: string) => objectTypeOfCategory(modelService.current(), await find(id));

  async function parent(id: string) {
    const row = await parentOf(store, await find(id));
    return row ? resources().toResource(row) : null;
  }

  async function listChildren(id: string, query: object, context: RequestContext) {
    const { _id } = await find(id);
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const scope = { ...limits, scope: { parent_id: _id } };
    return { request, page: await listModelResources(services, resources(), request, scope) };
  }

  async function objectsIn(id: string, query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const page = await listCategoryObjects(objects, await find(id), request, context);
    return { page, request };
  }

  /** Types of the objects that are included; meta.schema names them. */
  function includedTypes(included: readonly Resource[] | undefined): ReadonlySet<ResolvedType> {
    const { types } = modelService.current();
    return new Set((included ?? []).flatMap(({ type }) => types.get(type) ?? []));
  }

  const schemaOf = (types: ReadonlySet<ResolvedType>, context: RequestContext) =>
    types.size > 0 ? schemaReferences(types, context.url.base) : undefined;

  return {
    listCategories: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const relations = categoryObjectRelations(objects, context);
      const page = await listModelResources(services, resources(), request, { ...limits, relations });
      const { included } = page;
      const schema = schemaOf(includedTypes(included), context);
      return { status: 200, body: listDocument(page, request, context.url, { included, schema }) };
    },
    createCategory: async ({ body, context }) => {
      const row = await createCategory(services, body, context);
      const Location = `${context.url.base}/model/categories/${row._id}`;
      return { status: 201, headers: { Location }, ...changed(row, context) };
    },
    getCategory: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = await find(params.category_id);
      const relations = categoryObjectRelations(objects, context);
      const { resource, included } = await withIncluded(services, resources().toResource(row), request, relations);
      const types = includedTypes(included);
      const schema = schemaOf(types, context);
      // What is included has no part in the revision, so the tag is made of it as well.
      const shown = [resource, included, ...[...types].map((type) => type.revision)];
      const etag = { revision: row.revision, variant: included ? JSON.stringify(shown) : '' };
      const { fields } = request;
      const body = () => singleDocument(resource, context.url, { fields, included, schema });
      return { status: 200, etag, body };
    },
    updateCategory: async ({ params, body, context }) => {
      const row = await updateCategory(services, params.category_id, body, context);
      return { status: 200, ...changed(row, context) };
    },
    deleteCategory: async ({ params, context }) => {
      await deleteCategory(services, params.category_id, context);
      return { status: 204 };
    },
    getCategoryObjectType: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      return { status: 200, body: singleDocument(await objectType(params.category_id), context.url, { fields }) };
    },
    getCategoryObjectTypeLink: async ({ params, context }) => ({
      status: 200,
      body: linkDocument(await objectType(params.category_id), context.url),
    }),
    getCategoryParentCategory: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      return { status: 200, body: singleDocument(await parent(params.category_id), context.url, { fields }) };
    },
    getCategoryParentCategoryLink: async ({ params, context }) => ({
      status: 200,
      body: linkDocument(await parent(params.category_id), context.url),
    }),
    replaceCategoryParentCategory: async ({ params, body, context }) => {
      const parentId = readToOne(body.data, 'categories');
      const isChanged = await replaceParentCategory(services, params.category_id, parentId, context);
      return isChanged ? { status: 200, body: linksOnlyDocument(context.url) } : { status: 204 };
    },
    listCategoryChildCategories: async ({ params, query, context }) => {
      const { page, request } = await listChildren(params.category_id, query, context);
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    listCategoryChildCategoryLinks: async ({ params, query, context }) => {
      const { page, request } = await listChildren(params.category_id, query, context);
      return { status: 200, body: linkListDocument(page, request, context.url) };
    },
    listCategoryObjects: async ({ params, query, context }) => {
      const { page, request } = await objectsIn(params.category_id, query, context);
      const { found, mixed, distances, available } = page;
      const shown = await showObjects(
        objects,
        { found, types: [], baseOnly: mixed, distances },
        { include: [] },
        context,
      );
      const extras = { schema: schemaOf(shown.types, context), available, included: shown.included };
      return { status: 200, body: listDocument({ ...page, resources: shown.resources }, request, context.url, extras) };
    },
    listCategoryObjectLinks: async ({ params, query, context }) => {
      const { page, request } = await objectsIn(params.category_id, query, context);
      const identifiers = page.found.map(({ type, document }) => ({ id: String(document._id), type: type.name }));
      const identifierPage = { ...page, resources: identifiers };
      return { status: 200, body: linkListDocument(identifierPage, request, context.url, page.available) };
    },
  };
}
