// Best match first, by the text index of `objects` (D7). One pass over the matches gives both the best ones and their number.
import type { Collection, Document } from '../store/store.ts';
import { assertByNumber } from './cursor.ts';
import type { Condition } from './filters.ts';
import { aggregatedPage, conditionOf, sortOptions, type ListPlan, type Ordering } from './list-plan.ts';
import { boundedCount, countedStage, countLimitOf, numberedPage, underTimeLimit, type RowPage } from './page.ts';

/** Up to this position ranked rows are kept while the matches are read; deeper pages sort all of them. */
const MAX_RANKED = 10_000;

const RANKING = { score: -1, _id: 1 } as const;

export interface Relevance {
  /** The collection with the text index. */
  texts: Collection<Document>;
  /** Condition on its rows, with `$text`, without the conditions of the plan. */
  matching: Condition;
  /** Expression of a row's rank; undefined: rows are in the order of the index. */
  score: Condition | undefined;
  /** The collection of the plan and the conditions on it, if it is not the one with the text. */
  joined?: { from: string; conditions: readonly Condition[] } | undefined;
}

interface Match {
  _id: number;
  type: string;
}

/** Stages that compute the values of the sort. */
function matchStages({ matching, score, joined }: Relevance, plan: ListPlan): Document[] {
  const { isSorted } = plan;
  const pipeline: Document[] = [{ $match: joined ? matching : { $and: [matching, conditionOf(plan)] } }];
  if (joined && (joined.conditions.length > 0 || isSorted)) {
    const conditions = joined.conditions.length > 0 ? [{ $match: { $and: [...joined.conditions] } }] : [];
    if (score) pipeline.push({ $addFields: { score } });
    const { from } = joined;
    pipeline.push(
      { $lookup: { from, localField: '_id', foreignField: '_id', as: 'document', pipeline: conditions } },
      { $unwind: '$document' },
      // The document has every field of the row, and those of the request.
      { $replaceWith: score ? { $mergeObjects: ['$document', { score: '$score' }] } : '$document' },
    );
  } else {
    const paths = isSorted ? Object.keys(plan.sort).map((path) => [path, 1]) : [];
    pipeline.push({ $project: { type: 1, ...(score && { score }), ...Object.fromEntries(paths), ...plan.sortValues } });
  }
  return pipeline;
}

/**
 * The page of a search with more matches than the limit of the total: in the order of the index, so that only the
 * counted and shown rows are read (D670). For a single word that is the order of ranks. Undefined for fewer matches.
 */
async function unrankedPage(relevance: Relevance, plan: ListPlan): Promise<RowPage<Match> | undefined> {
  const { page, pageSize } = plan.requested;
  const matches = matchStages({ ...relevance, score: undefined }, plan);
  const read = <Row extends Document>(...stages: Document[]) =>
    underTimeLimit(relevance.texts.aggregate<Row>([...matches, ...stages], sortOptions(plan)).toArray());
  const [counted] = await read<{ count: number }>(...countedStage(plan.requested), { $count: 'count' });
  const total = boundedCount(counted?.count ?? 0, plan.requested);
  if (!total.isAtLeast) return undefined;
  const rows = await read<Match>({ $skip: (page - 1) * pageSize }, { $limit: pageSize + 1 }, { $project: { type: 1 } });
  return numberedPage(rows, total, plan.requested);
}

export const byRelevance =
  (relevance: Relevance): Ordering<Match> =>
  async (plan) => {
    const { isSorted } = plan;
    const { page, pageSize } = plan.requested;
    assertByNumber(plan.requested, 'relevance');
    const mayBeUnranked = !isSorted && countLimitOf(plan.requested) !== undefined;
    const unranked = mayBeUnranked ? await unrankedPage(relevance, plan) : undefined;
    if (unranked) return unranked;
    const { texts } = relevance;
    const pipeline = matchStages(relevance, plan);
    const sort = isSorted ? plan.sort : RANKING;
    const options = { ...sortOptions(plan), allowDiskUse: true };
    const offset = (page - 1) * pageSize;
    const end = offset + pageSize;
    if (end <= MAX_RANKED) {
      const first = { n: end, sortBy: sort, output: { _id: '$_id', type: '$type' } };
      const group = { $group: { _id: null, count: { $sum: 1 }, rows: { $topN: first } } };
      const [result] = await underTimeLimit(
        texts.aggregate<{ count: number; rows: Match[] }>([...pipeline, group], options).toArray(),
      );
      const { count = 0, rows = [] } = result ?? {};
      return numberedPage(rows.slice(offset), { count }, plan.requested);
    }
    const stages = { found: pipeline, sort: [{ $sort: sort }], last: [{ $project: { type: 1 } }] };
    return aggregatedPage<Match>(texts, stages, plan.requested, options);
  };
