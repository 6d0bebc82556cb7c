// Jobs that send a mail (D35): made in the transaction of what the mail is about, so that neither is there without the other.
import { MAIL, newJob } from '../jobs/job-rows.ts';
import type { AsyncJobRow } from '../store/store.ts';

/** Attempts for a mail: with the waits of core/mail/mail-service.ts the last is about a day after the first. */
const ATTEMPTS = 10;

export type MailTemplate = 'signup' | 'welcome' | 'credentials_change';

/** A mail made of a template; it stands in the `payload` of its job as it is. */
export interface TemplateMail {
  template: MailTemplate;
  to: string;
  user_id: number;
  /** Language tag; the template is taken in the nearest language there is. */
  lang: string;
  /** Page that the mail links to. The UUID, which is the job's `secret`, and `redirect_url` are added to it. */
  url?: string;
  redirect_url?: string;
}

/** @param expires after it a mail that could not be sent is of no use any more */
export const mailJob = (mail: TemplateMail, now: Date, given: { secret?: string; expires?: Date } = {}): AsyncJobRow =>
  newJob({ service: MAIL, payload: { ...mail }, max_attempts: ATTEMPTS, ...given }, now);
