// Counts a request against the rate limit (D23) once: for its caller, or before that is known for its key or address.
import type { ApiError } from '../../errors.ts';
import type { Principal } from '../principal.ts';

/** Headers of the response, and the refusal of a request over the limit; undefined without limits. */
export type CountRequest = (
  request: Principal & { applicationId: number | null; address(): string },
) => Promise<{ headers: Record<string, string>; error?: ApiError }> | undefined;

export type RequestCounter = ReturnType<typeof createRequestCounter>;

/** The count of one request. */
export function createRequestCounter(countRequest: CountRequest, address: () => string) {
  let isDone = false;
  let headers: Record<string, string> = {};
  let applicationId: number | null = null;

  /** @throws ApiError too_many_requests */
  function count(principal: Principal): void | Promise<void> {
    if (isDone) return;
    isDone = true;
    return countRequest({ ...principal, applicationId, address })?.then((outcome) => {
      headers = outcome.headers;
      if (outcome.error) throw outcome.error;
    });
  }

  return {
    /** The request is not counted. */
    skip(): void {
      isDone = true;
    },
    /** The application of the API key, by which anonymous requests are counted. */
    identify(id: number | null): void {
      applicationId = id;
    },
    count,
    /** Counts a request that was refused before its caller was known. @returns the error to respond with */
    async countRefused(cause: unknown, anonymous: (applicationId: number | null) => Principal): Promise<unknown> {
      if (isDone) return cause;
      try {
        await count(anonymous(applicationId));
        return cause;
      } catch (refusal) {
        return refusal;
      }
    },
    /** Of the rate limit, once the request is counted. */
    headers: () => headers,
  };
}
