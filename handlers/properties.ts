// Properties of object types (reference/jsonapi.md 3.3).
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { RequestContext } from '../core/context.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { PropertyRow } from '../core/model/model.ts';
import {
  createProperty,
  deleteProperty,
  findProperty,
  listProperties,
  updateProperty,
} from '../core/model/properties.ts';
import { propertyResource } from '../core/model/property-rows.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listProperties' | 'createProperty' | 'getProperty' | 'updateProperty' | 'deleteProperty';

export function propertyHandlers(services: Services): Pick<Handlers, Operations> {
  const { modelService, config } = services;

  const changed = (row: PropertyRow, context: RequestContext) => ({
    etag: { revision: row.revision },
    body: singleDocument(propertyResource({ ...row, is_static: false }), context.url),
  });

  return {
    listProperties: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      return {
        status: 200,
        body: listDocument(await listProperties(modelService.current(), request), request, context.url),
      };
    },
    createProperty: async ({ body, context }) => {
      const row = await createProperty(services, body, context);
      const Location = `${context.url.base}/model/properties/${row._id}`;
      return { status: 201, headers: { Location }, ...changed(row, context) };
    },
    getProperty: ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      const model = modelService.current();
      const property = findProperty(model, params.property_id);
      // A static one changes with its type, and has no revision of its own.
      const etag = { revision: property.revision, variant: property.is_static ? String(model.version) : '' };
      const body = () => singleDocument(propertyResource(property), context.url, { fields });
      return { status: 200, etag, body };
    },
    updateProperty: async ({ params, body, context }) => {
      const row = await updateProperty(services, params.property_id, body, context);
      return { status: 200, ...changed(row, context) };
    },
    deleteProperty: async ({ params, context }) => {
      await deleteProperty(services, params.property_id, context);
      return { status: 204 };
    },
  };
}
