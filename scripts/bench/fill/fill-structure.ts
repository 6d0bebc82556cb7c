// Links and folders of the benchmark, made by the service's own code.
import type { RequestContext } from '../../../core/context.ts';
import { requireType, type ObjectServices } from '../../../core/objects/object-services.ts';
import { linkOperations } from '../../../core/objects/relations/write-links.ts';
import type { LinkChange } from '../../../core/objects/changes/link-plan.ts';
import { sideNamed } from '../../../core/objects/relations/sides.ts';
import { counter } from './sample-documents.ts';
import { changeChildren } from '../../../core/objects/tree/change-children.ts';
import { createFolder } from '../../../core/objects/writing/folders.ts';

/** Unames of the folders that requests name. */
export const LARGE_FOLDER = 'bench-large';
export const TOP_FOLDER = 'bench-top';

const TYPE = 'documents';
/** So many documents have links, and are in the large folder. */
const MOST = 10_000;
/** Each is linked to those that come so far behind it. */
const DISTANCES = [1, 7, 31];
/** A document in so many has a link to each of these many others. */
const HUB_EVERY = 200;
const HUB_LINKS = 30;
const TRANSACTION = 200;
/** Folders in the top folder, and in each of them, at most; the lowest ones have as many documents each. */
const MOST_BRANCHES = 20;
const AT_ONCE = 500;

function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Which documents are linked, each pair once. */
function linkedPairs(ids: readonly number[]): Map<number, Set<number>> {
  const pairs = new Map<number, Set<number>>(ids.map((id) => [id, new Set()]));
  const link = (from: number, to: number): void => {
    const [me, other] = [ids[from % ids.length] ?? 0, ids[to % ids.length] ?? 0];
    if (me !== other && !pairs.get(other)?.has(me)) pairs.get(me)?.add(other);
  };
  for (let index = 0; index < ids.length; index++) {
    for (const distance of DISTANCES) link(index, index + distance);
    if (index % HUB_EVERY === HUB_EVERY - 1)
      for (let each = 1; each <= HUB_LINKS; each++) link(index, index + 100 + each * 53);
  }
  return pairs;
}

async function fillLinks(objects: ObjectServices, ids: readonly number[]): Promise<void> {
  const { store } = objects;
  const side = sideNamed(requireType(objects, TYPE), 'see_also');
  const nextPlace = counter();
  for (const part of chunks([...linkedPairs(ids)], TRANSACTION)) {
    const writings = part.map(([id, others]) => ({
      id,
      changes: [...others].map((other): LinkChange => {
        const after = { mine: nextPlace(id), theirs: nextPlace(other), params: null };
        return { other, type: TYPE, before: undefined, after, makesRoom: false };
      }),
    }));
    const operations = writings.flatMap(({ id, changes }) =>
      linkOperations({ side, me: { id, type: TYPE } }, { changes, shifts: new Map() }),
    );
    if (operations.length > 0) await store.objectRelations.bulkWrite(operations);
  }
}

/** Links documents, places them in one large folder, and all of them below another one. */
export async function fillStructure(objects: ObjectServices, context: RequestContext): Promise<void> {
  const rows = await objects.store
    .documents(TYPE)
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const ids = rows.map((row) => row._id);
  await fillLinks(objects, ids.slice(0, MOST));

  const folder = async (attributes: Record<string, unknown>): Promise<string> => {
    const data = { type: 'folders', attributes: { status: 'on' as const, ...attributes } };
    return String((await createFolder(objects, { data }, context)).document._id);
  };
  const place = async (folderId: string, children: readonly number[]): Promise<void> => {
    for (const part of chunks(children, AT_ONCE)) {
      const data = part.map((id) => ({ id: String(id), type: TYPE }));
      await changeChildren(objects, folderId, { how: 'add', data }, context);
    }
  };
  await place(await folder({ uname: LARGE_FOLDER, title: 'Very many' }), ids.slice(0, MOST));
  const top = await folder({ uname: TOP_FOLDER, title: 'All' });
  const branches = Math.min(MOST_BRANCHES, Math.ceil(Math.cbrt(ids.length)));
  const growBranch = async (_: unknown, branch: number): Promise<void> => {
    const parent = await folder({ title: `Branch ${branch}`, parent_id: top });
    for (let nth = 0; nth < branches; nth++) {
      const leaf = await folder({ title: `Leaf ${branch} ${nth}`, parent_id: parent });
      const first = branch * branches + nth;
      await place(
        leaf,
        ids.filter((_id, index) => index % branches ** 2 === first),
      );
    }
  };
  // Children of different folders are written concurrently.
  await Promise.all(Array.from({ length: branches }, growBranch));
}
