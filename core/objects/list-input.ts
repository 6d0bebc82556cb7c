import type { RequestContext } from '../context.ts';
import type { ListRequest } from '../list-request.ts';
import type { ObjectServices } from './object-services.ts';
import type { SeenSubtree } from './tree/tree-filters.ts';
import type { VisibleTypes } from './visibility.ts';

/** What every way of reading a list works with. */
export interface ListInput {
  services: ObjectServices;
  request: ListRequest;
  context: RequestContext;
  /** What the caller sees of the types that are listed; none when there is nothing. */
  visible: readonly VisibleTypes[];
  /** On rows of `objects`: what the caller sees, where that is not what `visible` says. */
  seen?: Readonly<Record<string, unknown>>;
  /** What every object of the list meets besides the request's filters. */
  scope?: Readonly<Record<string, unknown>>;
  /** Ids of all objects that the list may hold, in its order unless another is asked for. */
  ids?: readonly number[];
  /** Id of the folder that they are in; their order is then that of the tree. */
  within?: number;
  /** The folder that they are somewhere below; their order is then that of the tree, and each is there once. */
  below?: SeenSubtree;
  /** Id of an object that is left out. */
  except?: number;
  /** The order of the tree is taken backwards. */
  reversed?: boolean;
}
