// Folders, their children, and the folders of objects (service.md 4.8).
import { parseIds } from '../../core/format/jsonapi/ids.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { forEachId } from '../../core/objects/bulk/for-each-id.ts';
import { listObjects } from '../../core/objects/lists/list-objects.ts';
import { requireType } from '../../core/objects/object-services.ts';
import { findVisible } from '../../core/objects/read-objects.ts';
import { changeChildren } from '../../core/objects/tree/change-children.ts';
import { changeParents, removeParent, replaceParent } from '../../core/objects/tree/change-parents.ts';
import { createFolder, updateFolder } from '../../core/objects/writing/folders.ts';
import { listChildren, listParents, parentOfFolder } from '../../core/objects/lists/list-places.ts';
import type { PlaceItem } from '../../core/objects/tree/place-input.ts';
import { FOLDERS } from '../../core/objects/tree/tree-nodes.ts';
import { findByPath } from '../../core/objects/tree/tree-path.ts';
import { trashObject } from '../../core/objects/writing/write-objects.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { linkOf, objectPage, objectView, typesOfEndpoint } from '../../core/representation/object-views.ts';
import { answerLinkChange, linkedToMany, relatedToOne } from '../../core/representation/related.ts';
import { linksOnly, noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';
import type { LinkageChange } from '../../core/format/jsonapi/resource-input.ts';

type ChildrenInput = HandlerInput<'addFolderChildren' | 'replaceFolderChildren' | 'removeFolderChildren'>;

type ParentsInput = HandlerInput<'addTypedObjectParents' | 'replaceTypedObjectParents' | 'removeTypedObjectParents'>;

function folderChildren({ objects, config }: Services) {
  const children = linkedToMany(config, async (params: { folder_id: string }, request, context) => {
    const page = await listChildren(objects, params.folder_id, request, context);
    const listed = { name: 'TypedObjects', types: typesOfEndpoint(objects, 'objects') } as const;
    return { ...objectPage(objects, listed, { ...page, available: '/objects' }), linkOf: linkOf(page.relation) };
  });

  const change = (how: LinkageChange, { params, body, context }: ChildrenInput): Promise<boolean> =>
    changeChildren(objects, params.folder_id, { how, data: body.data }, context);

  return {
    listFolderChildren: children.resources,
    listFolderChildLinks: children.identifiers,
    addFolderChildren: (input) => linksOnly(change('add', input), input.context),
    replaceFolderChildren: async (input) => answerLinkChange(await change('replace', input), input.context),
    removeFolderChildren: (input) => noContent(change('remove', input)),
  } satisfies Partial<Handlers>;
}

function objectParents({ objects, config }: Services) {
  const parents = linkedToMany(config, async (params: ParentsInput['params'], request, context) => {
    const address = { typeName: params.object_type_name, id: params.object_id };
    const page = await listParents(objects, address, request, context);
    const listed = { name: 'Folders', types: typesOfEndpoint(objects, FOLDERS) } as const;
    return { ...objectPage(objects, listed, { ...page, available: `/${FOLDERS}` }), linkOf: linkOf(page.relation) };
  });

  const change =
    (how: LinkageChange) =>
    async ({ params, body, context }: ParentsInput) => {
      const address = { typeName: params.object_type_name, id: params.object_id };
      return answerLinkChange(await changeParents(objects, address, { how, data: body.data }, context), context);
    };

  return {
    listTypedObjectParents: parents.resources,
    listTypedObjectParentLinks: parents.identifiers,
    addTypedObjectParents: change('add'),
    replaceTypedObjectParents: change('replace'),
    removeTypedObjectParents: change('remove'),
  } satisfies Partial<Handlers>;
}

function folderItself({ objects, config }: Services) {
  const view = objectView(objects, 'Folders');

  const parent = relatedToOne(async (params: { folder_id: string }, context) => {
    const shown = await parentOfFolder(objects, params.folder_id, context);
    const types = [requireType(objects, FOLDERS)];
    const metaOf = () => (shown ? { relation: shown.relation } : undefined);
    return { view: objectView(objects, 'Folders', { types, metaOf }), item: shown?.parent };
  });

  return {
    listFolders: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const folders = await listObjects(objects, { typeName: FOLDERS }, request, context);
      const page = objectPage(objects, { name: 'Folders', types: typesOfEndpoint(objects, FOLDERS) }, folders);
      return answerPage(page.view, page, request, context);
    },
    deleteFolders: async ({ query, context }) => {
      const aboutFolder = { ...context, precondition: undefined };
      await forEachId(parseIds(query.ids), (id) => trashObject(objects, FOLDERS, id, aboutFolder));
      return { status: 204 };
    },
    createFolder: async ({ body, context }) => answerNew(view, await createFolder(objects, body, context), context),
    getFolder: async ({ params, query, context }) => {
      const found = await findVisible(objects, FOLDERS, params.folder_id, context);
      return answerOne(view, found, parseReadRequest(query), context);
    },
    updateFolder: async ({ params, body, context }) =>
      answerChanged(view, await updateFolder(objects, params.folder_id, body, context), context),
    deleteFolder: ({ params, context }) => noContent(trashObject(objects, FOLDERS, params.folder_id, context)),
    getFolderParent: parent.resource,
    getFolderParentLink: parent.identifier,
    replaceFolderParent: ({ params, body, context }) =>
      linksOnly(replaceParent(objects, params.folder_id, body.data as PlaceItem | null, context), context),
    removeFolderParent: ({ params, body, context }) =>
      noContent(removeParent(objects, params.folder_id, body.data as PlaceItem | null, context)),
    getTreeObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const { found, unamePath } = await findByPath(objects, params.tree_path, context);
      const metaOf = () => ({ extra: { uname_path: unamePath } });
      return answerOne(objectView(objects, 'TypedObjects', { metaOf }), found, request, context);
    },
  } satisfies Partial<Handlers>;
}

export const folderHandlers = (services: Services) => ({
  ...folderItself(services),
  ...folderChildren(services),
  ...objectParents(services),
});
