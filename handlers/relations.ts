// Relations and the object types on their sides (reference/jsonapi.md 3.5).
import type { RequestContext } from '../core/context.ts';
import { linksOnlyDocument, type BodyIdentifier } from '../core/format/jsonapi/documents.ts';
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { objectTypesOf } from '../core/modeling/model-relations.ts';
import { objectTypeResources } from '../core/modeling/object-types.ts';
import { relationResources } from '../core/modeling/relation-rows.ts';
import {
  changeObjectTypes,
  createRelation,
  deleteRelation,
  findRelation,
  updateRelation,
  type LinkageChange,
  type Side,
} from '../core/modeling/relations.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { modelView } from '../core/representation/model-views.ts';
import { relatedToMany } from '../core/representation/related.ts';
import { listResources } from '../core/resources/resource-type.ts';
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
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const type = relationResources(store);
  const view = modelView(objects, type);

  const typesOn = (side: Side) =>
    relatedToMany(config, async ({ relation_id: id }: { relation_id: string }, request) => {
      const model = modelService.current();
      const ids = objectTypesOf(model, findRelation(model, id), side).map((row) => row._id);
      const types = objectTypeResources(store, model);
      const page = await listResources(types, request, limits, [{ _id: { $in: ids as never } }]);
      return { view: modelView(objects, types), ...page, available: '/model/object_types' };
    });
  const left = typesOn('left_object_types');
  const right = typesOn('right_object_types');

  const change =
    (side: Side, how: LinkageChange) =>
    async ({ params, body, context }: LinkageInput) => {
      const relation = { id: params.relation_id, side };
      const isChanged = await changeObjectTypes(services, relation, { how, data: body.data }, context);
      return isChanged ? ({ status: 200, body: linksOnlyDocument(context.url) } as const) : ({ status: 204 } as const);
    };

  return {
    listRelations: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listResources(type, request, limits), request, context);
    },
    createRelation: async ({ body, context }) =>
      answerNew(view, await createRelation(services, body, context), context),
    getRelation: ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(view, findRelation(modelService.current(), params.relation_id), request, context);
    },
    updateRelation: async ({ params, body, context }) =>
      answerChanged(view, await updateRelation(services, params.relation_id, body, context), context),
    deleteRelation: async ({ params, context }) => {
      await deleteRelation(services, params.relation_id, context);
      return { status: 204 };
    },
    listRelationLeftObjectTypes: left.resources,
    listRelationLeftObjectTypeLinks: left.identifiers,
    addRelationLeftObjectTypes: change('left_object_types', 'add'),
    replaceRelationLeftObjectTypes: change('left_object_types', 'replace'),
    removeRelationLeftObjectTypes: change('left_object_types', 'remove'),
    listRelationRightObjectTypes: right.resources,
    listRelationRightObjectTypeLinks: right.identifiers,
    addRelationRightObjectTypes: change('right_object_types', 'add'),
    replaceRelationRightObjectTypes: change('right_object_types', 'replace'),
    removeRelationRightObjectTypes: change('right_object_types', 'remove'),
  };
}
