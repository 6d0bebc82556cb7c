// What objects are related to (service.md 4.4, reference/jsonapi.md 4.7).
import type { RequestContext } from '../core/context.ts';
import {
  linkDocument,
  listDocument,
  relatedLinkListDocument,
  relatedLinksDocument,
  singleDocument,
} from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { objectItem } from '../core/objects/object-item.ts';
import { resourceAs, schemaReferences } from '../core/objects/object-resource.ts';
import { findVisible } from '../core/objects/read-objects.ts';
import { changeLinks, type LinksRequest } from '../core/objects/relations/change-links.ts';
import { findObjectUser, type ObjectUserName } from '../core/objects/relations/object-users.ts';
import { listRelated } from '../core/objects/relations/related-objects.ts';
import { showObjects } from '../core/objects/show-objects.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listTypedObjectRelated'
  | 'listTypedObjectRelatedLinks'
  | 'addTypedObjectRelated'
  | 'replaceTypedObjectRelated'
  | 'removeTypedObjectRelated'
  | 'getTypedObjectCreatedByUser'
  | 'getTypedObjectCreatedByUserLink'
  | 'getTypedObjectModifiedByUser'
  | 'getTypedObjectModifiedByUserLink'
  | 'listObjectRelated'
  | 'listObjectRelatedLinks';

interface Params {
  object_type_name?: string;
  object_id: string;
  relation_name: string;
}

export function relatedObjectHandlers(services: Services): Pick<Handlers, Operations> {
  const { objects, config } = services;

  async function related(params: Params, query: object, context: RequestContext) {
    const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
    const found = await findVisible(objects, params.object_type_name ?? 'objects', params.object_id, context);
    return { request, page: await listRelated(objects, { found, name: params.relation_name }, request, context) };
  }

  async function list(params: Params, query: object, context: RequestContext) {
    const { request, page } = await related(params, query, context);
    const shown = await showObjects(objects, { ...page, baseOnly: page.mixed }, request, context);
    const schema = schemaReferences(shown.types, context.url.base);
    const extras = { included: shown.included, schema, available: page.available };
    const resources = { ...page, resources: shown.resources };
    return listDocument(resources, request, context.url, extras);
  }

  async function listLinks(params: Params, query: object, context: RequestContext) {
    const { request, page } = await related(params, query, context);
    const resources = page.found.flatMap((found) => {
      const { id, type } = objectItem(found);
      const relation = page.relation.get(found.document._id);
      return relation ? [{ id, type, meta: { relation } }] : [];
    });
    const identifiers = { ...page, resources };
    const { available } = page;
    return relatedLinkListDocument(identifiers, request, context.url, available);
  }

  interface ChangeInput {
    params: Required<Params>;
    body: { data: LinksRequest['data'] };
    context: RequestContext;
  }
  const change =
    (how: LinksRequest['how']) =>
    async ({ params, body, context }: ChangeInput) => {
      const { object_type_name: typeName, object_id: id, relation_name: relation } = params;
      const links = await changeLinks(objects, { typeName, id, relation }, { how, data: body.data }, context);
      if (links.length === 0) return { status: 204 } as const;
      return {
        status: 200,
        body: relatedLinksDocument(links, context.url),
      } as const;
    };

  interface UserInput {
    params: { object_type_name: string; object_id: string };
    query: object;
    context: RequestContext;
  }
  const userOf = async (name: ObjectUserName, { params, context }: UserInput) => {
    const found = await findVisible(objects, params.object_type_name, params.object_id, context);
    return findObjectUser(objects, found, name, context);
  };
  const user = (name: ObjectUserName) => async (input: UserInput) => {
    const { fields } = parseReadRequest(input.query);
    const found = await userOf(name, input);
    const { url } = input.context;
    const shown = found && (await showObjects(objects, { found: [found], types: [] }, { include: [] }, input.context));
    const schema = shown && schemaReferences(shown.types, url.base);
    const user = shown?.resources[0];
    const resource = user ? resourceAs('Users', user) : null;
    return {
      status: 200,
      body: singleDocument(resource, url, { fields, schema }),
    } as const;
  };
  const userLink = (name: ObjectUserName) => async (input: UserInput) => {
    const found = await userOf(name, input);
    return { status: 200, body: linkDocument(found ? objectItem(found) : null, input.context.url) } as const;
  };

  return {
    listTypedObjectRelated: async ({ params, query, context }) => ({
      status: 200,
      body: await list(params, query, context),
    }),
    listTypedObjectRelatedLinks: async ({ params, query, context }) => ({
      status: 200,
      body: await listLinks(params, query, context),
    }),
    addTypedObjectRelated: change('add'),
    replaceTypedObjectRelated: change('replace'),
    removeTypedObjectRelated: change('remove'),
    getTypedObjectCreatedByUser: user('created_by_user'),
    getTypedObjectCreatedByUserLink: userLink('created_by_user'),
    getTypedObjectModifiedByUser: user('modified_by_user'),
    getTypedObjectModifiedByUserLink: userLink('modified_by_user'),
    listObjectRelated: async ({ params, query, context }) => ({
      status: 200,
      body: await list(params, query, context),
    }),
    listObjectRelatedLinks: async ({ params, query, context }) => ({
      status: 200,
      body: await listLinks(params, query, context),
    }),
  };
}
