// Mails that notify users of changes to their accounts (D683).
import type { RequestContext } from '../context.ts';
import { originOf } from '../jobs/job-rows.ts';
import { mailJob, type NoticeTemplate } from '../mail/mail-jobs.ts';
import { USERS } from '../access/access-rules.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { defaultLanguage } from '../settings.ts';
import { textIn } from '../values.ts';

const LONGEST_DEVICE = 255;

interface Notice {
  template: NoticeTemplate;
  userId: number;
  /** Of the client that has caused it, by default that of the request; null if unknown. */
  address?: string;
  device?: string | null | undefined;
  now: Date;
}

type NoticeContext = Pick<RequestContext, 'access' | 'requestId' | 'address' | 'userAgent'>;

/** The job of such a mail, in the language of the user; undefined for a user without an address. */
export async function noticeOf(
  store: Pick<Store, 'findDocument'>,
  notice: Notice,
  context: NoticeContext,
): Promise<AsyncJobRow | undefined> {
  return noticeTo(await store.findDocument(USERS, notice.userId), notice, context);
}

/** The same, for a user as it was read. @param link of the mail, with its secret */
export function noticeTo(
  user: Readonly<Record<string, unknown>> | null,
  notice: Notice,
  context: NoticeContext,
  link?: { url: string; secret: string; expires: Date },
): AsyncJobRow | undefined {
  const { template, userId, now, address = context.address, device = context.userAgent } = notice;
  const to = user?.['email'];
  if (typeof to !== 'string' || to === '') return undefined;
  const mail = {
    template,
    to,
    user_id: userId,
    // Not that of the request, which may come from another person.
    lang: mailLanguage(textIn(user?.['lang']), { access: context.access, languages: undefined }),
    address,
    device: (device ?? '').slice(0, LONGEST_DEVICE),
    at: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...(link && { url: link.url }),
  };
  return mailJob(mail, now, { ...(link && { secret: link.secret, expires: link.expires }), ...originOf(context) });
}

/** Runs `work` in a transaction; if it returns true, its mail is added to the transaction and sent. */
export async function transactWithMail(
  store: Store,
  mail: AsyncJobRow | undefined,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const isDue = await work(transaction);
    if (isDue && mail) await store.asyncJobs.insertOne(mail, { session: transaction });
  });
}

const MAX_HEADER = 1_000;

/** The language that the client prefers, by `Accept-Language` (RFC 9110, 12.5.4). */
function preferred(header: string | undefined): string | undefined {
  const languages = (header ?? '')
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [, tag, weight = '1'] = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== undefined && weight > 0);
  // The first of those with the same weight.
  return languages.sort((a, b) => b.weight - a.weight)[0]?.tag;
}

/** @param given language of the request, which takes precedence */
export const mailLanguage = (
  given: string | null | undefined,
  context: Pick<RequestContext, 'access' | 'languages'>,
): string => given ?? preferred(context.languages) ?? defaultLanguage(context) ?? 'en';
