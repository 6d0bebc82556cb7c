// Counting a request against the rate limit (D23): once, as soon as it is known whose it is; what is refused before that
// is counted by its API key or address.
import type { Access, Caller } from '../context.ts';
import type { ApiError } from '../errors.ts';

export interface RequestCount {
  /** Headers for the answer, and the refusal of a request that is one too many; undefined where nothing is limited. */
  countRequest(request: {
    caller: Caller;
    access: Access;
    applicationId: number | null;
    address(): string;
  }): Promise<{ headers: Record<string, string>; error?: ApiError }> | undefined;
}

/** What is known of one request's count. */
export interface Counted {
  done: boolean;
  headers: Record<string, string>;
  /** Application of the API key, once it is known. */
  applicationId: number | null;
}

/** For orchestrators, which look all the time. */
const UNCOUNTED: ReadonlySet<string> = new Set(['/health', '/ready']);

export const notCounted = (): Counted => ({ done: false, headers: {}, applicationId: null });

export const isCounted = (path: string): boolean => !UNCOUNTED.has(path);

/** @throws ApiError too_many_requests */
export async function countOnce(
  counted: Counted,
  who: { caller: Caller; access: Access; address(): string },
  { countRequest }: RequestCount,
): Promise<void> {
  if (counted.done) return;
  counted.done = true;
  const outcome = await countRequest({ ...who, applicationId: counted.applicationId });
  if (!outcome) return;
  counted.headers = outcome.headers;
  if (outcome.error) throw outcome.error;
}
