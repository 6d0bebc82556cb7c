// The legacy envelope (service.md 1, reference/legacy.md 1). Pure.
import type { RequestUrl } from '../../context.ts';
import { requestLink } from '../jsonapi/documents.ts';

/** `params` is an array when the query is empty (D37), as it is for all operations that are served so far. */
export const envelope = <Api extends string, Method extends string, Data>(
  api: Api,
  method: Method,
  data: Data,
  url: RequestUrl,
): { api: Api; data: Data; method: Method; params: never[]; url: string } => ({
  api,
  data,
  method,
  params: [],
  url: requestLink(url),
});
