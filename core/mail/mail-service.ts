// Jobs that send a mail: the payload becomes a mail and goes to the mail server (D35, D257). It may be sent twice when the
// process dies between the server's acceptance and its record; both then have the same Message-ID.
import path from 'node:path';
import { ANONYMOUS } from '../context.ts';
import type { AccessService } from '../access/access-service.ts';
import type { Config } from '../config/config.ts';
import { JobFailed, type RunningService } from '../jobs/job-services.ts';
import type { Logger } from '../log.ts';
import { defaultLanguage, projectName } from '../settings.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import { greetableName } from './greetable-name.ts';
import { MAIL } from '../jobs/job-rows.ts';
import { TEMPLATES, type TemplateMail } from './mail-jobs.ts';
import { mailLink } from './mail-link.ts';
import { readMail } from './mail-payload.ts';
import { defaultSender } from '../config/mail-settings.ts';
import type { MailTemplates } from './mail-templates.ts';
import { createFileTransport, createSmtpTransport, withoutSecrets, type OutgoingMail } from './mail-transport.ts';
import { asError } from '../values.ts';

/** Ten attempts (core/mail/mail-jobs.ts) take about a day. */
const WAITS: readonly number[] = [0.5, 2, 10, 30, 60, 120, 240, 480].map((minutes) => minutes * 60_000);

interface Dependencies {
  store: Pick<Store, 'findDocument'>;
  access: Pick<AccessService, 'current'>;
  templates: MailTemplates;
  log: Logger;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;
}

/** No contact with the mail server before the first mail. */
export function createMailService({ store, access, templates, log, config }: Dependencies): RunningService {
  const from = config.mailFrom ?? defaultSender(config.publicUrl);
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, from)
    : createFileTransport(path.join(config.dataDir, 'mail'), { from, log });

  /** @throws JobFailed, finally for a mail without a user or content */
  async function fill(mail: TemplateMail, job: AsyncJobRow): Promise<Omit<OutgoingMail, 'id' | 'date'>> {
    const user = await store.findDocument('users', mail.user_id);
    if (!user || user.trashed) throw new JobFailed(`User ${mail.user_id} no longer exists.`, { final: true });
    const { needsLink } = TEMPLATES[mail.template];
    if (needsLink && (mail.url === undefined || job.secret === undefined)) {
      throw new JobFailed('It has no link: only the service makes such mails.', { final: true });
    }
    const settings = { access: access.current().accessOf(ANONYMOUS) };
    const link = mail.url && mailLink(mail.url, { uuid: job.secret, redirect_url: mail.redirect_url });
    const { address = '', device = '', at = '' } = mail;
    const values = { project: projectName(settings), name: greetableName(user), link: link ?? '', address, device, at };
    const content = templates.render(mail.template, [mail.lang, defaultLanguage(settings) ?? 'en'], values);
    return { ...content, to: [mail.to] };
  }

  return {
    name: MAIL,
    waits: WAITS,
    async run(job, signal) {
      const given = readMail(job.payload);
      const made = 'template' in given ? await fill(given, job) : given;
      const secrets = job.secret === undefined ? [] : [job.secret];
      const hide = (line: string): string => withoutSecrets(line, secrets);
      try {
        return (await transport.send({ ...made, id: job._id, date: job.created }, signal)).map(hide);
      } catch (error) {
        // A server that inspects mails may report its findings there.
        throw new JobFailed(hide(asError(error).message), { final: error instanceof JobFailed && error.final });
      }
    },
  };
}
