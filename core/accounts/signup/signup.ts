// A new account by its own user: POST /signup (service.md 4.13, D34, D262 to D264, D561).
import { textIn } from '../../values.ts';
import type { components } from '../../../generated/api.d.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData, type Fault } from '../../errors.ts';
import { originOf, waitingJob } from '../../jobs/job-rows.ts';
import { encodePointer } from '../../model/schemas/attribute-validator.ts';
import { mailJob } from '../../mail/mail-jobs.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import { createObject } from '../../objects/writing/write-objects.ts';
import type { OwnPages } from '../../config/reach.ts';
import type { ObjectDocument } from '../../store/store.ts';
import { ADMIN_ROLE_ID, FIRST_USER_ID, USERS } from '../../access/access-rules.ts';
import { assertAllowedUrl } from '../allowed-urls.ts';
import { addressLimits, type AttemptLog } from '../credentials/attempt-log.ts';
import { SIGNUP } from '../credentials/credentials.ts';
import type { LoginThrottle } from '../credentials/login-throttle.ts';
import { mailLanguage } from '../account-mails.ts';
import { releaseExpiredNames } from './signup-expiry.ts';
import { signupSettings, type SignupSettings } from './signup-settings.ts';
import { userRule } from '../user-rule.ts';
import { asUserOf, withSteps, throwWithFlatPointers } from '../edit-account.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Signups per hour from one network (D52). */
const MOST = 20;

export interface SignupServices {
  objects: ObjectServices;
  attempts: AttemptLog;
  throttle: LoginThrottle;
  ownPages: OwnPages;
}

/** Custom properties of users may be at the top level of the body. */
type SignupBody = components['schemas']['SignupBody'];

const ATTRIBUTES = ['username', 'password', 'email', 'name', 'surname', 'lang'] as const;
/** They are used in headers and lines of text. */
const ONE_LINE = ['username', 'name', 'surname'] as const;

/** @throws ApiError invalid_data for missing members that the configuration requires */
function assertComplete(input: SignupBody, settings: SignupSettings): void {
  const required = {
    password: settings.requirePassword,
    email: settings.requireEmail,
    activation_url: settings.requireActivation && settings.activationUrl === undefined,
    roles: settings.roles.length > 0,
  };
  const missing = (['password', 'email', 'activation_url', 'roles'] as const).filter(
    (name) => required[name] && (input[name] === undefined || input[name].length === 0),
  );
  const faults = missing.map((name): Fault => ({
    detail: `[${name}._required]: This field is required.`,
    source: { pointer: `/${name}` },
  }));
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
}

function assertPlain(input: SignupBody): void {
  const wrong = ONE_LINE.find((name) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(input[name] ?? ''));
  if (wrong)
    throw invalidData(`/${wrong}`, `[${wrong}.characters]: Line breaks and control characters are not allowed.`);
}

/** Ids of the roles of the new user; never that of administrators. @throws ApiError invalid_data */
async function rolesOfSignup(
  { store }: Pick<ObjectServices, 'store'>,
  chosen: readonly string[] | undefined,
  settings: SignupSettings,
): Promise<number[]> {
  const isChosen = chosen !== undefined && chosen.length > 0;
  if (isChosen && settings.roles.length === 0) {
    throw invalidData('/roles', '[roles.allowed]: Roles are not allowed on signup.');
  }
  const names = [...new Set(isChosen ? chosen : settings.defaultRoles)];
  if (names.length === 0) return [];
  const rows = await store.roles.find({ name: { $in: names }, _id: { $ne: ADMIN_ROLE_ID } }).toArray();
  const wrong = chosen?.find((name) => !settings.roles.includes(name) || !rows.some((row) => row.name === name));
  if (wrong === undefined) return rows.map(({ _id }) => _id).sort((a, b) => a - b);
  const allowed = `[roles.allowed]: The role "${wrong.slice(0, 100)}" cannot be chosen.`;
  throw invalidData('/roles', allowed);
}

/** Rows that are written with the user: the job that waits for the UUID of the mail, and the mail. */
function jobsOf(user: ObjectDocument, input: SignupBody, settings: SignupSettings, context: RequestContext) {
  const now = user.created;
  const lang = mailLanguage(input.lang, context);
  const user_id = user._id;
  const email = textIn(user['email']);
  const to = email === undefined ? undefined : { to: email, user_id, lang };
  const origin = originOf(context);
  if (!settings.requireActivation) return to ? [mailJob({ template: 'welcome', ...to }, now, origin)] : [];
  const expires = new Date(now.getTime() + DAY_MS);
  const { job, uuid } = waitingJob({ service: SIGNUP, payload: { user_id, lang }, expires, ...origin }, now);
  if (!to) return [job];
  const { activation_url: url = settings.activationUrl, redirect_url } = input;
  const links = { ...(url !== undefined && { url }), ...(redirect_url !== undefined && { redirect_url }) };
  return [job, mailJob({ template: 'signup', ...to, ...links }, now, { secret: uuid, expires, ...origin })];
}

/** The attributes of the user: a few, and the properties of the project. @throws ApiError invalid_data for others */
function attributesOf(objects: ObjectServices, input: SignupBody, settings: SignupSettings): Record<string, unknown> {
  const { activation_url, redirect_url, roles, ...attributes } = input;
  void [activation_url, redirect_url, roles];
  const custom = requireType(objects, USERS).attributes.flatMap(({ custom, name }) => (custom ? [name] : []));
  const names = new Set<string>([...ATTRIBUTES, ...custom]);
  const unknown = Object.keys(attributes).filter((name) => !names.has(name));
  const faults = unknown.map((name): Fault => {
    const detail = `[${name.slice(0, 100)}._unknown]: This is not known here.`;
    return { detail, source: { pointer: `/${encodePointer(name.slice(0, 100))}` } };
  });
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), status: settings.requireActivation ? 'draft' : 'on' };
}

/**
 * Makes a user who activates the account by mail, and the mail, in one transaction.
 * @returns the user, and the request as one of that user
 * @throws ApiError invalid_data, already_exists, too_many_requests
 */
export async function signUp(
  input: SignupBody,
  { objects, attempts, ownPages }: SignupServices,
  context: RequestContext,
): Promise<{ found: ObjectRecord; asUser: RequestContext }> {
  const settings = signupSettings(context);
  const attributes = attributesOf(objects, input, settings);
  assertComplete(input, settings);
  assertPlain(input);
  for (const name of ['activation_url', 'redirect_url'] as const) {
    const url = input[name];
    if (url !== undefined) assertAllowedUrl(url, name, context, ownPages);
  }
  await attempts.reserve(addressLimits(SIGNUP, context.address, { most: MOST, windowMs: HOUR_MS }));
  const role_ids = await rolesOfSignup(objects, input.roles, settings);
  await releaseExpiredNames(objects, input);
  const rule = withSteps(userRule(objects, context), ({ after }) => {
    Object.assign(after, { role_ids, created_by: FIRST_USER_ID, modified_by: FIRST_USER_ID });
    const rows = jobsOf(after, input, settings, context);
    return {
      ...(role_ids.length > 0 && { changed: { roles: role_ids } }),
      async last(transaction) {
        if (rows.length > 0) await objects.store.asyncJobs.insertMany(rows, { session: transaction });
      },
    };
  });
  const allowMissing = settings.requirePassword ? {} : { allowMissing: 'password' };
  const created = {
    typeName: USERS,
    attributes,
    own: ['status'],
    rule,
    ...allowMissing,
    skipStatusLevel: true,
  } as const;
  const found = await createObject(objects, created, context).catch(throwWithFlatPointers);
  return { found, asUser: asUserOf(context, found.document._id, found.document) };
}
