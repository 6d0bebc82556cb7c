// Folders, their children, and the folders of objects (service.md 4.8).
import { linksOnlyDocument } from '../../core/format/jsonapi/documents.ts';
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
import type { Services } from '../services.ts';
import type { LinkageChange } from '../../core/format/jsonapi/resource-input.ts';

type FolderOperations =
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
  | 'getTreeObject';

type ChildrenOperations =
  | 'listFolderChildren'
  | 'listFolderChildLinks'
  | 'addFolderChildren'
  | 'replaceFolderChildren'
  | 'removeFolderChildren';

type ParentsOperations =
  | 'listTypedObjectParents'
  | 'listTypedObjectParentLinks'
  | 'addTypedObjectParents'
  | 'replaceTypedObjectParents'
  | 'removeTypedObjectParents';

type ChildrenInput = HandlerInput<'addFolderChildren' | 'replaceFolderChildren' | 'removeFolderChildren'>;

interface ObjectParams {
  object_type_name: string;
  object_id: string;
}

type ParentsInput = HandlerInput<'addTypedObjectParents' | 'replaceTypedObjectParents' | 'removeTypedObjectParents'>;

function folderChildren({ objects, config }: Services): Pick<Handlers, ChildrenOperations> {
  const children = linkedToMany(config, async (params: { folder_id: string }, request, context) => {
    const page = await listChildren(objects, params.folder_id, request, context);
    const listed = { name: 'TypedObjects', types: typesOfEndpoint(objects, 'objects') } as const;
    return { ...objectPage(objects, listed, { ...page, available: '/objects' }), linkOf: linkOf(page.relation) };
  });

  const changeChildrenBy =
    (how: LinkageChange) =>
    ({ params, body, context }: ChildrenInput): Promise<boolean> =>
      changeChildren(objects, params.folder_id, { how, data: body.data }, context);

  return {
    listFolderChildren: children.resources,
    listFolderChildLinks: children.identifiers,
    addFolderChildren: async (input) => {
      await changeChildrenBy('add')(input);
      return { status: 200, body: linksOnlyDocument(input.context.url) };
    },
    replaceFolderChildren: async (input) =>
      (await changeChildrenBy('replace')(input))
        ? { status: 200, body: linksOnlyDocument(input.context.url) }
        : { status: 204 },
    removeFolderChildren: async (input) => {
      await changeChildrenBy('remove')(input);
      return { status: 204 };
    },
  };
}

function objectParents({ objects, config }: Services): Pick<Handlers, ParentsOperations> {
  const parents = linkedToMany(config, async (params: ObjectParams, request, context) => {
    const address = { typeName: params.object_type_name, id: params.object_id };
    const page = await listParents(objects, address, request, context);
    const listed = { name: 'Folders', types: typesOfEndpoint(objects, FOLDERS) } as const;
    return { ...objectPage(objects, listed, { ...page, available: `/${FOLDERS}` }), linkOf: linkOf(page.relation) };
  });

  const changeParentsBy = (how: LinkageChange) => async (input: ParentsInput) => {
    const { params, body, context } = input;
    const address = { typeName: params.object_type_name, id: params.object_id };
    const isChanged = await changeParents(objects, address, { how, data: body.data }, context);
    return answerLinkChange(isChanged, context);
  };

  return {
    listTypedObjectParents: parents.resources,
    listTypedObjectParentLinks: parents.identifiers,
    addTypedObjectParents: (input) => changeParentsBy('add')(input),
    replaceTypedObjectParents: (input) => changeParentsBy('replace')(input),
    removeTypedObjectParents: (input) => changeParentsBy('remove')(input),
  };
}

function folderItself({ objects, config }: Services): Pick<Handlers, FolderOperations> {
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
    deleteFolder: async ({ params, context }) => {
      await trashObject(objects, FOLDERS, params.folder_id, context);
      return { status: 204 };
    },
    getFolderParent: parent.resource,
    getFolderParentLink: parent.identifier,
    replaceFolderParent: async ({ params, body, context }) => {
      await replaceParent(objects, params.folder_id, body.data as PlaceItem | null, context);
      return { status: 200, body: linksOnlyDocument(context.url) };
    },
    removeFolderParent: async ({ params, body, context }) => {
      await removeParent(objects, params.folder_id, body.data as PlaceItem | null, context);
      return { status: 204 };
    },
    getTreeObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const { found, unamePath } = await findByPath(objects, params.tree_path, context);
      const metaOf = () => ({ extra: { uname_path: unamePath } });
      return answerOne(objectView(objects, 'TypedObjects', { metaOf }), found, request, context);
    },
  };
}

export const folderHandlers = (
  services: Services,
): Pick<Handlers, FolderOperations | ChildrenOperations | ParentsOperations> => ({
  ...folderItself(services),
  ...folderChildren(services),
  ...objectParents(services),
});
