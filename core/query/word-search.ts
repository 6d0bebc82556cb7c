// Text search in the few rows of a resource that has no text index: every word must occur somewhere, case ignored (D7).
import type { Document, Filter } from '../store/store.ts';
import { escapeRegExp } from './regular-expression.ts';
import { searchTerms } from './search-terms.ts';

/** @throws ApiError `invalid_filter` without a usable word */
export function searchCondition(text: string, fields: readonly string[]): Filter<Document> {
  return {
    $and: searchTerms(text).map((term) => ({
      $or: fields.map((field) => ({ [field]: { $regex: escapeRegExp(term), $options: 'i' } })),
    })),
  };
}
