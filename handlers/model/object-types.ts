// Object types and their relationships (D547).
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import { readToOne } from '../../core/format/jsonapi/resource-input.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { parentOfType, relationsOf } from '../../core/modeling/model-relations.ts';
import { objectTypeFilters } from '../../core/modeling/object-type-filters.ts';
import {
  createObjectType,
  deleteObjectType,
  objectTypeResources,
  replaceObjectTypeParent,
  updateObjectType,
} from '../../core/modeling/object-types.ts';
import { findObjectType } from '../../core/resources/model-write.ts';
import { relationResources, type RelationEnd } from '../../core/modeling/relations.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { modelView } from '../../core/representation/model-views.ts';
import { answerLinkChange, relatedToMany, relatedToOne } from '../../core/representation/related.ts';
import { listResources } from '../../core/resources/resource-type.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

type Params = HandlerInput<'getObjectType'>['params'];

export function objectTypeHandlers(services: Services) {
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const viewNow = () => modelView(objects, objectTypeResources(store, modelService.current()));

  const relations = (side: RelationEnd) =>
    relatedToMany(config, async ({ object_type_id: id }: Params, request) => {
      const model = modelService.current();
      const ids = relationsOf(model, findObjectType(model, id), side).map((row) => row._id);
      const type = relationResources(store);
      return {
        view: modelView(objects, type),
        ...(await listResources(type, request, limits, [{ _id: { $in: ids as never } }])),
      };
    });
  const left = relations('left_object_types');
  const right = relations('right_object_types');
  const parent = relatedToOne(({ object_type_id: id }: Params) => {
    const model = modelService.current();
    return { view: viewNow(), item: parentOfType(model, findObjectType(model, id)) };
  });

  return {
    listObjectTypes: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const type = objectTypeResources(store, modelService.current(), objectTypeFilters(services, context));
      return answerPage(viewNow(), await listResources(type, request, limits), request, context);
    },
    createObjectType: async ({ body, context }) => {
      const row = await createObjectType(services, body, context);
      return answerNew(viewNow(), row, context);
    },
    getObjectType: ({ params, query, context }) => {
      const request = parseReadRequest(query);
      return answerOne(viewNow(), findObjectType(modelService.current(), params.object_type_id), request, context);
    },
    updateObjectType: async ({ params, body, context }) => {
      const row = await updateObjectType(services, params.object_type_id, body, context);
      return answerChanged(viewNow(), row, context);
    },
    deleteObjectType: ({ params, context }) => noContent(deleteObjectType(services, params.object_type_id, context)),
    listObjectTypeLeftRelations: left.resources,
    listObjectTypeLeftRelationsLinks: left.identifiers,
    listObjectTypeRightRelations: right.resources,
    listObjectTypeRightRelationsLinks: right.identifiers,
    getObjectTypeParent: parent.resource,
    getObjectTypeParentLink: parent.identifier,
    replaceObjectTypeParent: async ({ params, body, context }) => {
      const parentId = readToOne(body.data, 'object_types');
      const isChanged = await replaceObjectTypeParent(services, params.object_type_id, parentId, context);
      return answerLinkChange(isChanged, context);
    },
  } satisfies Partial<Handlers>;
}
