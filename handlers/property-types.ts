// Property types (reference/jsonapi.md 3.4).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import {
  createPropertyType,
  deletePropertyType,
  findPropertyType,
  propertyTypeResources,
  updatePropertyType,
} from '../core/modeling/property-types.ts';
import { listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations =
  'listPropertyTypes' | 'createPropertyType' | 'getPropertyType' | 'updatePropertyType' | 'deletePropertyType';

export function propertyTypeHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, config } = services;
  const type = propertyTypeResources(store);
  const view = rowView(type);

  return {
    listPropertyTypes: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createPropertyType: async ({ body, context }) =>
      answerNew(view, await createPropertyType(services, body, context), context),
    getPropertyType: ({ params, query, context }) =>
      answerOne(
        view,
        findPropertyType(modelService.current(), params.property_type_id),
        parseReadRequest(query),
        context,
      ),
    updatePropertyType: async ({ params, body, context }) =>
      answerChanged(view, await updatePropertyType(services, params.property_type_id, body, context), context),
    deletePropertyType: async ({ params, context }) => {
      await deletePropertyType(services, params.property_type_id, context);
      return { status: 204 };
    },
  };
}
