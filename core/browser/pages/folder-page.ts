// Folders as a tree: what is in one, the ones above it, and all of them (D966).
import { displayName, isResource, type ShownResource } from '../json-api-document.ts';
import { documentAt } from './page-extras.ts';
import { itemOf } from './home-page.ts';
import { ownHref, type Frame } from './frame.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { itemsIn } from '../../values.ts';

export interface FolderNode {
  label: string;
  href: string;
  nodes: FolderNode[];
}

/** The most of one page of a list. */
const MAX_SHOWN = 100;

const folderHref = (id: string, frame: Frame): string => ownHref(`/folders/${encodeURIComponent(id)}`, frame);

const foldersOf = async (browser: BrowserRequest, query: string): Promise<ShownResource[]> => {
  const document = await documentAt(browser, `/folders?${query}&page_size=${MAX_SHOWN}&fields=title,path`);
  return itemsIn(document?.data).filter(isResource);
};

/** The ids of the folders from the root to one: those of `/503/508`. */
const stepsOf = ({ meta }: ShownResource): string[] =>
  String(meta?.['path'] ?? '')
    .split('/')
    .filter(Boolean);

/** What is in a folder, in its order, with folders first. */
export async function folderContent(browser: BrowserRequest, folder: ShownResource, frame: Frame) {
  const list = `/folders/${encodeURIComponent(folder.id)}/children`;
  const document = await documentAt(browser, `${list}?page_size=${MAX_SHOWN}&fields=title,status,modified`);
  const children = itemsIn(document?.data).filter(isResource);
  const steps = stepsOf(folder).filter((id) => id !== folder.id);
  const above = steps.length > 0 ? await foldersOf(browser, `filter[id]=${steps.join()}`) : [];
  const rank = ({ type }: ShownResource): number => (type === 'folders' ? 0 : 1);
  return {
    items: children.sort((one, other) => rank(one) - rank(other)).map((each) => itemOf(each, 'modified', frame)),
    /** The list of its content. */
    all: ownHref(list, frame),
    /** From home to the folder. */
    crumbs: [
      { label: 'Home', href: ownHref('/home', frame) },
      { label: 'folders', href: ownHref('/folders', frame) },
      ...steps.flatMap((id) => {
        const found = above.find((each) => each.id === id);
        return found ? [{ label: displayName(found), href: folderHref(id, frame) }] : [];
      }),
      { label: displayName(folder), href: undefined },
    ],
  };
}

/** The folders as a tree, as far as they fit on a page; one whose parent is not there is at the top. */
export async function folderTree(browser: BrowserRequest, frame: Frame): Promise<FolderNode[]> {
  const folders = await foldersOf(browser, 'sort=title');
  const nodes = new Map<string, FolderNode>(
    folders.map((each) => [each.id, { label: displayName(each), href: folderHref(each.id, frame), nodes: [] }]),
  );
  return folders.flatMap((folder) => {
    const node = nodes.get(folder.id);
    const parent = nodes.get(stepsOf(folder).at(-2) ?? '');
    if (!node) return [];
    if (!parent) return [node];
    parent.nodes.push(node);
    return [];
  });
}
