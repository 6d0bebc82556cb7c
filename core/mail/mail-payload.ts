// The payload of a mail's job: a mail from a template, or one that an administrator has written (D257).
import { JobFailed } from '../jobs/job-services.ts';
import { isMailAddress } from '../config/mail-address.ts';
import type { TemplateMail } from './mail-jobs.ts';
import { parseUrl } from '../parse-url.ts';

/** A complete mail. */
export interface FreeMail {
  to: string[];
  subject: string;
  text: string;
  html?: string;
}

const MOST_RECIPIENTS = 50;
const LONGEST_SUBJECT = 250;

/** Templates, and whether their mail needs a link. */
export const TEMPLATES: Readonly<Record<TemplateMail['template'], { needsLink: boolean }>> = {
  signup: { needsLink: true },
  welcome: { needsLink: false },
  credentials_change: { needsLink: true },
  session_ended: { needsLink: false },
  second_factor_added: { needsLink: false },
  second_factor_removed: { needsLink: false },
  one_factor_removed: { needsLink: false },
  recovery_codes_renewed: { needsLink: false },
  new_sign_in: { needsLink: false },
  password_changed: { needsLink: false },
  address_changed: { needsLink: false },
  address_confirmation: { needsLink: true },
  webhook_disabled: { needsLink: false },
};

type Payload = Readonly<Record<string, unknown>>;
type Rule = [isRight: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): value is string => typeof value === 'string';
const isOptionalText: Rule = [(value) => value === undefined || isText(value), 'text'];
const isAddress = (value: unknown): boolean => isText(value) && isMailAddress(value);

function isWebUrl(value: unknown): boolean {
  const url = isText(value) ? parseUrl(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const FREE: Readonly<Record<string, Rule>> = {
  to: [
    (value) =>
      isAddress(value) ||
      (Array.isArray(value) && value.length > 0 && value.length <= MOST_RECIPIENTS && value.every(isAddress)),
    `an e-mail address, or a list of up to ${MOST_RECIPIENTS} of them`,
  ],
  subject: [
    (value) => isText(value) && value.trim() !== '' && value.length <= LONGEST_SUBJECT,
    `text of up to ${LONGEST_SUBJECT} characters`,
  ],
  text: [(value) => isText(value) && value.trim() !== '', 'text'],
  html: [(value) => value === undefined || isText(value), 'text'],
};

const OF_TEMPLATE: Readonly<Record<string, Rule>> = {
  template: [
    (value) => isText(value) && Object.hasOwn(TEMPLATES, value),
    `one of ${Object.keys(TEMPLATES).join(', ')}`,
  ],
  to: [isAddress, 'an e-mail address'],
  user_id: [(value) => Number.isSafeInteger(value), 'the id of a user'],
  lang: [isText, 'a language tag'],
  url: [(value) => value === undefined || isWebUrl(value), 'an http or https URL'],
  redirect_url: [(value) => value === undefined || isWebUrl(value), 'an http or https URL'],
  address: isOptionalText,
  device: isOptionalText,
  at: isOptionalText,
};

/** @throws JobFailed, finally, for an invalid payload */
export function readMail(payload: Payload | null): FreeMail | TemplateMail {
  const given = payload ?? {};
  const isOfTemplate = 'template' in given;
  const rules = isOfTemplate ? OF_TEMPLATE : FREE;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    throw refused(`"${unknown.slice(0, 50)}" is not one of its members, which are ${Object.keys(rules).join(', ')}.`);
  }
  for (const [name, [isRight, expected]] of Object.entries(rules)) {
    if (!isRight(given[name])) throw refused(`"${name}" must be ${expected}.`);
  }
  if (isOfTemplate) return given as unknown as TemplateMail;
  return { ...(given as unknown as FreeMail), to: [given['to'] as string | string[]].flat() };
}

const refused = (detail: string): JobFailed =>
  new JobFailed(`No mail can be made of the payload: ${detail}`, { final: true });
