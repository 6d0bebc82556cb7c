// The parameters of a list or a read, from a request in either format (D5 to D8).

export type FilterValue = string | readonly string[] | { readonly [key: string]: FilterValue };

/** The parameters of a search, which mean the same. */
export type SearchParameter = 'q' | 'filter[query]';

export interface SortField {
  field: string;
  descending: boolean;
}

/** Names to show: for all types (`common`) or for one; undefined shows all members (D526). */
export interface FieldSelection {
  common: ReadonlySet<string> | undefined;
  byType: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Parameters of a read, without its page. */
export interface ReadRequest {
  fields: FieldSelection;
  /** Relationship paths, each a list of names. */
  include: readonly (readonly string[])[];
  /** The request has `include`, perhaps without a path: its response has `included`. */
  isIncluding?: boolean;
  /** Relationship names to count, or `all`. */
  count: 'all' | readonly string[];
  /** Language of the translations in the response (D8). */
  lang?: string | undefined;
}

/** A page that begins after an item, or ends before one (D470). */
export interface PageCursor {
  side: 'after' | 'before';
  /** From an earlier page; empty for the start or the end of the list. */
  at: string;
  /** Digest of the filters: a cursor belongs to one sort and one set of filters. */
  filters: string;
}

/** Facts about a list other than the items of a page. */
export interface PageEnds {
  /** Number of items on all pages; undefined when it was not requested. */
  count: number | undefined;
  /** There are more items than `count`, the number that was counted. */
  isAtLeast?: boolean | undefined;
  /** Of a page with a number, when `count` does not determine it. */
  hasNext?: boolean | undefined;
  /** Of a page by cursor: the cursors of the adjacent pages, null at the ends. */
  cursors?: { prev: string | null; next: string | null } | undefined;
}

export interface ListRequest extends ReadRequest {
  /** From 1. */
  page: number;
  /** Capped at the maximum. */
  pageSize: number;
  /** Instead of a page number. */
  cursor?: PageCursor | undefined;
  /** `none`: the total is not requested. With a limit: it is counted up to there (D590). Exact by default. */
  total?: 'none' | { limit: number } | undefined;
  sort: readonly SortField[];
  /** Locale of the order of texts (D800). */
  textLocale: string;
  /** Raw filters by name, without `query`. */
  filters: ReadonlyMap<string, FilterValue>;
  /** Text to search for. */
  search: string | undefined;
  /** Its form in the request, for errors. */
  searchParameter?: SearchParameter;
}
