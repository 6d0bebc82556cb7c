// Jobs that send a mail (D35): created in the transaction of the change that the mail reports, so that both exist or
// neither.
import { MAIL, newJob, type JobOrigin } from '../jobs/job-rows.ts';
import type { AsyncJobRow } from '../store/store.ts';

/** Attempts for a mail: with the delays of core/mail/mail-service.ts the last is made roughly a day after the first. */
const ATTEMPTS = 10;

/** Templates of mails about changes of an account. */
export type NoticeTemplate =
  | 'session_ended'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'one_factor_removed'
  | 'recovery_codes_renewed'
  | 'new_sign_in'
  | 'password_changed'
  | 'address_changed'
  | 'webhook_disabled'
  | 'address_confirmation';

export type MailTemplate = 'signup' | 'welcome' | 'credentials_change' | NoticeTemplate;

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
