// Language tags (BCP 47): the values of `lang` (D416).

/** The language of projects that name no other. */
export const ENGLISH = 'en';

/** Name of the format in schemas. */
export const LANGUAGE_TAG = 'language-tag';

/** Language, script, region, variants, extensions and private use, as RFC 5646 (2.1) orders them. */
const TAG =
  /^([a-z]{2,3}|[a-z]{5,8})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*(-x(-[a-z\d]{1,8})+)?$/i;

const MAX_LENGTH = 64;

/** `it`, `pt-BR`, `zh-Hans`; the schema of the attribute `lang` has the same rule. */
export const isLanguageTag = (text: string): boolean => text.length <= MAX_LENGTH && TAG.test(text);

/** `en` for `en_EN` and `en-GB`; text of another form is unchanged. */
export const withoutRegion = (text: string): string => text.replace(/^([a-z]{2,3})[-_][a-z]{2}$/i, '$1');
