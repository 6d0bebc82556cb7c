// A password that was forgotten: a job whose id is the secret of a mail, and the change that the id allows once
// (reference/jsonapi.md 2.3, D52, D113).
import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changedDocument, changeWrite } from '../objects/object-changes.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/read-objects.ts';
import { retryWrite } from '../objects/retry-write.ts';
import type { AsyncJobRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import { addressGroup } from './address-group.ts';
import { assertAllowedUrl, type AllowedUrlSettings } from './allowed-urls.ts';
import type { AttemptLog } from './attempt-log.ts';
import { userCaller } from './bearer.ts';
import { replacePassword } from './credentials.ts';
import { findUserByEmail } from './find-by-email.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { hashPassword } from './passwords.ts';
import { assertMaySignIn, findActive, issueTokens, type SignedIn, type SignInServices } from './sign-in.ts';

const SERVICE = 'credentials_change';
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Requests for a mail: to one e-mail address, and from one network. */
const MOST = { email: 5, address: 20 } as const;

export interface CredentialsChangeServices {
  signIn: SignInServices;
  objects: ObjectServices;
  attempts: AttemptLog;
  allowedUrls: AllowedUrlSettings;
}

/**
 * Makes the job of a mail, if an active user has the address. Nothing tells whether one has: neither the answer nor the
 * time it takes, and the limits count for unknown addresses too.
 * @throws ApiError invalid_data, too_many_requests
 */
export async function requestCredentialsChange(
  { contact, change_url: changeUrl }: { contact: string; change_url: string },
  { signIn, attempts, allowedUrls }: CredentialsChangeServices,
  context: RequestContext,
): Promise<void> {
  assertAllowedUrl(changeUrl, 'change_url', context, allowedUrls);
  const { store, clock } = signIn;
  await attempts.reserve({ key: ['mail_from', addressGroup(context.address)], most: MOST.address, windowMs: HOUR_MS });
  await attempts.reserve({ key: ['mail_to', contact.toLowerCase()], most: MOST.email, windowMs: HOUR_MS });
  const userId = await findUserByEmail(store, contact);
  const account = await findActive(signIn, userId ?? 0, context.caller.applicationId);
  const now = clock.now();
  const job: AsyncJobRow = {
    _id: randomUUID(),
    service: SERVICE,
    priority: 1,
    payload: { user_id: userId ?? 0, change_url: changeUrl },
    scheduled_from: new Date(now.getTime() + DAY_MS),
    expires: new Date(now.getTime() + DAY_MS),
    max_attempts: 1,
    locked_until: null,
    completed: null,
    results: null,
    revision: 1,
    created: now,
    modified: now,
  };
  // For nobody the same work without anything to show for it: the row is never there for others to see. Its id is a
  // secret, so no row of `changes` names it.
  await store.transaction(async (session) => {
    await store.asyncJobs.insertOne(job, { session });
    await store.asyncJobs.deleteOne({ _id: account ? '' : job._id }, { session });
  });
}

export interface CredentialsChangeInput {
  uuid: string;
  password: string;
  login?: boolean | undefined;
}

/** Id of the user whose password a UUID may change; undefined when it is unknown, used or too old. */
async function userOfJob(uuid: string, { store, clock }: SignInServices): Promise<number | undefined> {
  const open = { _id: uuid, service: SERVICE, completed: null, expires: { $gt: clock.now() } };
  const job = await store.asyncJobs.findOne(open);
  const userId = job?.payload?.['user_id'];
  return typeof userId === 'number' ? userId : undefined;
}

/** @throws ApiError not_found when somebody else was first */
async function complete(uuid: string, { store, clock }: SignInServices, session: Transaction): Promise<void> {
  const now = clock.now();
  const { matchedCount } = await store.asyncJobs.updateOne(
    { _id: uuid, completed: null },
    { $set: { completed: now, modified: now }, $inc: { revision: 1 } },
    { session },
  );
  if (matchedCount === 0) throw notFound('The change request');
}

/**
 * Sets the password of the user whom the UUID was mailed to.
 * @returns the user, tokens when they are asked for, and the request as one of that user
 * @throws ApiError invalid_data, not_found, too_many_requests, forbidden
 */
export async function changeCredentials(
  { uuid, password, login = false }: CredentialsChangeInput,
  { signIn, objects }: CredentialsChangeServices,
  context: RequestContext,
): Promise<{ found: FoundObject; tokens: SignedIn | undefined; asUser: RequestContext }> {
  const { store, throttle, clock } = signIn;
  const { applicationId } = context.caller;
  await throttle.assertMayGuess('uuid', context.address);
  const userId = await userOfJob(uuid, signIn);
  const account = userId === undefined ? undefined : await findActive(signIn, userId, applicationId);
  if (userId === undefined || !account) {
    await throttle.recordGuess('uuid', context.address);
    throw notFound('The change request');
  }
  if (login) assertMaySignIn(signIn, { userId, account, applicationId });
  // Only now: a rule can take its time.
  assertPasswordPolicy(password, '/password', context);
  const passwordHash = await hashPassword(password);
  // Whoever has the mail is the user.
  const asUser = { ...context, caller: userCaller(userId, account, applicationId) };
  const found = await retryWrite(objects, async () => {
    const type = objects.modelService.current().types.get('users');
    const document = await store.findDocument('users', userId);
    if (!type || !document) throw notFound('The change request');
    const now = clock.now();
    const after = changedDocument({ type, document }, { password_modified: now }, now, asUser);
    const write = changeWrite({ type, before: document, after }, { action: 'update' }, asUser);
    write.change.changed['password'] = '*****';
    write.also = async (session) => {
      await complete(uuid, signIn, session);
      await replacePassword(store, { userId, passwordHash }, session);
    };
    await objects.writer.write(write);
    return { type, document: after };
  });
  const tokens = login ? await issueTokens(signIn, { userId, applicationId }) : undefined;
  if (login)
    signIn.audit('sign_in', {
      address: context.address,
      grant_type: SERVICE,
      user_id: userId,
      application_id: applicationId,
    });
  return { found, tokens, asUser };
}
