// Mails that notify users of changes to their accounts (D683).
import type { RequestContext } from '../context.ts';
import { originOf } from '../jobs/job-rows.ts';
import { mailJob, type NoticeTemplate } from '../mail/mail-jobs.ts';
import { USERS } from '../access/access-rules.ts';
import type { AsyncJobRow, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { mailLanguage } from './mail-language.ts';

const LONGEST_DEVICE = 255;

export interface Notice {
  template: NoticeTemplate;
  userId: number;
  /** Of the client that has caused it; null if unknown. */
  address: string;
  device: string | null;
  now: Date;
}

/** Such as `2026-05-13 07:09 UTC`. */
const timeOf = (now: Date): string => `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type NoticeContext = Pick<RequestContext, 'access' | 'requestId' | 'caller'>;

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
  { template, userId, address, device, now }: Notice,
  context: NoticeContext,
  link?: { url: string; secret: string; expires: Date },
): AsyncJobRow | undefined {
  const to = user?.['email'];
  if (typeof to !== 'string' || to === '') return undefined;
  const lang = typeof user?.['lang'] === 'string' ? user['lang'] : undefined;
  const mail = {
    template,
    to,
    user_id: userId,
    // Not that of the request, which may come from another person.
    lang: mailLanguage(lang, { access: context.access, languages: undefined }),
    address,
    device: (device ?? '').slice(0, LONGEST_DEVICE),
    at: timeOf(now),
    ...(link && { url: link.url }),
  };
  const waiting = link && { secret: link.secret, expires: link.expires };
  return mailJob(mail, now, { ...waiting, ...originOf(context) });
}

/** Runs `work` in a transaction; if it returns true, its mail is added to the transaction and sent. */
export async function transactWithMail(
  { store }: { store: Store },
  mail: AsyncJobRow | undefined,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const isDue = await work(transaction);
    if (isDue && mail) await store.asyncJobs.insertOne(mail, { session: transaction });
  });
}
