// A first e-mail address that users give themselves: it is confirmed by mail before a password can be reset by it (D740).
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { originOf, waitingJob } from '../../jobs/job-rows.ts';
import { completeWaiting, findWaiting } from '../../jobs/waiting-jobs.ts';
import type { WriteRule } from '../../objects/changes/object-changes.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import type { AsyncJobRow, ObjectDocument } from '../../store/store.ts';
import { USERS } from '../../access/access-rules.ts';
import { noticeTo } from '../account-mails.ts';
import { ADDRESS_CONFIRMATION, markConfirmed } from '../credentials/credentials.ts';
import { activationPage } from './signup-settings.ts';
import { userRule } from '../user-rule.ts';
import { asUserOf, userRecord, withSteps } from '../edit-account.ts';

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
  const expires = new Date(now.getTime() + DAY_MS);
  const payload = { user_id: user._id };
  const origin = originOf(context);
  const { job, uuid } = waitingJob({ service: ADDRESS_CONFIRMATION, payload, expires, ...origin }, now);
  const notice = { template: ADDRESS_CONFIRMATION, userId: user._id, now } as const;
  const page = activationPage(context) ?? `${context.url.base}/html/activate?for=address`;
  const mail = noticeTo(user, notice, context, { url: page, secret: uuid, expires });
  return mail ? [job, mail] : [];
}

/** The rule of a write by the user: a new address is not confirmed, and gets the mail. */
export const confirmedByMail = (
  { store, clock }: ObjectServices,
  rule: WriteRule,
  context: RequestContext,
): WriteRule =>
  withSteps(rule, ({ before, after }) => {
    if (!after['email'] || before?.['email'] === after['email']) return {};
    const rows = confirmationJobs(after, clock.now(), context);
    const change = { $set: { email_unconfirmed: true }, $setOnInsert: { password_hash: null } } as const;
    return {
      async last(transaction) {
        await store.credentials.updateOne({ _id: after._id }, change, { session: transaction, upsert: true });
        await store.asyncJobs.insertMany(rows, { session: transaction });
      },
    };
  });

/** @returns false if the UUID is not that of such a mail */
export async function confirmAddress(uuid: string, objects: ObjectServices, context: RequestContext): Promise<boolean> {
  const { store, clock } = objects;
  const now = clock.now();
  const job = await findWaiting(store, { service: ADDRESS_CONFIRMATION, uuid }, now);
  const userId = Number(job?.payload?.['user_id']);
  const user = job && (await store.findDocument(USERS, userId));
  if (!job || !user || isClosed(user)) return false;
  const asUser = asUserOf(context, userId, user);
  const gone = () => notFound('The address');
  const edit = {
    find: () => userRecord(objects, userId, gone, isClosed),
    readChange: () => ({ attributes: {}, readOnly: { verified: now } }),
    rule: withSteps(userRule(objects, asUser), () => ({
      async first(transaction) {
        if (!(await completeWaiting(store, job._id, now, transaction))) throw gone();
      },
      last: (transaction) => markConfirmed(store, userId, transaction),
    })),
  };
  await editObject(objects, edit, asUser);
  return true;
}
