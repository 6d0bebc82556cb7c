// A request that is a part of another one: dispatched as it would be by itself, for the caller of the whole.
import type { RequestContext } from '../context.ts';

export interface PartRequest {
  /** In lower case. */
  method: string;
  path: string;
  /** undefined where there is none. */
  body: unknown;
  /** @param operationId undefined for a method that the path does not have @throws ApiError when it can be no part of a request */
  assertTaken(operationId: string | undefined): void;
}

export interface PartAnswer {
  /** undefined where the request has no body to answer (204). */
  document: unknown;
  /** Begins what follows the answer: the hooks after the operation. */
  announce(): void;
}

/** @param outer context of the whole @throws ApiError, and whatever the operation throws */
export type PerformPart = (part: PartRequest, outer: RequestContext) => Promise<PartAnswer>;
