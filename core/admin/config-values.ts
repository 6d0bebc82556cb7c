// Reserved names of configuration entries, and values that the service must understand (D559, D14). All others are free.
import { EFFECTIVE_CONTEXTS, parseContent } from '../access/access-rules.ts';
import { memberOf } from '../values.ts';
import { ruleOf } from '../config/password-policy.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import { arePresets, isThumbnailLimit } from '../files/thumbnails/thumbnail-settings.ts';
import { isLanguageTag } from '../languages.ts';
import { isPageSize, languageTags } from '../settings.ts';

/** First parts of names that only the environment of the service sets. */
const RESERVED: ReadonlySet<string> = new Set(['Datasources', 'Cache', 'EmailTransport', 'Session', 'Error', 'App']);

/** First parts of names of entries that control access, and the targets of mails about passwords (D374). */
const FOR_ADMINS: ReadonlySet<string> = new Set(['Auth', 'Signup']);

/** The form of an id of an application's own entry (D53). */
const LIKE_AN_ID = /^\d+:/;

const LEVELS = new Set<unknown>(['on', 'draft', 'off']);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const KNOWN: Readonly<Record<string, { isValid(value: unknown): boolean; expected: string }>> = {
  'Status.level': { isValid: (value) => LEVELS.has(value), expected: 'on, draft or off' },
  'Pagination.limit': { isValid: isPageSize, expected: 'a whole number from 1 to 500' },
  'Pagination.maxLimit': { isValid: isPageSize, expected: 'a whole number from 1 to 500' },
  'Publish.checkDate': { isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  'I18n.languages': { isValid: (value) => languageTags(value) !== undefined, expected: 'a list of language tags' },
  'I18n.default': { isValid: (value) => typeof value === 'string' && isLanguageTag(value), expected: 'a language tag' },
  'Project.name': { isValid: isText, expected: 'a text' },
  'Thumbnails.presets': { isValid: arePresets, expected: 'options of thumbnails by the names of presets' },
  'Thumbnails.allowAny': { isValid: (value) => typeof value === 'boolean', expected: 'true or false' },
  'Thumbnails.maxLimit': { isValid: isThumbnailLimit, expected: 'a whole number from 1 to 100' },
  'Auth.passwordPolicy.rule': {
    isValid: (value) => typeof value === 'string' && ruleOf(value) !== undefined,
    expected: 'a regular expression',
  },
};

/** @throws ApiError invalid_data */
export function assertConfigName(name: string): void {
  const pointer = '/data/attributes/name';
  if (RESERVED.has(name.split('.')[0] ?? '')) {
    throw invalidData(pointer, `[name.allowed]: "${name.slice(0, 100)}" cannot be configured here.`);
  }
  if (LIKE_AN_ID.test(name)) {
    throw invalidData(pointer, '[name.format]: A name must not begin with a number and a colon.');
  }
}

/** @param contexts of the entry, before and after the change @throws ApiError forbidden */
export function assertMayConfigure(
  name: string,
  contexts: readonly string[],
  { caller }: Pick<RequestContext, 'caller'>,
): void {
  const first = name.split('.')[0] ?? '';
  if (caller.isAdmin || !FOR_ADMINS.has(first) || !contexts.some((each) => EFFECTIVE_CONTEXTS.has(each))) return;
  throw new ApiError('forbidden', `Only administrators configure ${first}.`);
}

/**
 * An entry may hold a known value itself or nested: `Status` with `{"level": "on"}` means the same as `Status.level`.
 * @throws ApiError invalid_data
 */
export function assertConfigValue(name: string, content: string): void {
  for (const [known, { isValid, expected }] of Object.entries(KNOWN)) {
    if (known !== name && !known.startsWith(`${name}.`)) continue;
    const steps = known.slice(name.length).split('.').filter(Boolean);
    const value = steps.reduce(memberOf, parseContent(content));
    if (value === undefined || isValid(value)) continue;
    throw invalidData('/data/attributes/content', `[content.valid]: ${known} must be ${expected}.`);
  }
}
