import type { Precondition, Revisions } from '../context.ts';
import { ApiError } from '../errors.ts';

const has = (revisions: Revisions, revision: number): boolean => revisions === 'any' || revisions.has(revision);

const failed = (header: string, detail: string): ApiError =>
  new ApiError('precondition_failed', { detail, source: { header } });

/** Checks If-Match and If-None-Match against the revision before the write (D60, D727). @throws ApiError `precondition_failed` */
export function checkPrecondition(precondition: Precondition | undefined, revision: number): void {
  const { match, noneMatch } = precondition ?? {};
  if (match && !has(match, revision))
    throw failed('If-Match', `The resource has changed; its revision is now ${revision}.`);
  if (!noneMatch || !has(noneMatch, revision)) return;
  const detail = `The resource exists in a state that If-None-Match excludes; its revision is ${revision}.`;
  throw failed('If-None-Match', detail);
}
