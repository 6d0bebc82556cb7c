// A forgotten password: a mail with a UUID, and the one change of the password that the UUID permits (D556, D52, D113).
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { originOf, waitingJob } from '../../jobs/job-rows.ts';
import { completeWaiting, findWaiting } from '../../jobs/waiting-jobs.ts';
import { mailJob } from '../../mail/mail-jobs.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import { noteAttempt } from '../../store/idempotency-keys.ts';
import type { AccountDocument, AsyncJobRow, ObjectDocument } from '../../store/store.ts';
import type { OwnPages } from '../../config/reach.ts';
import { USERS } from '../../access/access-rules.ts';
import { assertAllowedUrl } from '../allowed-urls.ts';
import { addressLimits, type AttemptLog } from '../credentials/attempt-log.ts';
import { nameKey, findUserByEmail } from '../account-names.ts';
import { confirmationJobs } from '../signup/address-confirmation.ts';
import { CREDENTIALS_CHANGE } from '../credentials/credentials.ts';
import { mailLanguage } from '../account-mails.ts';
import { enrolmentDue } from '../factors/factor-requirement.ts';
import { hasFactor } from '../factors/second-factor.ts';
import { issueTokens } from '../sign-in/sign-in.ts';
import { assertMaySignIn, findActive, type SignedIn, type SignInServices } from '../credentials/sign-in-services.ts';
import { userRule } from '../user-rule.ts';
import { asUserOf, userRecord, withSteps, throwWithFlatPointers } from '../edit-account.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Limits of requests for a mail: to one e-mail address, and from one network. */
const MOST = { email: 5, address: 20 } as const;

export interface CredentialsChangeServices {
  signIn: SignInServices;
  objects: ObjectServices;
  attempts: AttemptLog;
  ownPages: OwnPages;
}

/**
 * Makes the job of a mail, if an active user has the address. Neither the response nor its time reveals whether one has, and the
 * limits count for unknown addresses too.
 * @throws ApiError invalid_data, too_many_requests
 */
export async function requestCredentialsChange(
  { contact, change_url: changeUrl }: { contact: string; change_url: string },
  { signIn, attempts, ownPages }: CredentialsChangeServices,
  context: RequestContext,
): Promise<void> {
  assertAllowedUrl(changeUrl, 'change_url', context, ownPages);
  const { store, clock } = signIn;
  await attempts.reserve([
    ...addressLimits('mail_from', context.address, { most: MOST.address, windowMs: HOUR_MS }),
    { key: ['mail_to', nameKey(contact)], most: MOST.email, windowMs: HOUR_MS },
  ]);
  const userId = await findUserByEmail(store, contact);
  const account = await findActive(signIn, userId ?? 0, context.caller.applicationId);
  const user = await store.findDocument(USERS, userId ?? 0);
  const credential = await store.credentials.findOne({ _id: userId ?? 0 });
  const now = clock.now();
  const made = changeJobs({ contact, changeUrl, user }, now, context);
  // An address that is not confirmed resets no password; it gets the mail that confirms it once more (D740).
  const isUnconfirmed = account !== undefined && user !== null && credential?.email_unconfirmed === true;
  const rows = isUnconfirmed ? confirmationJobs(user, now, context) : made;
  // Without a user the same writes are made and rolled back.
  await store.transaction(async (transaction) => {
    await store.asyncJobs.insertMany(rows, { session: transaction });
    if (context.attempt) noteAttempt(context.attempt, undefined, transaction);
    const undone = account ? [] : rows.map(({ _id }) => _id);
    await store.asyncJobs.deleteMany({ _id: { $in: undone } }, { session: transaction });
  });
}

/** The job that waits for the UUID, and the mail with it. */
function changeJobs(
  { contact, changeUrl, user }: { contact: string; changeUrl: string; user: ObjectDocument | null },
  now: Date,
  context: RequestContext,
): AsyncJobRow[] {
  const expires = new Date(now.getTime() + DAY_MS);
  const user_id = user?._id ?? 0;
  const payload = { user_id, change_url: changeUrl };
  const { job, uuid } = waitingJob({ service: CREDENTIALS_CHANGE, payload, expires, ...originOf(context) }, now);
  // In the spelling of the user, not of the request.
  const to = String(user?.['email'] ?? contact);
  const lang = mailLanguage(undefined, context);
  const mail = { template: CREDENTIALS_CHANGE, to, user_id, lang, url: changeUrl } as const;
  return [job, mailJob(mail, now, { secret: uuid, expires, ...originOf(context) })];
}

const gone = () => notFound('The change request');

/**
 * Sets the password of the user who got the UUID by mail.
 * @returns the user, tokens when they are requested, and the request as one of that user
 * @throws ApiError invalid_data, not_found, too_many_requests, forbidden
 */
export async function changeCredentials(
  { uuid, password, login = false }: components['schemas']['ChangeCredentialsBody'],
  { signIn, objects }: CredentialsChangeServices,
  context: RequestContext,
): Promise<{ found: ObjectRecord; tokens: SignedIn | undefined; asUser: RequestContext }> {
  const { store, throttle } = signIn;
  const { applicationId } = context.caller;
  await throttle.assertMayGuess('uuid', context.address);
  const job = await findWaiting(store, { service: CREDENTIALS_CHANGE, uuid }, signIn.clock.now());
  const userId = Number(job?.payload?.['user_id']);
  const account = job ? await findActive(signIn, userId, applicationId) : undefined;
  if (!job || !account) {
    await throttle.recordGuess('uuid', context.address);
    throw gone();
  }
  if (login) assertMaySignIn(signIn, { userId, account, applicationId });
  const asUser = asUserOf(context, userId, account);
  const edit = {
    find: () => userRecord(objects, userId, gone),
    readChange: () => ({ attributes: { password }, own: ['password'] }),
    rule: withSteps(userRule(objects, asUser), () => ({
      async first(transaction) {
        if (!(await completeWaiting(store, job._id, signIn.clock.now(), transaction))) throw gone();
      },
    })),
  };
  const found = await editObject(objects, edit, asUser).catch(throwWithFlatPointers);
  if (!login) return { found, tokens: undefined, asUser };
  // The user after the change: earlier tokens have ended.
  const tokens = await tokensAfterChange(signIn, { userId, account: found.document, applicationId }, context);
  const { address } = context;
  const facts = { address, grant_type: CREDENTIALS_CHANGE, user_id: userId, application_id: applicationId };
  if (tokens) signIn.audit('sign_in', facts);
  return { found, tokens, asUser };
}

/** The mail is only one factor: users who have a second factor, or must have one by now, have to sign in. */
async function tokensAfterChange(
  signIn: SignInServices,
  identity: { userId: number; account: AccountDocument; applicationId: number | null },
  context: RequestContext,
): Promise<SignedIn | undefined> {
  if (hasFactor(await signIn.store.credentials.findOne({ _id: identity.userId }))) return undefined;
  const due = await enrolmentDue(signIn, identity);
  if (due !== undefined && due <= signIn.clock.now()) return undefined;
  return issueTokens(signIn, { ...identity, due }, context);
}
