// Ranked full-text search on the text index of `objects` (D7, reference/feasibility.md 3). One pass over the matches gives
// both the best of them and their number.
import type { ResolvedType } from '../model/model.ts';
import { sortSpecification } from '../store/conditions.ts';
import { assertPageExists, underTimeLimit } from '../store/page.ts';
import { escapeRegExp } from '../store/regular-expression.ts';
import { textQuery, type TextQuery } from '../store/search-terms.ts';
import { documentsCollectionName } from '../store/store.ts';
import type { ListInput } from './list-input.ts';
import { readIds } from './tree/tree-order.ts';
import { BASE_FIELDS, fieldsFor } from './object-fields.ts';
import { visibleTypesFilter } from './visibility.ts';

type Condition = Record<string, unknown>;

export interface SearchScope {
  /** On rows of `objects`. */
  conditions: readonly Condition[];
  /** Conditions and sorts that need the document of the one type asked for. */
  joined?: { type: ResolvedType; conditions: readonly Condition[] };
}

/** Ranked ids up to this place are kept while the matches are read; deeper pages sort them all. */
const MAX_RANKED = 10_000;

const RANKING = { score: -1, _id: 1 } as const;

/** Each term stands as a word, or as words in a row, in one of the texts. */
const holdsTerms = (terms: readonly string[]): Condition[] =>
  terms.map((term) => ({
    $or: ['search.title', 'search.description', 'search.text'].map((path) => ({
      [path]: { $regex: escapeRegExp(term) },
    })),
  }));

/** Condition on rows of `objects`. */
function matching({ seen, visible }: ListInput, others: readonly Condition[], query: TextQuery): Condition {
  const match = { $text: { $search: query.search }, ...(seen ?? visibleTypesFilter(visible)) };
  const conditions = [...holdsTerms(query.terms), ...others];
  return conditions.length > 0 ? { $and: [match, ...conditions] } : match;
}

function stages(
  input: ListInput,
  scope: SearchScope,
  query: TextQuery,
): { pipeline: Condition[]; sort: Record<string, 1 | -1> } {
  const { request } = input;
  const pipeline: Condition[] = [{ $match: matching(input, scope.conditions, query) }];
  const { joined } = scope;
  const fields = joined ? fieldsFor(joined.type, input.context.caller) : BASE_FIELDS;
  const asked = request.sort.length > 0 ? sortSpecification(request.sort, fields) : undefined;
  const needsDocument = joined !== undefined && (joined.conditions.length > 0 || asked !== undefined);
  if (joined && needsDocument) {
    const lookup = joined.conditions.length > 0 ? [{ $match: { $and: [...joined.conditions] } }] : [];
    pipeline.push(
      { $addFields: { score: { $meta: 'textScore' } } },
      {
        $lookup: {
          from: documentsCollectionName(joined.type.name),
          localField: '_id',
          foreignField: '_id',
          as: 'document',
          pipeline: lookup,
        },
      },
      { $unwind: '$document' },
      // The document has every field that the row has, and those that are asked for.
      { $replaceWith: { $mergeObjects: ['$document', { score: '$score' }] } },
    );
  } else {
    pipeline.push({
      $project: {
        score: { $meta: 'textScore' },
        ...Object.fromEntries(Object.keys(asked ?? {}).map((path) => [path, 1])),
      },
    });
  }
  return { pipeline, sort: asked ?? RANKING };
}

/** Ids of all matches. @throws ApiError invalid_filter (no usable word), query_too_expensive */
export async function searchIds(input: ListInput, conditions: readonly Condition[]): Promise<number[]> {
  const { services, request } = input;
  const filter = matching(input, conditions, textQuery(request.search ?? ''));
  return readIds(services.store.objects as never, [filter], services.queryTimeLimit);
}

/**
 * Ids of a page of matches, best first unless a sort is asked for, and the number of all matches.
 * @throws ApiError invalid_filter (no usable word), page_not_found, query_too_expensive
 */
export async function searchPage(input: ListInput, scope: SearchScope): Promise<{ ids: number[]; count: number }> {
  const { services, request } = input;
  const { pipeline, sort } = stages(input, scope, textQuery(request.search ?? ''));
  const { objects } = services.store;
  const options = { maxTimeMS: services.queryTimeLimit, allowDiskUse: true };
  const offset = (request.page - 1) * request.pageSize;
  const end = offset + request.pageSize;
  if (end <= MAX_RANKED) {
    const group = {
      $group: { _id: null, count: { $sum: 1 }, ids: { $topN: { n: end, sortBy: sort, output: '$_id' } } },
    };
    const [result] = await underTimeLimit(
      objects.aggregate<{ count: number; ids: number[] }>([...pipeline, group], options).toArray(),
    );
    const count = result?.count ?? 0;
    assertPageExists(request.page, request.pageSize, count);
    return { ids: result?.ids.slice(offset) ?? [], count };
  }
  const [rows, [total]] = await underTimeLimit(
    Promise.all([
      objects
        .aggregate<{ _id: number }>(
          [...pipeline, { $sort: sort }, { $skip: offset }, { $limit: request.pageSize }, { $project: { _id: 1 } }],
          options,
        )
        .toArray(),
      objects.aggregate<{ count: number }>([...pipeline, { $count: 'count' }], options).toArray(),
    ]),
  );
  assertPageExists(request.page, request.pageSize, total?.count ?? 0);
  return { ids: rows.map((row) => row._id), count: total?.count ?? 0 };
}
