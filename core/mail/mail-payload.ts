// The payload of a mail's job: a mail from a template, or one that an administrator has written (D257).
import { JobFailed } from '../jobs/job-services.ts';
import { isMailAddress } from '../config/mail-address.ts';
import { TEMPLATES, type TemplateMail } from './mail-jobs.ts';
import { parseUrl } from '../network/parse-url.ts';
import { memberOf } from '../values.ts';

/** A complete mail. */
export interface FreeMail {
  to: string[];
  subject: string;
  text: string;
  html?: string;
}

const MOST_RECIPIENTS = 50;
const LONGEST_SUBJECT = 250;

type Rule<Value> = readonly [isRight: (value: unknown) => value is Value, expected: string];
/** One for each member of a mail. */
type Rules<Mail> = { readonly [Name in keyof Mail]-?: Rule<Mail[Name]> };

/** As an administrator writes it. */
type WrittenMail = Omit<FreeMail, 'to'> & { to: string | string[] };

const isText = (value: unknown): value is string => typeof value === 'string';
const isFullText = (value: unknown): value is string => isText(value) && value.trim() !== '';
const isAddress = (value: unknown): value is string => isText(value) && isMailAddress(value);

function isWebUrl(value: unknown): value is string {
  const url = isText(value) ? parseUrl(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const optional =
  <Value>(isRight: (value: unknown) => value is Value) =>
  (value: unknown): value is Value | undefined =>
    value === undefined || isRight(value);

const OPTIONAL_TEXT = [optional(isText), 'text'] as const;
const OPTIONAL_URL = [optional(isWebUrl), 'an http or https URL'] as const;

const FREE: Rules<WrittenMail> = {
  to: [
    (value): value is string | string[] =>
      isAddress(value) ||
      (Array.isArray(value) && value.length > 0 && value.length <= MOST_RECIPIENTS && value.every(isAddress)),
    `an e-mail address, or a list of up to ${MOST_RECIPIENTS} of them`,
  ],
  subject: [
    (value): value is string => isFullText(value) && value.length <= LONGEST_SUBJECT,
    `text of up to ${LONGEST_SUBJECT} characters`,
  ],
  text: [isFullText, 'text'],
  html: OPTIONAL_TEXT,
};

const OF_TEMPLATE: Rules<TemplateMail> = {
  template: [
    (value): value is TemplateMail['template'] => isText(value) && Object.hasOwn(TEMPLATES, value),
    `one of ${Object.keys(TEMPLATES).join(', ')}`,
  ],
  to: [isAddress, 'an e-mail address'],
  user_id: [(value): value is number => Number.isSafeInteger(value), 'the id of a user'],
  lang: [isText, 'a language tag'],
  url: OPTIONAL_URL,
  redirect_url: OPTIONAL_URL,
  address: OPTIONAL_TEXT,
  device: OPTIONAL_TEXT,
  at: OPTIONAL_TEXT,
};

/** @throws JobFailed, finally, for an invalid payload */
export function readMail(payload: object | null): FreeMail | TemplateMail {
  const given: object = payload ?? {};
  if ('template' in given) {
    assertMail<TemplateMail>(given, OF_TEMPLATE);
    return given;
  }
  assertMail<WrittenMail>(given, FREE);
  return { ...given, to: [given.to].flat() };
}

/** @throws JobFailed, finally, for another member, or for one that breaks its rule */
function assertMail<Mail extends object>(
  given: object,
  rules: Rules<Mail> & Readonly<Record<string, Rule<unknown>>>,
): asserts given is Mail {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    throw refused(`"${unknown.slice(0, 50)}" is not one of its members, which are ${Object.keys(rules).join(', ')}.`);
  }
  for (const [name, [isRight, expected]] of Object.entries(rules)) {
    if (!isRight(memberOf(given, name))) throw refused(`"${name}" must be ${expected}.`);
  }
}

const refused = (detail: string): JobFailed =>
  new JobFailed(`No mail can be made of the payload: ${detail}`, { final: true });
