// The permitted callers of each operation of the tree (D19). Written by hand from the decisions, not derived.
import { create, links, update, type Ids, type Row } from './permission-rows.ts';

const parent = (ids: Ids) => ({ data: { type: 'folders', id: ids['folder'] } });

export const TREE_TABLE: Record<string, Row> = {
  listFolders: { at: 'GET /folders', who: 'everyone' },
  createFolder: { at: 'POST /folders', who: 'editors', body: create('folders', { title: 'A folder' }) },
  getFolder: { at: 'GET /folders/{folder}', who: 'everyone' },
  updateFolder: {
    at: 'PATCH /folders/{folder}',
    who: 'editors',
    body: update('folders', 'folder', { title: 'Another' }),
  },
  deleteFolders: { at: 'DELETE /folders?ids={folder}', who: 'editors' },
  deleteFolder: { at: 'DELETE /folders/{folder}', who: 'editors' },
  getFolderParent: { at: 'GET /folders/{subfolder}/parent', who: 'everyone' },
  getFolderParentLink: { at: 'GET /folders/{subfolder}/relationships/parent', who: 'everyone' },
  replaceFolderParent: {
    at: 'PATCH /folders/{subfolder}/relationships/parent',
    who: 'editors',
    needs: ['folder'],
    body: parent,
  },
  // It is not the parent.
  removeFolderParent: {
    at: 'DELETE /folders/{subfolder}/relationships/parent',
    who: 'editors',
    needs: ['folder'],
    body: parent,
    status: 400,
  },
  listFolderChildren: { at: 'GET /folders/{folder}/children', who: 'everyone' },
  listFolderChildLinks: { at: 'GET /folders/{folder}/relationships/children', who: 'everyone' },
  ...Object.fromEntries(
    [
      ['addFolderChildren', 'POST'],
      ['replaceFolderChildren', 'PATCH'],
      ['removeFolderChildren', 'DELETE'],
    ].map(([operation = '', method = '']): [string, Row] => [
      operation,
      {
        at: `${method} /folders/{folder}/relationships/children`,
        who: 'editors',
        needs: ['document'],
        body: links('documents', 'document'),
      },
    ]),
  ),
  listTypedObjectParents: { at: 'GET /documents/{document}/parents', who: 'everyone' },
  listTypedObjectParentLinks: { at: 'GET /documents/{document}/relationships/parents', who: 'everyone' },
  ...Object.fromEntries(
    [
      ['addTypedObjectParents', 'POST'],
      ['replaceTypedObjectParents', 'PATCH'],
      ['removeTypedObjectParents', 'DELETE'],
    ].map(([operation = '', method = '']): [string, Row] => [
      operation,
      {
        at: `${method} /documents/{document}/relationships/parents`,
        who: 'editors',
        needs: ['folder'],
        body: links('folders', 'folder'),
      },
    ]),
  ),
  getTreeObject: { at: 'GET /trees/{folder}', who: 'everyone' },
};
