// Folders, what is in them, and the folders that objects are in (service.md 4.8).
import type { RequestContext } from '../core/context.ts';
import {
  linkDocument,
  linksOnlyDocument,
  listDocument,
  relatedLinkListDocument,
  singleDocument,
  type Resource,
} from '../core/format/jsonapi/documents.ts';
import { parseIds } from '../core/format/jsonapi/ids.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { ListRequest, ReadRequest } from '../core/list-request.ts';
import { forEachId } from '../core/objects/bulk/for-each-id.ts';
import { listObjects } from '../core/objects/list-objects.ts';
import { resourceAs, schemaReferences } from '../core/objects/object-resource.ts';
import { servedType, typesBehind } from '../core/objects/object-services.ts';
import { findVisible, type FoundObject } from '../core/objects/read-objects.ts';
import { showObjects } from '../core/objects/show-objects.ts';
import { changeChildren, type LinkageChange } from '../core/objects/tree/change-children.ts';
import { changeParents, removeParent, replaceParent } from '../core/objects/tree/change-parents.ts';
import { createFolder, updateFolder } from '../core/objects/tree/folders.ts';
import { listChildren, listParents, parentOfFolder, type PlacePage } from '../core/objects/tree/list-places.ts';
import type { PlaceItem } from '../core/objects/tree/place-input.ts';
import { FOLDERS } from '../core/objects/tree/tree-nodes.ts';
import { findByPath } from '../core/objects/tree/tree-path.ts';
import { trashObject } from '../core/objects/write-objects.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listFolders'
  | 'createFolder'
  | 'deleteFolders'
  | 'getFolder'
  | 'updateFolder'
  | 'deleteFolder'
  | 'getFolderParent'
  | 'getFolderParentLink'
  | 'replaceFolderParent'
  | 'removeFolderParent'
  | 'listFolderChildren'
  | 'listFolderChildLinks'
  | 'addFolderChildren'
  | 'replaceFolderChildren'
  | 'removeFolderChildren'
  | 'listTypedObjectParents'
  | 'listTypedObjectParentLinks'
  | 'addTypedObjectParents'
  | 'replaceTypedObjectParents'
  | 'removeTypedObjectParents'
  | 'getTreeObject';

const NOTHING: ReadRequest = { fields: { common: undefined, byType: new Map() }, include: [], count: [] };

interface ChildrenInput {
  params: { folder_id: string };
  body: { data: PlaceItem | PlaceItem[] };
  context: RequestContext;
}

interface ParentsInput {
  params: { object_type_name: string; object_id: string };
  body: { data: PlaceItem | PlaceItem[] };
  context: RequestContext;
}

export function folderHandlers(services: Services): Pick<Handlers, Operations> {
  const { objects, config } = services;

  const listRequest = (query: object, context: RequestContext): ListRequest =>
    parseListRequest(query, pageLimits(context, config.pageSizeMax));

  async function represent(
    found: FoundObject,
    context: RequestContext,
    { request = NOTHING, extra }: { request?: ReadRequest; extra?: object } = {},
  ) {
    const shown = await showObjects(objects, { found: [found], types: [found.type] }, request, context);
    const [resource] = shown.resources as [Resource<'TypedObjects'>];
    if (extra) resource.meta['extra'] = extra;
    const schema = schemaReferences(shown.types, context.url.base);
    // What the answer shows of other resources is part of its ETag.
    const variant = JSON.stringify([resource.attributes, resource.meta, shown.included, schema]);
    const { fields } = request;
    const extras = { fields, included: shown.included, schema };
    return { etag: { revision: found.document.revision, variant }, resource, extras };
  }

  async function folder(found: FoundObject, context: RequestContext, request?: ReadRequest) {
    const { etag, resource, extras } = await represent(found, context, { ...(request && { request }) });
    return { etag, body: () => singleDocument(resourceAs('Folders', resource), context.url, extras) };
  }

  async function parentDocument(id: string, query: object, context: RequestContext) {
    const request = parseReadRequest(query);
    const shown = await parentOfFolder(objects, id, context);
    const relation = shown ? new Map([[shown.parent.document._id, shown.relation]]) : new Map();
    const type = servedType(objects, FOLDERS);
    const found = shown ? [shown.parent] : [];
    const { resources, included, types } = await showObjects(
      objects,
      { found, types: [type], relation },
      request,
      context,
    );
    const schema = types.size > 0 ? schemaReferences(types, context.url.base) : undefined;
    const extras = { fields: request.fields, included, schema };
    const [parent] = resources;
    return singleDocument(parent ? resourceAs('Folders', parent) : null, context.url, extras);
  }

  async function placed(
    page: PlacePage,
    { request, typeName, available }: { request: ListRequest; typeName: string; available: string },
    context: RequestContext,
  ) {
    const types = typesBehind(objects, servedType(objects, typeName));
    const { found, mixed, relation } = page;
    const shown = await showObjects(objects, { found, types, baseOnly: mixed, relation }, request, context);
    const schema = schemaReferences(shown.types, context.url.base);
    return { page: { ...page, resources: shown.resources }, extras: { included: shown.included, schema, available } };
  }

  /** One that left meanwhile has no place any more. */
  const identifiers = ({ found, relation, ...page }: PlacePage) => ({
    ...page,
    resources: found.flatMap(({ type, document }) => {
      const place = relation.get(document._id);
      return place ? [{ id: String(document._id), type: type.name, meta: { relation: place } }] : [];
    }),
  });

  const children =
    (how: LinkageChange) =>
    ({ params, body, context }: ChildrenInput): Promise<boolean> =>
      changeChildren(objects, params.folder_id, { how, data: body.data }, context);

  const parents = (how: LinkageChange) => async (input: ParentsInput) => {
    const { params, body, context } = input;
    const address = { typeName: params.object_type_name, id: params.object_id };
    const isChanged = await changeParents(objects, address, { how, data: body.data }, context);
    return isChanged ? ({ status: 200, body: linksOnlyDocument(context.url) } as const) : ({ status: 204 } as const);
  };

  return {
    listFolders: async ({ query, context }) => {
      const request = listRequest(query, context);
      const type = servedType(objects, FOLDERS);
      const { found, ...ends } = await listObjects(objects, { typeName: FOLDERS }, request, context);
      const shown = await showObjects(objects, { found, types: [type] }, request, context);
      const extras = { included: shown.included, schema: schemaReferences(shown.types, context.url.base) };
      const page = { resources: shown.resources.map((resource) => resourceAs('Folders', resource)), ...ends };
      return { status: 200, body: listDocument(page, request, context.url, extras) };
    },
    deleteFolders: async ({ query, context }) => {
      const aboutFolder = { ...context, precondition: undefined };
      await forEachId(parseIds(query.ids), (id) => trashObject(objects, FOLDERS, id, aboutFolder));
      return { status: 204 };
    },
    createFolder: async ({ body, context }) => {
      const found = await createFolder(objects, body, context);
      const Location = `${context.url.base}/${FOLDERS}/${found.document._id}`;
      return { status: 201, headers: { Location }, ...(await folder(found, context)) };
    },
    getFolder: async ({ params, query, context }) => {
      const found = await findVisible(objects, FOLDERS, params.folder_id, context);
      return { status: 200, ...(await folder(found, context, parseReadRequest(query))) };
    },
    updateFolder: async ({ params, body, context }) => {
      const found = await updateFolder(objects, params.folder_id, body, context);
      return { status: 200, ...(await folder(found, context)) };
    },
    deleteFolder: async ({ params, context }) => {
      await trashObject(objects, FOLDERS, params.folder_id, context);
      return { status: 204 };
    },
    getFolderParent: async ({ params, query, context }) => ({
      status: 200,
      body: await parentDocument(params.folder_id, query, context),
    }),
    getFolderParentLink: async ({ params, context }) => {
      const shown = await parentOfFolder(objects, params.folder_id, context);
      const parent = shown && { id: String(shown.parent.document._id), type: FOLDERS };
      return { status: 200, body: linkDocument(parent, context.url) };
    },
    replaceFolderParent: async ({ params, body, context }) => {
      await replaceParent(objects, params.folder_id, body.data as PlaceItem | null, context);
      return { status: 200, body: linksOnlyDocument(context.url) };
    },
    removeFolderParent: async ({ params, body, context }) => {
      await removeParent(objects, params.folder_id, body.data as PlaceItem | null, context);
      return { status: 204 };
    },
    listFolderChildren: async ({ params, query, context }) => {
      const request = listRequest(query, context);
      const page = await listChildren(objects, params.folder_id, request, context);
      const listed = { request, typeName: 'objects', available: '/objects' };
      const shown = await placed(page, listed, context);
      return { status: 200, body: listDocument(shown.page, request, context.url, shown.extras) };
    },
    listFolderChildLinks: async ({ params, query, context }) => {
      const request = listRequest(query, context);
      const page = identifiers(await listChildren(objects, params.folder_id, request, context));
      return { status: 200, body: relatedLinkListDocument(page, request, context.url, '/objects') };
    },
    addFolderChildren: async (input) => {
      await children('add')(input as ChildrenInput);
      return { status: 200, body: linksOnlyDocument(input.context.url) };
    },
    replaceFolderChildren: async (input) =>
      (await children('replace')(input as ChildrenInput))
        ? { status: 200, body: linksOnlyDocument(input.context.url) }
        : { status: 204 },
    removeFolderChildren: async (input) => {
      await children('remove')(input as ChildrenInput);
      return { status: 204 };
    },
    listTypedObjectParents: async ({ params, query, context }) => {
      const request = listRequest(query, context);
      const address = { typeName: params.object_type_name, id: params.object_id };
      const page = await listParents(objects, address, request, context);
      const listed = { request, typeName: FOLDERS, available: `/${FOLDERS}` };
      const shown = await placed(page, listed, context);
      const resources = shown.page.resources.map((resource) => resourceAs('Folders', resource));
      return { status: 200, body: listDocument({ ...shown.page, resources }, request, context.url, shown.extras) };
    },
    listTypedObjectParentLinks: async ({ params, query, context }) => {
      const request = listRequest(query, context);
      const address = { typeName: params.object_type_name, id: params.object_id };
      const page = identifiers(await listParents(objects, address, request, context));
      return { status: 200, body: relatedLinkListDocument(page, request, context.url, `/${FOLDERS}`) };
    },
    addTypedObjectParents: (input) => parents('add')(input as ParentsInput),
    replaceTypedObjectParents: (input) => parents('replace')(input as ParentsInput),
    removeTypedObjectParents: (input) => parents('remove')(input as ParentsInput),
    getTreeObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const { found, unamePath } = await findByPath(objects, params.tree_path, context);
      const extra = { uname_path: unamePath };
      const { etag, resource, extras } = await represent(found, context, { request, extra });
      return { status: 200, etag, body: () => singleDocument(resource, context.url, extras) };
    },
  };
}
