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
import { indexStates } from '../core/model/property-index.ts';
import { propertyResource, type AnyProperty } from '../core/model/property-rows.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listProperties' | 'createProperty' | 'getProperty' | 'updateProperty' | 'deleteProperty';

export function propertyHandlers(services: Services): Pick<Handlers, Operations> {
  const { modelService, config, store } = services;

  const indexOf = async (property: AnyProperty) =>
    (await indexStates(store, modelService.current(), [property])).get(property._id) ?? null;

  const changed = async (row: PropertyRow, context: RequestContext) => {
    const property = { ...row, is_static: false };
    const index = await indexOf(property);
    const variant = JSON.stringify(index);
    return {
      etag: { revision: row.revision, variant },
      body: singleDocument(propertyResource(property, index), context.url),
    };
  };

  return {
    listProperties: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      return {
        status: 200,
        body: listDocument(await listProperties(store, modelService.current(), request), request, context.url),
      };
    },
    createProperty: async ({ body, context }) => {
      const row = await createProperty(services, body, context);
      const Location = `${context.url.base}/model/properties/${row._id}`;
      return { status: 201, headers: { Location }, ...(await changed(row, context)) };
    },
    getProperty: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      const model = modelService.current();
      const property = findProperty(model, params.property_id);
      const index = await indexOf(property);
      // A static one changes with its type, and has no revision of its own; an index is made while the revision stays.
      const variant = property.is_static ? String(model.version) : JSON.stringify(index);
      const etag = { revision: property.revision, variant };
      const body = () => singleDocument(propertyResource(property, index), context.url, { fields });
      return { status: 200, etag, body };
    },
    updateProperty: async ({ params, body, context }) => {
      const row = await updateProperty(services, params.property_id, body, context);
      return { status: 200, ...(await changed(row, context)) };
    },
    deleteProperty: async ({ params, context }) => {
      await deleteProperty(services, params.property_id, context);
      return { status: 204 };
    },
  };
}
