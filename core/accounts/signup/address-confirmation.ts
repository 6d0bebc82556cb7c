// A first e-mail address that users give themselves: it is confirmed by mail before a password can be reset by it (D740).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { originOf, waitingJob } from '../../jobs/job-rows.ts';
import { completeWaiting, findWaiting } from '../../jobs/waiting-jobs.ts';
import type { WriteRule } from '../../objects/changes/object-changes.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import type { AsyncJobRow, ObjectDocument, Store } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { USERS } from '../../access/access-rules.ts';
import { noticeTo } from '../account-mails.ts';
import { userCaller } from '../credentials/bearer.ts';
import { ADDRESS_CONFIRMATION, markConfirmed } from '../credentials/credentials.ts';
import { activationPage } from './signup-settings.ts';
import { userRule } from '../user-rule.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The UUIDs of mails to such a user have no effect. */
export const isClosed = (user: ObjectDocument): boolean =>
  user.trashed ||
  user['blocked'] === true ||
  user.status === 'off' ||
  // A locked user keeps its status.
  (user.locked && user.status === 'draft');

/** The job that waits for the UUID of the mail, and the mail, which tells of the change as well. */
export function confirmationJobs(user: ObjectDocument, now: Date, context: RequestContext): AsyncJobRow[] {
  const { address, userAgent, url } = context;
  const expires = new Date(now.getTime() + DAY_MS);
  const payload = { user_id: user._id };
  const origin = originOf(context);
  const { job, uuid } = waitingJob({ service: ADDRESS_CONFIRMATION, payload, expires, ...origin }, now);
  const notice = { template: ADDRESS_CONFIRMATION, userId: user._id, address, device: userAgent ?? null, now } as const;
  const page = activationPage(context) ?? `${url.base}/html/activate?for=address`;
  const mail = noticeTo(user, notice, context, { url: page, secret: uuid, expires });
  return mail ? [job, mail] : [];
}

/** The rule of a write by the user: a new address is not confirmed, and gets the mail. */
export function confirmedByMail({ store, clock }: ObjectServices, rule: WriteRule, context: RequestContext): WriteRule {
  return async (write) => {
    const addition = await rule(write);
    const { before, after } = write;
    if (!after['email'] || before?.['email'] === after['email']) return addition;
    const rows = confirmationJobs(after, clock.now(), context);
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await addition.inTransaction?.(transaction);
      await markUnconfirmed(store, after._id, transaction);
      await store.asyncJobs.insertMany(rows, { session: transaction });
    };
    return { ...addition, inTransaction };
  };
}

async function markUnconfirmed(store: Store, userId: number, transaction: Transaction): Promise<void> {
  const change = { $set: { email_unconfirmed: true }, $setOnInsert: { password_hash: null } } as const;
  await store.credentials.updateOne({ _id: userId }, change, { session: transaction, upsert: true });
}

/** @returns false if the UUID is not that of such a mail */
export async function confirmAddress(uuid: string, objects: ObjectServices, context: RequestContext): Promise<boolean> {
  const { store, clock } = objects;
  const now = clock.now();
  const job = await findWaiting(store, { service: ADDRESS_CONFIRMATION, uuid }, now);
  const userId = Number(job?.payload?.['user_id']);
  const user = job && (await store.findDocument(USERS, userId));
  if (!job || !user || isClosed(user)) return false;
  const caller = userCaller(userId, user, context.caller.applicationId);
  const asUser = { ...context, precondition: undefined, caller };
  const ofUsers = userRule(objects, asUser);
  const gone = notFound('The address');
  const rule: WriteRule = async (write) => {
    const addition = await ofUsers(write);
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      if (!(await completeWaiting(store, job._id, now, transaction))) throw gone;
      await addition.inTransaction?.(transaction);
      await markConfirmed(store, userId, transaction);
    };
    return { ...addition, inTransaction };
  };
  const find = async (): Promise<ObjectRecord> => {
    const document = await store.findDocument(USERS, userId);
    if (!document || isClosed(document)) throw gone;
    return { type: requireType(objects, USERS), document };
  };
  const readChange = () => ({ attributes: {}, readOnly: { verified: now } });
  await editObject(objects, { find, readChange, rule }, asUser);
  return true;
}
