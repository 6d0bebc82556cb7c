// Properties of object types (D549).
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../../core/http/handler.ts';
import {
  createProperty,
  deleteProperty,
  findProperty,
  listProperties,
  updateProperty,
} from '../../core/modeling/properties.ts';
import { propertyView } from '../../core/representation/model-views.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function propertyHandlers(services: Services) {
  const { modelService, config, store } = services;

  const view = () => propertyView(store, modelService.current());

  return {
    listProperties: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listProperties(modelService.current(), request);
      return answerPage(view(), page, request, context);
    },
    createProperty: async ({ body, context }) => {
      const row = await createProperty(services, body, context);
      return answerNew(view(), { ...row, is_static: false }, context);
    },
    getProperty: ({ params, query, context }) =>
      answerOne(view(), findProperty(modelService.current(), params.property_id), parseReadRequest(query), context),
    updateProperty: async ({ params, body, context }) => {
      const row = await updateProperty(services, params.property_id, body, context);
      return answerChanged(view(), { ...row, is_static: false }, context);
    },
    deleteProperty: ({ params, context }) => noContent(deleteProperty(services, params.property_id, context)),
  } satisfies Partial<Handlers>;
}
