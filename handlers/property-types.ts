// Property types (reference/jsonapi.md 3.4).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { PropertyTypeRow } from '../core/model/model.ts';
import {
  createPropertyType,
  deletePropertyType,
  findPropertyType,
  propertyTypeResources,
  updatePropertyType,
} from '../core/model/property-types.ts';
import { listResources } from '../core/resources/resource-type.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  'listPropertyTypes' | 'createPropertyType' | 'getPropertyType' | 'updatePropertyType' | 'deletePropertyType';

export function propertyTypeHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, modelService, config } = services;
  const type = propertyTypeResources(store);

  const single = (row: PropertyTypeRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listPropertyTypes: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createPropertyType: async ({ body, context }) => {
      const row = await createPropertyType(services, body, context);
      const Location = `${context.url.base}/model/property_types/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getPropertyType: ({ params, query, context }) => {
      const row = findPropertyType(modelService.current(), params.property_type_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updatePropertyType: async ({ params, body, context }) => {
      const row = await updatePropertyType(services, params.property_type_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deletePropertyType: async ({ params, context }) => {
      await deletePropertyType(services, params.property_type_id, context);
      return { status: 204 };
    },
  };
}
