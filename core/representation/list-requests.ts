// The list request of a query, with the page limits of service and configuration (D5).
import type { RequestContext } from '../context.ts';
import { parseListRequest } from '../format/jsonapi/list-request.ts';
import type { ListRequest } from '../list-request.ts';
import { pageLimits } from '../settings.ts';

export interface PageConfig {
  /** Largest `page_size`. */
  pageSizeMax: number;
  /** Items that `page[total]=bounded` counts at most. */
  countLimit: number;
}

/** @throws ApiError invalid_filter, invalid_include, invalid_parameter */
export const readListRequest = (
  query: object,
  context: Pick<RequestContext, 'access'>,
  { pageSizeMax, countLimit }: PageConfig,
): ListRequest =>
  parseListRequest(query, {
    ...pageLimits(context, pageSizeMax),
    count: countLimit,
    textLocale: context.access.textLocale,
  });
