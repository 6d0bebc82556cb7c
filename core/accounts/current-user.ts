// The signed-in user: reading and changing the own account (D556).
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, type Fault } from '../errors.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { requireType } from '../objects/object-services.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { editObject } from '../objects/write-objects.ts';
import type { ObjectDocument } from '../store/store.ts';
import { USERS } from '../access/access-rules.ts';
import { findCredential } from './account-names.ts';
import { withFlatPointers } from './flat-pointers.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { verifyPassword } from './passwords.ts';
import { invalidToken } from './tokens.ts';
import { userRule } from './user-rule.ts';

export interface CurrentUserServices {
  objects: ObjectServices;
  throttle: LoginThrottle;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes at the top level, or a JSON:API resource in `data`. */
export type CurrentUserBody = Attributes & {
  data?: { type?: string; id?: string | number; attributes: Attributes } | undefined;
};

/** The caller's own account, without the permissions of `/users`. @throws ApiError invalid_token */
export async function findCurrentUser(objects: ObjectServices, { caller }: RequestContext): Promise<ObjectRecord> {
  const document = caller.userId === null ? null : await objects.store.findDocument(USERS, caller.userId);
  if (!document || document.trashed) throw invalidToken();
  return { type: requireType(objects, USERS), document };
}

function assertOwnAccount({ type, id }: NonNullable<CurrentUserBody['data']>, userId: number): void {
  if (type !== undefined && type !== USERS) {
    const detail = `The type is "${type.slice(0, 100)}", "${USERS}" is expected.`;
    throw new ApiError('type_conflict', { detail, source: { pointer: '/data/type' } });
  }
  if (id === undefined || String(id) === String(userId)) return;
  throw new ApiError('id_conflict', { detail: 'The id is that of another user.', source: { pointer: '/data/id' } });
}

/**
 * A new password needs the old one; wrong ones count as failed sign-ins (D22).
 * @throws ApiError invalid_data, too_many_requests
 */
async function assertOldPassword(
  { objects, throttle }: CurrentUserServices,
  { document }: ObjectRecord,
  oldPassword: unknown,
  { address }: RequestContext,
): Promise<void> {
  const pointer = '/data/attributes/old_password';
  if (typeof oldPassword !== 'string' || oldPassword === '') throw invalidData(pointer, 'Missing current password');
  const username = String(document['username']);
  const attempt = await throttle.begin(username, address);
  const credential = await findCredential(objects.store, username);
  if (!(await verifyPassword(credential?.password_hash ?? null, oldPassword, () => attempt.count()))) {
    await attempt.failed();
    throw invalidData(pointer, 'Wrong password');
  }
  await attempt.succeeded();
}

/** A user who signs in through a provider may have none. */
async function hasPassword({ store }: ObjectServices, { document }: ObjectRecord): Promise<boolean> {
  return (await findCredential(store, String(document['username'])))?.password_hash != null;
}

/**
 * User name and status stay, and so does an existing e-mail address; forms send them back unchanged (D108).
 * @throws ApiError invalid_data for other values
 */
function withoutKept(attributes: Attributes, { username, status, email }: ObjectDocument & Attributes): Attributes {
  const kept: Attributes = { username, status, ...(Boolean(email) && { email }) };
  const faults = Object.keys(kept)
    .filter((name) => attributes[name] !== undefined && attributes[name] !== kept[name])
    .map((name): Fault => {
      const detail = `[${name}.readOnly]: This cannot be changed here; send back the present value, or leave it out.`;
      return { detail, source: { pointer: `/data/attributes/${name}` } };
    });
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !(name in kept)));
}

async function change(
  services: CurrentUserServices,
  given: Attributes,
  context: RequestContext,
): Promise<ObjectRecord> {
  const { objects } = services;
  const { old_password: oldPassword, ...sent } = given;
  const current = await findCurrentUser(objects, context);
  const attributes = withoutKept(sent, current.document);
  // A reset of the password is mailed to this address, so a change of it needs the password.
  const givesAddress = attributes['email'] != null && !current.document['email'];
  if (attributes['password'] !== undefined || (givesAddress && (await hasPassword(objects, current)))) {
    await assertOldPassword(services, current, oldPassword, context);
  }
  const edit = {
    find: () => findCurrentUser(objects, context),
    readChange: ({ document }: ObjectRecord) => ({ attributes: withoutKept(attributes, document) }),
    rule: userRule(objects, context),
  };
  return editObject(objects, edit, context);
}

/**
 * User name and status stay, and so does an existing e-mail address; roles are no attributes.
 * @throws ApiError invalid_data, already_exists, too_many_requests, type_conflict, id_conflict, precondition_failed
 */
export async function updateCurrentUser(
  services: CurrentUserServices,
  { data, ...flat }: CurrentUserBody,
  context: RequestContext,
): Promise<ObjectRecord> {
  if (data) {
    assertOwnAccount(data, context.caller.userId ?? -1);
    return change(services, data.attributes, context);
  }
  try {
    return await change(services, flat, context);
  } catch (error) {
    throw withFlatPointers(error);
  }
}
