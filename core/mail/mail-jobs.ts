// Jobs that send a mail (D35): created in the transaction of the change that the mail reports, so that both exist or
// neither.
import { MAIL, newJob, type JobOrigin } from '../jobs/job-rows.ts';
import type { AsyncJobRow } from '../store/store.ts';

/** Attempts for a mail: with the delays of core/mail/mail-service.ts the last is made roughly a day after the first. */
const ATTEMPTS = 10;

/** Templates, and whether their mail needs a link. */
export const TEMPLATES = {
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

export type MailTemplate = keyof typeof TEMPLATES;

/** Templates of mails about changes of an account. */
export type NoticeTemplate = Exclude<MailTemplate, 'signup' | 'welcome' | 'credentials_change'>;

/** A mail from a template; this is the `payload` of its job. */
export interface TemplateMail {
  template: MailTemplate;
  to: string;
  user_id: number;
  /** Language tag; the mail uses the nearest language with a template. */
  lang: string;
  /** Page that the mail links to, with the UUID, which is the job's `secret`, and `redirect_url`. */
  url?: string;
  redirect_url?: string;
  /** Of a notice: address and device of the client (of a webhook: its URL and its name), and the time. */
  address?: string;
  device?: string;
  at?: string;
}

/** @param expires time after which the mail is not sent any more */
export const mailJob = (
  mail: TemplateMail,
  now: Date,
  given: JobOrigin & Partial<Pick<AsyncJobRow, 'secret' | 'expires'>> = {},
): AsyncJobRow => newJob({ service: MAIL, payload: { ...mail }, max_attempts: ATTEMPTS, ...given }, now);
