// The UUID in a signup's mail activates its user, once (service.md 3 and 4.13, D34, D265); that in the mail to a first
// address confirms it (D740).
import { textIn } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { completeWaiting, findWaiting } from '../../jobs/waiting-jobs.ts';
import { originOf } from '../../jobs/job-rows.ts';
import { mailJob } from '../../mail/mail-jobs.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import { USERS } from '../../access/access-rules.ts';
import { confirmAddress, isClosed } from './address-confirmation.ts';
import { endMailed, SIGNUP } from '../credentials/credentials.ts';
import type { SignupServices } from './signup.ts';
import { userRule } from '../user-rule.ts';
import { asUserOf, withSteps } from '../edit-account.ts';

/** One response for every invalid UUID. */
const unknown = () => notFound('The signup');

/** The pending signup of a UUID, by its job, with its user before the change. */
async function findSignup({ store, clock }: ObjectServices, uuid: string) {
  const find = () => findWaiting(store, { service: SIGNUP, uuid }, clock.now());
  const job = await find();
  const document = job && (await store.findDocument(USERS, Number(job.payload?.['user_id'])));
  if (!document || isClosed(document)) return undefined;
  // The job of a user who was activated just now is already completed.
  return (await find()) ? { job, document } : undefined;
}

/** @throws ApiError not_found, too_many_requests */
export async function activateSignup(
  uuid: string,
  { objects, throttle }: SignupServices,
  context: RequestContext,
): Promise<void> {
  const { store, clock } = objects;
  await throttle.assertMayGuess('uuid', context.address);
  const signup = await findSignup(objects, uuid);
  if (!signup) {
    if (await confirmAddress(uuid, objects, context)) return;
    await throttle.recordGuess('uuid', context.address);
    throw unknown();
  }
  const { job, document: user } = signup;
  const userId = user._id;
  const asUser = asUserOf(context, userId, user);
  const rule = withSteps(userRule(objects, asUser), ({ after }) => {
    const now = clock.now();
    const to = textIn(after['email']);
    const lang = String(job.payload?.['lang'] ?? 'en');
    const mail =
      to === undefined
        ? undefined
        : mailJob({ template: 'welcome', to, user_id: userId, lang }, now, originOf(context));
    return {
      async first(transaction) {
        if (!(await completeWaiting(store, job._id, now, transaction))) throw unknown();
      },
      async last(transaction) {
        // A retry may be about to send the same mail again.
        await endMailed(store, { userId, services: [SIGNUP], why: 'The user is activated.', now }, transaction);
        if (mail) await store.asyncJobs.insertOne(mail, { session: transaction });
      },
    };
  });
  const readChange = ({ document }: ObjectRecord) => ({
    attributes: document.status === 'draft' ? { status: 'on' } : {},
    own: ['status'],
    readOnly: { verified: clock.now() },
  });
  const find = async (): Promise<ObjectRecord> => {
    const open = await findSignup(objects, uuid);
    if (!open) throw unknown();
    return { type: requireType(objects, USERS), document: open.document };
  };
  await editObject(objects, { find, readChange, rule }, asUser);
}
