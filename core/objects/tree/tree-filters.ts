// Filters by place: objects in a folder, at any depth below one, and the roots (service.md 4.8, reference/jsonapi.md 1.10).
import type { RequestContext } from '../../context.ts';
import { booleanOf, filterError, textOf, type NamedFilter } from '../../store/conditions.ts';
import type { Store } from '../../store/store.ts';
import { readAll } from '../../store/page.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import { seenWithObject, visibleTypes } from '../visibility.ts';
import { belowOf, folderNode, FOLDERS } from './tree-nodes.ts';

/** Id of a folder that is named by id or uname. @throws ApiError not_found, invalid_filter */
export async function folderNamed(services: ObjectServices, id: string, context: RequestContext): Promise<number> {
  const { document } = await findVisible(services, FOLDERS, id, context);
  return document._id;
}

/** A folder and the folders below it that the caller sees, each with all between them. */
async function seenFolders(services: ObjectServices, folderId: number, context: RequestContext): Promise<number[]> {
  const { store, modelService, clock, queryTimeLimit } = services;
  const type = modelService.current().types.get(FOLDERS);
  const seen = seenWithObject(visibleTypes(type ? [type] : [], context, clock.now()));
  const node = await folderNode(store, folderId);
  const rows = await readAll(
    store.trees
      .find(
        { $and: [{ 'object.type': FOLDERS, ...belowOf(node) }, seen] },
        { projection: { object_id: 1, parent_id: 1 }, maxTimeMS: queryTimeLimit },
      )
      .sort({ path: 1 }),
  );
  const folders = new Set([folderId]);
  // Parents come before their children.
  for (const { object_id: id, parent_id: parent } of rows) if (parent !== null && folders.has(parent)) folders.add(id);
  return [...folders];
}

const rootIds = async (store: Store, timeLimit: number): Promise<number[]> => {
  const options = { projection: { object_id: 1 }, maxTimeMS: timeLimit };
  const rows = await readAll(store.trees.find({ parent_id: null }, options));
  return rows.map((row) => row.object_id);
};

/** @throws ApiError invalid_filter unless the filter stands without a value */
function assertNoValue(value: Parameters<NamedFilter>[0], parameter: string): void {
  if (value !== '' && !booleanOf(value, parameter)) throw filterError(parameter, 'this filter takes no value.');
}

/** They throw ApiError not_found for a folder that the caller does not see. */
export function treeFilters(services: ObjectServices, context: RequestContext): Record<string, NamedFilter> {
  return {
    parent: async (value, parameter) => ({ parents: await folderNamed(services, textOf(value, parameter), context) }),
    ancestor: async (value, parameter) => {
      const id = await folderNamed(services, textOf(value, parameter), context);
      return { parents: { $in: await seenFolders(services, id, context) } };
    },
    roots: async (value, parameter) => {
      assertNoValue(value, parameter);
      return { _id: { $in: await rootIds(services.store, services.queryTimeLimit) } };
    },
  };
}
