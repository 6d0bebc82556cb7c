// Objects of any type and of one type (service.md 4.4).
import { parseIds } from '../../core/format/jsonapi/ids.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import { readCreate, readUpdate } from '../../core/format/jsonapi/resource-input.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import {
  assertFewEmbedded,
  LIST_PARAMETERS,
  parseLegacyQuery,
  type LegacyParameter,
} from '../../core/format/legacy/list-query.ts';
import type { Handlers, Reply, Schema } from '../../core/http/handler.ts';
import { JSON_TYPE } from '../../core/http/request/media-types.ts';
import { ApiError, invalidParameter } from '../../core/errors.ts';
import { listByIds, listPublication, getLegacyObject } from '../../core/legacy/read-legacy-objects.ts';
import type { LegacyData } from '../../core/legacy/legacy-input.ts';
import { createLegacyObject, trashLegacyObject, updateLegacyObject } from '../../core/legacy/write-legacy-object.ts';
import type { RequestContext } from '../../core/context.ts';
import { forEachId } from '../../core/objects/bulk/for-each-id.ts';
import { cloneObject } from '../../core/clone/clone-object.ts';
import { listObjects } from '../../core/objects/lists/list-objects.ts';
import { findVisible } from '../../core/objects/read-objects.ts';
import type { ObjectRecord } from '../../core/objects/object-record.ts';
import { abstractType, createObject, trashObject, updateObject } from '../../core/objects/writing/write-objects.ts';
import { answerChanged, answerNew, answerOne, answerPage, stateOf } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectPage, objectView, typesOfEndpoint } from '../../core/representation/object-views.ts';
import { pageLimits } from '../../core/settings.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

/** The request is for the legacy envelope (D1). */
const isLegacy = ({ mediaType }: RequestContext): boolean => mediaType === JSON_TYPE;

/** With ids, no other parameter is accepted (service.md 4.3). */
const ID_PARAMETERS: readonly LegacyParameter[] = ['id'];

/** Query members of the legacy side only, on the same path. */
const LEGACY_OF_LIST = ['id', 'embed'];
const LEGACY_OF_OBJECT = ['embed', 'filter', 'page', 'page_size', 'limit'];

/** One path has the parameters of both sides: those of the legacy side are refused on the other. */
function withoutLegacy<Query extends { lang?: string }>(query: Query, names: readonly string[]): Query {
  const [[name, value] = []] = Object.entries(query).filter(([each]) => names.includes(each));
  if (name !== undefined) {
    const [inner] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const legacy = inner === undefined ? name : `${name}[${inner}]`;
    const detail = `${legacy} is supported for application/json only.`;
    throw new ApiError('unknown_parameter', { detail, source: { parameter: legacy } });
  }
  if (query.lang === undefined || query.lang.length === 2) return query;
  throw invalidParameter('lang', 'lang must have two letters.');
}

/** Without ids the request of a legacy client has no meaning (D47). */
const noDeletion = (): ApiError =>
  new ApiError('method_not_allowed', 'Objects are deleted one by one, or by ids.', {
    Allow: 'GET, HEAD, POST, OPTIONS',
  });

type LegacyObjectsResponse = Schema<'LegacyObjectsResponse'>;

async function listLegacy(
  { legacy, config }: Services,
  query: object,
  context: RequestContext,
): Promise<LegacyObjectsResponse> {
  const limits = pageLimits(context, config.pageSizeMax);
  const names = Object.keys(query);
  const requested = parseLegacyQuery(query, names.includes('id') ? ID_PARAMETERS : LIST_PARAMETERS, limits);
  if (requested.ids) {
    const objects = await listByIds(legacy, requested.ids, context);
    return envelope('objects', 'get', { objects }, context.url);
  }
  assertFewEmbedded(requested, requested.pageSize);
  const { objects, paging } = await listPublication(legacy, requested, context);
  return { ...envelope('objects', 'get', { objects }, context.url), paging };
}

async function getLegacy({ legacy, config }: Services, id: string, query: object, context: RequestContext) {
  const requested = parseLegacyQuery(query, LIST_PARAMETERS, pageLimits(context, config.pageSizeMax));
  assertFewEmbedded(requested, 1);
  const object = await getLegacyObject(legacy, { id, query: requested }, context);
  const { shown, revision } = object;
  const body = () => envelope('objects', 'get', { object: shown }, context.url);
  return { status: 200, etag: stateOf(revision, shown), body } as const;
}

async function writeLegacy(
  { legacy }: Services,
  data: LegacyData,
  context: RequestContext,
): Promise<Reply<'createObject'>> {
  const { id } = data;
  const { shown, revision } =
    id === undefined
      ? await createLegacyObject(legacy, data, context)
      : await updateLegacyObject(legacy, { id, data }, context);
  const body = envelope('objects', 'post', shown, context.url);
  const etag = stateOf(revision, shown);
  const Location = `${context.url.base}/objects/${shown.id}`;
  return id === undefined ? { status: 201, headers: { Location }, etag, body } : { status: 200, etag, body };
}

export function objectHandlers(services: Services) {
  const { objects, config } = services;
  const view = objectView(objects, 'TypedObjects');

  async function list(typeName: string, query: object, context: RequestContext) {
    const request = readListRequest(query, context, config);
    const found = await listObjects(objects, { typeName }, request, context);
    const page = objectPage(objects, { name: 'TypedObjects', types: typesOfEndpoint(objects, typeName) }, found);
    return answerPage(page.view, page, request, context);
  }

  async function get(typeName: string, id: string, query: object, context: RequestContext) {
    const request = parseReadRequest(query);
    return answerOne(view, await findVisible(objects, typeName, id, context), request, context);
  }

  async function trashEach(typeName: string, ids: unknown, context: RequestContext) {
    const aboutObject = { ...context, precondition: undefined };
    await forEachId(parseIds(ids), (id) => trashObject(objects, typeName, id, aboutObject));
    return { status: 204 } as const;
  }

  return {
    deleteObjects: ({ query, context }) => {
      if (isLegacy(context) && !Object.hasOwn(query, 'ids')) throw noDeletion();
      return trashEach('objects', query.ids, context);
    },
    deleteTypedObjects: ({ params, query, context }) => trashEach(params.object_type_name, query.ids, context),
    cloneTypedObject: async ({ params, body, context }) => {
      const address = { typeName: params.object_type_name, id: params.object_id };
      const attributes = body ? readCreate(body, address.typeName) : {};
      const include = body?.data.meta?.include ?? [];
      const found = await cloneObject(services.files, address, { attributes, include }, context);
      return answerNew(view, found, context);
    },
    listObjects: async ({ query, context }) =>
      isLegacy(context)
        ? { status: 200, body: await listLegacy(services, query, context) }
        : list('objects', withoutLegacy(query, LEGACY_OF_LIST), context),
    createObject: ({ body, context }) => {
      if (context.bodyType !== JSON_TYPE) throw abstractType('objects');
      return writeLegacy(services, body.data, context);
    },
    getObject: ({ params, query, context }) =>
      isLegacy(context)
        ? getLegacy(services, params.object_id, query, context)
        : get('objects', params.object_id, withoutLegacy(query, LEGACY_OF_OBJECT), context),
    deleteObject: async ({ params, context }) => {
      if (isLegacy(context)) await trashLegacyObject(services.legacy, params.object_id, context);
      else await trashObject(objects, 'objects', params.object_id, context);
      return { status: 204 };
    },
    listTypedObjects: ({ params, query, context }) => list(params.object_type_name, query, context),
    createTypedObject: async ({ params, body, context }) => {
      const attributes = readCreate(body, params.object_type_name);
      const { relationships } = body.data;
      const given = { typeName: params.object_type_name, attributes, relationships };
      const found = await createObject(objects, given, context);
      return answerNew(view, found, context);
    },
    getTypedObject: ({ params, query, context }) => get(params.object_type_name, params.object_id, query, context),
    updateTypedObject: async ({ params, body, context }) => {
      const address = { typeName: params.object_type_name, id: params.object_id };
      const readChange = ({ type, document }: ObjectRecord) => ({
        attributes: readUpdate(body, type.name, document._id),
        locked: body.data.meta?.locked,
        relationships: body.data.relationships,
      });
      const found = await updateObject(objects, address, readChange, context);
      return answerChanged(view, found, context);
    },
    deleteTypedObject: ({ params, context }) =>
      noContent(trashObject(objects, params.object_type_name, params.object_id, context)),
  } satisfies Partial<Handlers>;
}
