// Relations and the object types on their sides (reference/jsonapi.md 3.5).
import type { RequestContext } from '../core/context.ts';
import {
  linkListDocument,
  linksOnlyDocument,
  listDocument,
  singleDocument,
  type BodyIdentifier,
} from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { objectTypesOf } from '../core/model/model-relations.ts';
import type { RelationRow } from '../core/model/model.ts';
import { objectTypeResources } from '../core/model/object-types.ts';
import { listModelResources, withIncluded } from '../core/model/read-model.ts';
import { relationResource, relationResources } from '../core/model/relation-rows.ts';
import {
  changeObjectTypes,
  createRelation,
  deleteRelation,
  findRelation,
  updateRelation,
  type LinkageChange,
  type Side,
} from '../core/model/relations.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listRelations'
  | 'createRelation'
  | 'getRelation'
  | 'updateRelation'
  | 'deleteRelation'
  | 'listRelationLeftObjectTypes'
  | 'listRelationLeftObjectTypeLinks'
  | 'addRelationLeftObjectTypes'
  | 'replaceRelationLeftObjectTypes'
  | 'removeRelationLeftObjectTypes'
  | 'listRelationRightObjectTypes'
  | 'listRelationRightObjectTypeLinks'
  | 'addRelationRightObjectTypes'
  | 'replaceRelationRightObjectTypes'
  | 'removeRelationRightObjectTypes';

interface LinkageInput {
  params: { relation_id: string };
  body: { data: BodyIdentifier[] };
  context: RequestContext;
}

export function relationHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };

  // With `include` it shows object types too, which depend on the whole model.
  const etagOf = (row: RelationRow) => ({ revision: row.revision, variant: String(modelService.current().version) });

  const changed = (row: RelationRow, context: RequestContext) => ({
    etag: etagOf(row),
    body: singleDocument(relationResource(row), context.url),
  });

  async function listSide(id: string, side: Side, query: object, context: RequestContext) {
    const model = modelService.current();
    const ids = objectTypesOf(model, findRelation(model, id), side).map((row) => row._id);
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const type = objectTypeResources(store, model);
    return { request, page: await listModelResources(services, type, request, { ...limits, ids }) };
  }

  async function types(id: string, side: Side, query: object, context: RequestContext) {
    const { page, request } = await listSide(id, side, query, context);
    const available = '/model/object_types';
    return {
      status: 200,
      body: listDocument(page, request, context.url, { available }),
    } as const;
  }

  async function typeLinks(id: string, side: Side, query: object, context: RequestContext) {
    const { page, request } = await listSide(id, side, query, context);
    const body = linkListDocument(page, request, context.url, '/model/object_types');
    return { status: 200, body } as const;
  }

  const change =
    (side: Side, how: LinkageChange) =>
    async ({ params, body, context }: LinkageInput) => {
      const relation = { id: params.relation_id, side };
      const isChanged = await changeObjectTypes(services, relation, { how, data: body.data }, context);
      return isChanged ? ({ status: 200, body: linksOnlyDocument(context.url) } as const) : ({ status: 204 } as const);
    };

  return {
    listRelations: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listModelResources(services, relationResources(store), request, limits);
      return { status: 200, body: listDocument(page, request, context.url, { included: page.included }) };
    },
    createRelation: async ({ body, context }) => {
      const row = await createRelation(services, body, context);
      const Location = `${context.url.base}/model/relations/${row._id}`;
      return { status: 201, headers: { Location }, ...changed(row, context) };
    },
    getRelation: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = findRelation(modelService.current(), params.relation_id);
      const { resource, included } = await withIncluded(services, relationResource(row), request);
      const body = () => singleDocument(resource, context.url, { fields: request.fields, included });
      return { status: 200, etag: etagOf(row), body };
    },
    updateRelation: async ({ params, body, context }) => {
      const row = await updateRelation(services, params.relation_id, body, context);
      return { status: 200, ...changed(row, context) };
    },
    deleteRelation: async ({ params, context }) => {
      await deleteRelation(services, params.relation_id, context);
      return { status: 204 };
    },
    listRelationLeftObjectTypes: ({ params, query, context }) =>
      types(params.relation_id, 'left_object_types', query, context),
    listRelationLeftObjectTypeLinks: ({ params, query, context }) =>
      typeLinks(params.relation_id, 'left_object_types', query, context),
    addRelationLeftObjectTypes: change('left_object_types', 'add'),
    replaceRelationLeftObjectTypes: change('left_object_types', 'replace'),
    removeRelationLeftObjectTypes: change('left_object_types', 'remove'),
    listRelationRightObjectTypes: ({ params, query, context }) =>
      types(params.relation_id, 'right_object_types', query, context),
    listRelationRightObjectTypeLinks: ({ params, query, context }) =>
      typeLinks(params.relation_id, 'right_object_types', query, context),
    addRelationRightObjectTypes: change('right_object_types', 'add'),
    replaceRelationRightObjectTypes: change('right_object_types', 'replace'),
    removeRelationRightObjectTypes: change('right_object_types', 'remove'),
  };
}
