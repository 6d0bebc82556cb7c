// Delivery of mails: to the server of SMTP_URL, or into a file (D35, D258). The only user of nodemailer.
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import { makeFolder, OWNER_ONLY } from '../disk/make-folder.ts';
import { JobFailed } from '../jobs/job-services.ts';
import type { Logger } from '../log.ts';
import { oneLine } from '../config/mail-address.ts';
import type { Sender, SmtpSetting } from '../config/mail-settings.ts';

/** Milliseconds; SMTP_URL can override it. A server that checks a mail may accept it only after some time. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 120_000 };
/** For a server that sends single bytes slowly. */
const LONGEST_MS = 600_000;

/** Refusals of the login or of the session, which do not concern the recipient or the mail. */
const OF_THE_SESSION: ReadonlySet<number> = new Set([503, 530, 534, 535, 538]);

export interface OutgoingMail {
  /** Of the job. */
  id: string;
  date: Date;
  to: readonly string[];
  subject: string;
  text: string;
  html?: string;
  lang?: string;
}

export interface MailTransport {
  /**
   * @returns lines for the `results` of the job
   * @throws JobFailed, finally when the server refuses the recipients or the mail permanently
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<string[]>;
}

const ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The same for each attempt: a mail that is sent twice has one Message-ID and one date. */
function messageOf({ id, date, to, subject, text, html, lang }: OutgoingMail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    ...ACCESS,
    from,
    // Not as text, which would be parsed for names and further addresses.
    to: to.map((address) => ({ name: '', address })),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    messageId: `<${id}@${domainToASCII(domain) || domain}>`,
    date,
    xMailer: false,
    headers: { 'Auto-Submitted': 'auto-generated', ...(lang !== undefined && { 'Content-Language': lang }) },
  };
}

/** Members of nodemailer's errors. */
interface SmtpFault {
  message: string;
  command?: string;
  responseCode?: number;
}

const isForGood = ({ responseCode = 0, command = '' }: SmtpFault): boolean =>
  responseCode >= 500 && !OF_THE_SESSION.has(responseCode) && /^(?:RCPT TO|DATA)$/.test(command);

export function createSmtpTransport(setting: SmtpSetting, from: Sender): MailTransport {
  const { options, tls, auth, ...server } = setting;
  const secrets = auth ? secretForms(auth) : [];
  const open = async () =>
    (await import('nodemailer')).createTransport({
      ...TIMEOUTS,
      // A login needs TLS, unless SMTP_URL permits plain text.
      requireTLS: auth !== undefined && options['ignoreTLS'] !== true,
      ...options,
      ...server,
      ...ACCESS,
      tls,
      // With forceAuth a login is never skipped silently.
      ...(auth && { auth, forceAuth: true }),
    });
  let opening: ReturnType<typeof open> | undefined;
  const maskedReply = (message: string): string => oneLine(withoutSecrets(message, secrets));

  return {
    async send(mail, signal) {
      const transport = await (opening ??= open());
      const limit = AbortSignal.timeout(LONGEST_MS);
      try {
        const message = { ...messageOf(mail, from), signal: AbortSignal.any([signal, limit]) };
        const { response, rejectedErrors = [] } = await transport.sendMail(message);
        const refused = rejectedErrors.map((fault) => `Not sent to ${fault.recipient}: ${maskedReply(fault.message)}`);
        return [`The mail server has accepted it: ${maskedReply(response)}`, ...refused];
      } catch (error) {
        // cast: nodemailer throws errors with these members, all optional but the message
        const fault = error as SmtpFault;
        const reason = limit.aborted ? `it took more than ${LONGEST_MS / 60_000} minutes` : maskedReply(fault.message);
        // Without its cause, which contains the conversation with the server.
        throw new JobFailed(`It could not be sent: ${reason}`, { final: isForGood(fault) });
      }
    },
  };
}

/** Forms of a login that a server might repeat in its response. */
function secretForms({ user, pass }: { user: string; pass: string }): string[] {
  const encoded = [user, pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'));
  return [pass, user, ...encoded].sort((one, other) => other.length - one.length);
}

/** Masks them in stored and logged text. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text);

/** Without a mail server: `{job id}.eml` in a folder. Mails contain UUIDs, so only the owner may read them. */
export function createFileTransport(folder: string, { from, log }: { from: Sender; log: Logger }): MailTransport {
  return {
    async send(mail, signal) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...ACCESS });
      const { message } = await composer.sendMail(messageOf(mail, from));
      const name = `${path.basename(mail.id)}.eml`;
      await makeFolder(folder, OWNER_ONLY);
      const unfinished = path.join(folder, `.${name}.part`);
      await writeFile(unfinished, message, { mode: 0o600, signal, flush: true });
      await rename(unfinished, path.join(folder, name));
      log.info({ subject: oneLine(mail.subject), file: name }, 'mail: written to a file, since SMTP_URL is not set');
      return [`Written to the file ${name}.`];
    },
  };
}
