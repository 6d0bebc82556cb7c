import type { Precondition } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Checks If-Match against the revision before the write (D60). @throws ApiError `precondition_failed` */
export function checkPrecondition(precondition: Precondition | undefined, revision: number): void {
  if (precondition === undefined || precondition === 'any' || precondition.has(revision)) return;
  throw new ApiError('precondition_failed', {
    detail: `The resource has changed; its revision is now ${revision}.`,
    source: { header: 'If-Match' },
  });
}
