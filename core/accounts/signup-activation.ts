// The UUID of a signup's mail switches its user on, once (service.md 3 and 4.13, D34, D265).
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { completeWaiting, findWaiting } from '../jobs/waiting-jobs.ts';
import { mailJob } from '../mail/mail-jobs.ts';
import type { WriteRule } from '../objects/object-changes.ts';
import { servedType, type ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { editObject } from '../objects/write-objects.ts';
import type { AsyncJobRow } from '../store/store.ts';
import { userCaller } from './bearer.ts';
import { endMailed, SIGNUP } from './credentials.ts';
import type { SignupServices } from './signup.ts';
import { userRule } from './user-rule.ts';
import { USERS } from './users.ts';

/** One answer for all that is wrong with a UUID. */
const unknown = () => notFound('The signup');

/** The user of a signup, unless somebody has closed the account meanwhile. @throws ApiError not_found */
async function findActivatable(objects: ObjectServices, userId: number): Promise<FoundObject> {
  const document = await objects.store.findDocument(USERS, userId);
  const isClosed =
    !document ||
    document.trashed ||
    document['blocked'] === true ||
    document.status === 'off' ||
    // A locked user keeps its status.
    (document.locked && document.status === 'draft');
  if (isClosed) throw unknown();
  return { type: servedType(objects, USERS), document };
}

/** @throws ApiError not_found, too_many_requests */
export async function activateSignup(
  uuid: string,
  { objects, throttle, jobs }: SignupServices,
  context: RequestContext,
): Promise<void> {
  const { store, clock } = objects;
  await throttle.assertMayGuess('uuid', context.address);
  const job = await findWaiting(store, { service: SIGNUP, uuid }, clock.now());
  const userId = Number(job?.payload?.['user_id']);
  const account = job && (await store.findAccount(userId));
  if (!job || !account) {
    await throttle.recordGuess('uuid', context.address);
    throw unknown();
  }
  // Whoever has the mail is the user; If-Match is not about it.
  const caller = userCaller(userId, account, context.caller.applicationId);
  const asUser = { ...context, precondition: undefined, caller };
  const ofUsers = userRule(objects, asUser);
  let welcome: AsyncJobRow | undefined;
  const rule: WriteRule = async (write) => {
    const addition = await ofUsers(write);
    const now = clock.now();
    const { email } = write.after as { email?: string };
    const lang = String(job.payload?.['lang'] ?? 'en');
    const mail =
      email === undefined ? undefined : mailJob({ template: 'welcome', to: email, user_id: userId, lang }, now);
    welcome = mail;
    return {
      ...addition,
      also: async (session) => {
        if (!(await completeWaiting(store, job._id, now, session))) throw unknown();
        await addition.also?.(session);
        // The same mail may be about to be sent once more.
        await endMailed(store, { userId, services: [SIGNUP], why: 'The user is activated.', now }, session);
        if (mail) await store.asyncJobs.insertOne(mail, { session });
      },
    };
  };
  const readChange = ({ document }: FoundObject) => ({
    attributes: document.status === 'draft' ? { status: 'on' } : {},
    readOnly: { verified: clock.now() },
  });
  await editObject(objects, { find: () => findActivatable(objects, userId), readChange, rule }, asUser);
  if (welcome) jobs.wake(welcome);
}
