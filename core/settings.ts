// Configuration entries of the service, other than `Status.level` (core/objects/visibility/visibility.ts) and those of accounts: of the
// caller's application, else global (D53, D559). A value of the wrong kind is ignored.
import type { RequestContext } from './context.ts';
import { isLanguageTag } from './languages.ts';
import { isRecord } from './values.ts';

type WithAccess = Pick<RequestContext, 'access'>;

export interface PageLimits {
  /** Items on a page by default. */
  size: number;
  /** The maximum. */
  max: number;
}

/** The largest page that can be configured (D5). */
const HARD_MAX = 500;
const DEFAULT_SIZE = 20;

export const isPageSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= HARD_MAX;

/** `Pagination.limit` and `Pagination.maxLimit`. @param max of the service (PAGE_SIZE_MAX) */
export function pageLimits({ access }: WithAccess, max: number): PageLimits {
  const configuredMax = access.setting('Pagination.maxLimit');
  const effectiveMax = isPageSize(configuredMax) ? configuredMax : max;
  const size = access.setting('Pagination.limit');
  return { size: Math.min(isPageSize(size) ? size : DEFAULT_SIZE, effectiveMax), max: effectiveMax };
}

/** Tags that `value` lists: an array of them, or an object with a name for each. */
export function languageTags(value: unknown): ReadonlySet<string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tags: unknown[] = Array.isArray(value) ? value : Object.keys(value);
  return tags.length > 0 && tags.every((tag) => typeof tag === 'string') ? new Set(tags) : undefined;
}

/** `I18n.languages`: the permitted languages of content; undefined for any. */
export const contentLanguages = ({ access }: WithAccess): ReadonlySet<string> | undefined =>
  languageTags(access.setting('I18n.languages'));

/** `I18n.default`: language of new content without one. */
export function defaultLanguage({ access }: WithAccess): string | undefined {
  const value = access.setting('I18n.default');
  return typeof value === 'string' && isLanguageTag(value) ? value : undefined;
}

/** `DefaultValues.{type}`: default attributes of new objects. */
export function defaultValues({ access }: WithAccess, typeName: string): Readonly<Record<string, unknown>> {
  const value = access.setting(`DefaultValues.${typeName}`);
  return isRecord(value) ? value : {};
}

/** `Publish.checkDate`: whether publish_start and publish_end hide objects; true by default. */
export const checksDates = ({ access }: WithAccess): boolean => access.setting('Publish.checkDate') !== false;

/** `Project.name`, for clients to show. */
export function projectName({ access }: WithAccess): string {
  const value = access.setting('Project.name');
  return typeof value === 'string' && value !== '' ? value : 'Colophon';
}
