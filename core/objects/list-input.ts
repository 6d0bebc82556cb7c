import type { RequestContext } from '../context.ts';
import type { ListRequest } from '../list-request.ts';
import type { ObjectServices } from './object-services.ts';
import type { VisibleTypes } from './visibility.ts';

/** What every way of reading a list works with. */
export interface ListInput {
  services: ObjectServices;
  request: ListRequest;
  context: RequestContext;
  /** What the caller sees of the types that are listed; at least one. */
  visible: readonly VisibleTypes[];
  /** What all of them must meet besides the request's filters. */
  scope?: Record<string, unknown> | undefined;
}
