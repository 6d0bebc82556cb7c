// Full-text search on the text index of `objects` (D7), restricted to objects that a caller sees.
import { withoutRowType } from '../../store/untyped-collection.ts';
import type { Relevance } from '../../query/by-relevance.ts';
import type { Condition } from '../../query/filters.ts';
import { readIds } from '../../query/list-plan.ts';
import { escapeRegExp, fold, searchTerms, textQuery } from '../../query/search-terms.ts';
import type { ObjectServices } from '../object-services.ts';
import { ANONYMOUS_READER, isShown } from '../visibility/shown-attributes.ts';

type SearchServices = Pick<ObjectServices, 'store' | 'modelService' | 'queryTimeLimit'>;

/** Each term has to occur as a word, or as consecutive words, in one of the texts. */
const holdsTerms = (
  terms: readonly string[],
  paths: readonly string[] = ['search.title', 'search.description', 'search.text'],
): Condition[] => terms.map((term) => ({ $or: paths.map((path) => ({ [path]: { $regex: escapeRegExp(term) } })) }));

/** For types whose search texts are being rebuilt: only title and description, unless these are hidden, are searched (D423). */
function trusted({ modelService }: SearchServices, text: string): Condition[] {
  const { staleSearch, types } = modelService.current();
  if (staleSearch.size === 0) return [];
  const stale = [...staleSearch];
  const terms = searchTerms(text).map(fold);
  const parts = stale.flatMap((name): Condition[] => {
    const type = types.get(name);
    const paths = ['title', 'description'].filter((each) => type && isShown(type, each, ANONYMOUS_READER));
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

/** Hidden words must not affect the rank either. */
function scoreOf({ modelService }: SearchServices): Condition {
  const score = { $meta: 'textScore' };
  const stale = [...modelService.current().staleSearch];
  return stale.length === 0 ? score : { $cond: [{ $in: ['$type', stale] }, 0, score] };
}

export interface TextSearch {
  text: string;
  conditions: readonly Condition[];
  joined?: Relevance['joined'];
}

/** Condition on rows of `objects` with all words of a text. @throws ApiError invalid_filter (no usable word) */
function matching(services: SearchServices, { text, conditions }: TextSearch): Condition {
  const query = textQuery(text);
  const match = { $text: { $search: query.search } };
  const others = [...conditions, ...holdsTerms(query.terms), ...trusted(services, text)];
  return others.length > 0 ? { $and: [match, ...others] } : match;
}

/** Orders a list by relevance to a text. @throws ApiError invalid_filter (no usable word) */
export const relevanceOf = (services: SearchServices, search: TextSearch): Relevance => ({
  texts: withoutRowType(services.store.objects),
  matching: matching(services, search),
  score: scoreOf(services),
  joined: search.joined,
});

/** Ids of all matches. @throws ApiError invalid_filter (no usable word), query_too_expensive */
export const searchIds = (services: SearchServices, search: TextSearch): Promise<number[]> =>
  readIds({
    collection: withoutRowType(services.store.objects),
    scope: [matching(services, search)],
    filters: [],
    timeLimit: services.queryTimeLimit,
  });
