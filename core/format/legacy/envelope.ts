// The legacy envelope (service.md 1, D564, D37, D47). Pure.
import type { components } from '../../../generated/api.d.ts';
import type { RequestUrl } from '../../context.ts';
import { requestLink } from '../jsonapi/documents.ts';

export type Query = { [name: string]: string | Query };

/** Texts as they were sent, nested by their brackets; an empty array without any (D37). */
function paramsOf(query: URLSearchParams): never[] | Query {
  if (query.size === 0) return [];
  const params: Query = Object.create(null);
  for (const [name, value] of query) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '');
    const last = keys.pop() ?? name;
    let at = params;
    for (const key of keys) {
      const inner = at[key];
      // cast: Object.create returns `any`: an object without members is an empty query
      at = at[key] = typeof inner === 'object' ? inner : (Object.create(null) as Query);
    }
    at[last] = value;
  }
  return params;
}

export const envelope = <Api extends string, Method extends string, Data>(
  api: Api,
  method: Method,
  data: Data,
  url: RequestUrl,
) => ({ api, data, method, params: paramsOf(url.query), url: requestLink(url) });

export type Paging = components['schemas']['LegacyPaging'];

/** Zero pages of an empty list; a page past the end has the total (D47). */
export const paging = (
  { page, pageSize }: { page: number; pageSize: number },
  { items, total }: { items: number; total: number },
): Paging => ({ page, page_size: pageSize, page_count: items, total, total_pages: Math.ceil(total / pageSize) });
