// What a list or a read asks for, whatever language it was asked in (D5 to D8).

export type FilterValue = string | readonly string[] | { readonly [key: string]: FilterValue };

export interface SortField {
  field: string;
  descending: boolean;
}

/** Names to show: for all types (`common`) or for one; undefined shows everything (D526). */
export interface FieldSelection {
  common: ReadonlySet<string> | undefined;
  byType: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a read may ask for besides its page. */
export interface ReadRequest {
  fields: FieldSelection;
  /** Relationship paths, each a list of names. */
  include: readonly (readonly string[])[];
  /** Relationship names to count, or `all`. */
  count: 'all' | readonly string[];
  /** Language whose translations come along (D8). */
  lang?: string | undefined;
}

/** A page that begins behind an item, or ends before one (D470). */
export interface PageCursor {
  side: 'after' | 'before';
  /** As an earlier page named it; empty for the beginning or the end of the list. */
  at: string;
  /** Digest of the filters, which a cursor belongs to as it does to its sort. */
  filters: string;
}

/** What is known of a list besides the items of a page. */
export interface PageEnds {
  /** Number of items on all pages; undefined where it was not asked for. */
  count: number | undefined;
  /** Of a page with a number and without a count. */
  hasNext?: boolean | undefined;
  /** Of a page by cursor: where the pages next to it begin, null at the ends. */
  cursors?: { prev: string | null; next: string | null } | undefined;
}

export interface ListRequest extends ReadRequest {
  /** From 1. */
  page: number;
  /** Capped at the maximum. */
  pageSize: number;
  /** In the place of a number. */
  cursor?: PageCursor | undefined;
  /** The number of all items is not asked for. */
  total?: 'none' | undefined;
  sort: readonly SortField[];
  /** Raw filters by name, without `query`. */
  filters: ReadonlyMap<string, FilterValue>;
  /** Text to search for. */
  search: string | undefined;
}
