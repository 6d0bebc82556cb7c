// What a list or a read asks for, whatever language it was asked in (D5 to D8).

export type FilterValue = string | readonly string[] | { readonly [key: string]: FilterValue };

export interface SortField {
  field: string;
  descending: boolean;
}

/** Names to show: for all types (`common`) or for one; undefined shows everything (reference/jsonapi.md 1.3). */
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

export interface ListRequest extends ReadRequest {
  /** From 1. */
  page: number;
  /** Capped at the maximum. */
  pageSize: number;
  sort: readonly SortField[];
  /** Raw filters by name, without `query`. */
  filters: ReadonlyMap<string, FilterValue>;
  /** Text to search for. */
  search: string | undefined;
}
