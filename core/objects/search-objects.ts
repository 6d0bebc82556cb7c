// Ranked full-text search on the text index of `objects` (D7, reference/feasibility.md 3). One pass over the matches gives
// both the best of them and their number.
import type { ResolvedType } from '../model/model.ts';
import { assertByNumber } from '../query/cursor.ts';
import { sortSpecification, sortValues } from '../query/sort.ts';
import { assertPageExists, underTimeLimit } from '../query/page.ts';
import { escapeRegExp } from '../query/regular-expression.ts';
import { fold, searchTerms, textQuery, type TextQuery } from '../query/search-terms.ts';
import { documentsCollectionName } from '../store/store.ts';
import type { ListInput } from './list-input.ts';
import { readIds } from './tree/tree-order.ts';
import { baseFields, fieldsFor } from './object-fields.ts';
import { isShown } from './shown-attributes.ts';
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
const holdsTerms = (
  terms: readonly string[],
  paths: readonly string[] = ['search.title', 'search.description', 'search.text'],
): Condition[] => terms.map((term) => ({ $or: paths.map((path) => ({ [path]: { $regex: escapeRegExp(term) } })) }));

/**
 * Of types whose search texts are being made anew: what is known to hold no words of what they hide is looked at, title and
 * description unless these are hidden, and nothing of their translations (D423). None when there is no such type.
 */
function trusted({ services, request }: ListInput): Condition[] {
  const { staleSearch, types } = services.modelService.current();
  if (staleSearch.size === 0) return [];
  const stale = [...staleSearch];
  const terms = searchTerms(request.search ?? '').map(fold);
  const parts = stale.flatMap((name): Condition[] => {
    const type = types.get(name);
    const paths = ['title', 'description'].filter((each) => type && isShown(type, each, 'others'));
    if (paths.length === 0) return [];
    return [
      {
        type: name,
        $and: holdsTerms(
          terms,
          paths.map((each) => `search.${each}`),
        ),
      },
    ];
  });
  return [{ $or: [{ type: { $nin: stale }, 'object.type': { $nin: stale } }, ...parts] }];
}

/** Words of what is hidden count for no rank either. */
function scoreOf({ services }: ListInput): Condition {
  const score = { $meta: 'textScore' };
  const stale = [...services.modelService.current().staleSearch];
  return stale.length === 0 ? score : { $cond: [{ $in: ['$type', stale] }, 0, score] };
}

/** Condition on rows of `objects`. */
function matching(input: ListInput, others: readonly Condition[], query: TextQuery): Condition {
  const { seen, visible } = input;
  const match = { $text: { $search: query.search }, ...(seen ?? visibleTypesFilter(visible)) };
  const conditions = [...holdsTerms(query.terms), ...others, ...trusted(input)];
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
  const fields = joined
    ? fieldsFor(joined.type, input.context.caller)
    : baseFields(input.services.modelService.current());
  const asked = request.sort.length > 0 ? sortSpecification(request.sort, fields) : undefined;
  const needsDocument = joined !== undefined && (joined.conditions.length > 0 || asked !== undefined);
  if (joined && needsDocument) {
    const lookup = joined.conditions.length > 0 ? [{ $match: { $and: [...joined.conditions] } }] : [];
    pipeline.push(
      { $addFields: { score: scoreOf(input) } },
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
        score: scoreOf(input),
        ...Object.fromEntries(Object.keys(asked ?? {}).map((path) => [path, 1])),
        ...sortValues(request.sort, fields),
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
  assertByNumber(request, 'relevance');
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
