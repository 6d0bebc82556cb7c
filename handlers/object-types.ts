// Object types and what they stand in relation to (reference/jsonapi.md 3.1).
import type { RequestContext } from '../core/context.ts';
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
import { parentResource, relationsOf } from '../core/model/model-relations.ts';
import type { ObjectTypeRow } from '../core/model/model.ts';
import { objectTypeFilters } from '../core/model/object-type-filters.ts';
import {
  createObjectType,
  deleteObjectType,
  findObjectType,
  objectTypeResource,
  objectTypeResources,
  replaceObjectTypeParent,
  updateObjectType,
} from '../core/model/object-types.ts';
import { listModelResources, withIncluded } from '../core/model/read-model.ts';
import { relationResources } from '../core/model/relation-rows.ts';
import type { Side } from '../core/model/relations.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listObjectTypes'
  | 'createObjectType'
  | 'getObjectType'
  | 'updateObjectType'
  | 'deleteObjectType'
  | 'listObjectTypeLeftRelations'
  | 'listObjectTypeLeftRelationsLinks'
  | 'listObjectTypeRightRelations'
  | 'listObjectTypeRightRelationsLinks'
  | 'getObjectTypeParent'
  | 'getObjectTypeParentLink'
  | 'replaceObjectTypeParent';

export function objectTypeHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };

  // What a type shows depends on its relations and the types above it: on the whole model.
  const etagOf = (row: ObjectTypeRow) => ({ revision: row.revision, variant: String(modelService.current().version) });

  const changed = (row: ObjectTypeRow, context: RequestContext) => ({
    etag: etagOf(row),
    body: singleDocument(objectTypeResource(row, modelService.current()), context.url),
  });

  async function listRelations(id: string, side: Side, query: object, context: RequestContext) {
    const model = modelService.current();
    const ids = relationsOf(model, findObjectType(model, id), side).map((row) => row._id);
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    return { request, page: await listModelResources(services, relationResources(store), request, { ...limits, ids }) };
  }

  async function relations(id: string, side: Side, query: object, context: RequestContext) {
    const { page, request } = await listRelations(id, side, query, context);
    return { status: 200, body: listDocument(page, request, context.url) } as const;
  }

  async function relationLinks(id: string, side: Side, query: object, context: RequestContext) {
    const { page, request } = await listRelations(id, side, query, context);
    return { status: 200, body: linkListDocument(page, request, context.url) } as const;
  }

  function parent(id: string) {
    const model = modelService.current();
    return parentResource(model, findObjectType(model, id));
  }

  return {
    listObjectTypes: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const type = objectTypeResources(store, modelService.current(), objectTypeFilters(services, context));
      const page = await listModelResources(services, type, request, limits);
      return { status: 200, body: listDocument(page, request, context.url, { included: page.included }) };
    },
    createObjectType: async ({ body, context }) => {
      const row = await createObjectType(services, body, context);
      const Location = `${context.url.base}/model/object_types/${row._id}`;
      return { status: 201, headers: { Location }, ...changed(row, context) };
    },
    getObjectType: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const model = modelService.current();
      const row = findObjectType(model, params.object_type_id);
      const { resource, included } = await withIncluded(services, objectTypeResource(row, model), request);
      const body = () => singleDocument(resource, context.url, { fields: request.fields, included });
      return { status: 200, etag: etagOf(row), body };
    },
    updateObjectType: async ({ params, body, context }) => {
      const row = await updateObjectType(services, params.object_type_id, body, context);
      // A new name is that of the endpoint too.
      await services.access.refresh();
      return { status: 200, ...changed(row, context) };
    },
    deleteObjectType: async ({ params, context }) => {
      await deleteObjectType(services, params.object_type_id, context);
      return { status: 204 };
    },
    listObjectTypeLeftRelations: ({ params, query, context }) =>
      relations(params.object_type_id, 'left_object_types', query, context),
    listObjectTypeLeftRelationsLinks: ({ params, query, context }) =>
      relationLinks(params.object_type_id, 'left_object_types', query, context),
    listObjectTypeRightRelations: ({ params, query, context }) =>
      relations(params.object_type_id, 'right_object_types', query, context),
    listObjectTypeRightRelationsLinks: ({ params, query, context }) =>
      relationLinks(params.object_type_id, 'right_object_types', query, context),
    getObjectTypeParent: ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      return { status: 200, body: singleDocument(parent(params.object_type_id), context.url, { fields }) };
    },
    getObjectTypeParentLink: ({ params, context }) => ({
      status: 200,
      body: linkDocument(parent(params.object_type_id), context.url),
    }),
    replaceObjectTypeParent: async ({ params, body, context }) => {
      const parentId = readToOne(body.data, 'object_types');
      const isChanged = await replaceObjectTypeParent(services, params.object_type_id, parentId, context);
      return isChanged ? { status: 200, body: linksOnlyDocument(context.url) } : { status: 204 };
    },
  };
}
