// The order of the tree: children of a folder and roots by position, and descendants of a folder.
import type { Collection, Document, TreeRow } from '../store/store.ts';
import { byIndex } from './by-index.ts';
import { assertByNumber } from './cursor.ts';
import type { Condition } from './filters.ts';
import { readIds, type Ordering } from './list-plan.ts';
import { numberedPage, underTimeLimit, type Total } from './page.ts';
import { withoutRowType } from '../store/untyped-collection.ts';

interface Tree {
  trees: Collection<TreeRow>;
  /** Condition on rows of `trees` with visible objects. */
  visible: Condition;
  /** The place is the only condition of the plan: objects need not be read for their ids. */
  isAlone: boolean;
}

interface Siblings extends Tree {
  /** null for the roots. */
  parentId: number | null;
  /** Id of an excluded object. */
  except?: number | undefined;
  reversed: boolean;
  /** The number of children, if they need not be counted. */
  total: Total;
}

/** Children of a folder in their order, read from an index, for any number of them. */
export const byPosition =
  ({ trees, visible, isAlone, parentId, except, reversed, total }: Siblings): Ordering<TreeRow> =>
  async (plan) => {
    const among = {
      ...(!isAlone && { $in: await readIds(plan) }),
      ...(except !== undefined && { $ne: except }),
    };
    const isAny = Object.keys(among).length === 0;
    return byIndex<TreeRow>(isAlone ? total : undefined)({
      ...plan,
      collection: withoutRowType(trees),
      scope: [{ parent_id: parentId, ...(!isAny && { object_id: among }), ...visible }],
      filters: [],
      sort: { key: reversed ? -1 : 1 },
      // The keys of places are in the order of their bytes.
      collation: undefined,
      filterCollation: undefined,
      isReversible: true,
      sortValues: undefined,
    });
  };

interface Subtree extends Tree {
  /** Condition on the rows below the folder. */
  below: Condition;
}

interface Below {
  count: number;
  places: { _id: number; type: string }[];
}

/** Descendants of a folder, each object at its first place. Page and total are read in one pass. */
export const bySubtree =
  ({ trees, visible, isAlone, below }: Subtree): Ordering<{ _id: number; type: string }> =>
  async (plan) => {
    const { page, pageSize } = plan.requested;
    assertByNumber(plan.requested, 'place below a folder');
    const among = isAlone ? {} : { object_id: { $in: await readIds(plan) } };
    const [start, end] = [(page - 1) * pageSize, page * pageSize];
    const first = { n: end, sortBy: { path: 1 }, output: { _id: '$_id', type: '$type' } };
    const pipeline: Document[] = [
      { $match: { $and: [{ ...below, ...among }, visible] } },
      { $group: { _id: '$object_id', path: { $min: '$path' }, type: { $first: '$object.type' } } },
      { $group: { _id: null, count: { $sum: 1 }, places: { $topN: first } } },
    ];
    const options = { maxTimeMS: plan.timeLimit, allowDiskUse: true };
    const [result] = await underTimeLimit(trees.aggregate<Below>(pipeline, options).toArray());
    const { count = 0, places = [] } = result ?? {};
    return numberedPage(places.slice(start), { count }, plan.requested);
  };
