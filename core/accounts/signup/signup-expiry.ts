// The expiry of a pending signup: it removes the user, whose names are free again (D34, D265).
import { SERVICE_CONTEXT } from '../../context.ts';
import type { WaitingService } from '../../jobs/job-services.ts';
import { expireWaiting, IS_OPEN } from '../../jobs/waiting-jobs.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { USERS } from '../../access/access-rules.ts';
import { nameKey } from '../account-names.ts';
import { SIGNUP } from '../credentials/credentials.ts';
import { purgeUserIn } from '../user-trash.ts';

/** Removes a user who was never activated, from the trash too; a user whose status was changed stays. */
async function removeUnactivated(objects: ObjectServices, userId: number, transaction: Transaction): Promise<boolean> {
  const document = await objects.store.documents(USERS).findOne({ _id: userId }, { session: transaction });
  if (document?.status !== 'draft' || document['verified'] !== null) return false;
  await purgeUserIn(objects, { type: requireType(objects, USERS), document }, SERVICE_CONTEXT, transaction);
  return true;
}

/** Jobs that wait for the UUID of a signup. */
export const signupJobs = (objects: ObjectServices): WaitingService => ({
  name: SIGNUP,
  async expire({ payload }, transaction) {
    // Without a request the model may be out of date.
    await objects.modelService.refresh();
    const userId = Number(payload?.['user_id']);
    const isRemoved = await removeUnactivated(objects, userId, transaction);
    return [`User ${userId} ${isRemoved ? 'was removed' : 'stays'}.`];
  },
});

/** Expires old signups that hold one of these names, before their job does. */
export async function releaseExpiredNames(
  objects: ObjectServices,
  { username, email }: { username: string; email?: string | undefined },
): Promise<void> {
  const { store, clock } = objects;
  const rows = await Promise.all([
    store.usernames.findOne({ _id: nameKey(username) }),
    email === undefined ? null : store.userEmails.findOne({ _id: nameKey(email) }),
  ]);
  const userIds = rows.flatMap((row) => row?.user_id ?? []);
  await expireSignups(objects, userIds, { expires: { $lte: clock.now() } });
}

/** Ends the signup that holds an address which a provider has verified for another user (D337). */
export async function releaseVerifiedAddress(objects: ObjectServices, email: string): Promise<void> {
  const row = await objects.store.userEmails.findOne({ _id: nameKey(email) });
  await expireSignups(objects, row ? [row.user_id] : [], {});
}

async function expireSignups(objects: ObjectServices, userIds: number[], which: object): Promise<void> {
  if (userIds.length === 0) return;
  const { store, clock } = objects;
  const open = { 'payload.user_id': { $in: userIds, $gt: 0 }, service: SIGNUP, ...IS_OPEN, ...which };
  const service = signupJobs(objects);
  for (const job of await store.asyncJobs.find(open).toArray()) {
    await objects.writer.commit(() =>
      store.transaction((transaction) => expireWaiting(store, { job, service }, clock.now(), transaction)),
    );
  }
}
