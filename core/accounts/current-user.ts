// The signed-in user: reading and changing the own account (D556, D740).
import type { components } from '../../generated/api.d.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, type Fault } from '../errors.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { editObject } from '../objects/writing/write-objects.ts';
import type { ObjectDocument } from '../store/store.ts';
import { USERS } from '../access/access-rules.ts';
import { findCredential } from './account-names.ts';
import { confirmedByMail } from './signup/address-confirmation.ts';
import { assertOwner, type Owner } from './factors/own-password.ts';
import type { SignInServices } from './credentials/sign-in-services.ts';
import { invalidToken } from './credentials/tokens.ts';
import { userRule } from './user-rule.ts';
import { userRecord, throwWithFlatPointers } from './edit-account.ts';

export interface CurrentUserServices {
  objects: ObjectServices;
  signIn: SignInServices;
}

type Attributes = Readonly<Record<string, unknown>>;

/** The caller's own account, without the permissions of `/users`. @throws ApiError invalid_token */
export async function findCurrentUser(objects: ObjectServices, { caller }: RequestContext): Promise<ObjectRecord> {
  if (caller.userId === null) throw invalidToken();
  return userRecord(objects, caller.userId, invalidToken, ({ trashed }) => trashed);
}

function assertOwnAccount({ type, id }: components['schemas']['AuthUserUpdateData'], userId: number): void {
  if (type !== undefined && type !== USERS) {
    const detail = `The type is "${type.slice(0, 100)}", "${USERS}" is expected.`;
    throw new ApiError('type_conflict', { detail, source: { pointer: '/data/type' } });
  }
  if (id === undefined || String(id) === String(userId)) return;
  throw new ApiError('id_conflict', { detail: 'The id is that of another user.', source: { pointer: '/data/id' } });
}

/** A user who signs in through a provider may have no credentials yet. */
async function ownerOf({ store }: ObjectServices, { document }: ObjectRecord): Promise<Owner> {
  const username = String(document['username']);
  const credential = (await findCredential(store, username)) ?? { _id: document._id, password_hash: null };
  return { username, credential };
}

/**
 * User name and status stay, and so does an e-mail address, unless the user has given and not yet confirmed it; forms
 * send them back unchanged (D108).
 * @throws ApiError invalid_data for other values
 */
function withoutKept(
  attributes: Attributes,
  { username, status, email }: ObjectDocument & Attributes,
  { credential }: Owner,
): Attributes {
  const mayCorrect = credential.email_unconfirmed === true && attributes['email'] !== email;
  const kept: Attributes = { username, status, ...(Boolean(email) && !mayCorrect && { email }) };
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
  { objects, signIn }: CurrentUserServices,
  { old_password: password, ...sent }: Attributes,
  context: RequestContext,
): Promise<ObjectRecord> {
  const current = await findCurrentUser(objects, context);
  const owner = await ownerOf(objects, current);
  const attributes = withoutKept(sent, current.document, owner);
  // A reset of the password is mailed to the address.
  const { email = null } = current.document;
  const isMoved = attributes['email'] !== undefined && attributes['email'] !== email;
  if (attributes['password'] !== undefined || isMoved) {
    const pointer = '/data/attributes/old_password';
    await assertOwner(signIn, owner, { password, pointer, missing: 'Missing current password' }, context);
  }
  const edit = {
    find: () => findCurrentUser(objects, context),
    readChange: ({ document }: ObjectRecord) => ({ attributes: withoutKept(attributes, document, owner) }),
    rule: confirmedByMail(objects, userRule(objects, context), context),
  };
  return editObject(objects, edit, context);
}

/**
 * User name and status stay, and so does an existing e-mail address; roles are no attributes.
 * @throws ApiError invalid_data, already_exists, too_many_requests, type_conflict, id_conflict, precondition_failed,
 * fresh_sign_in_required, fresh_factor_required
 */
export async function updateCurrentUser(
  services: CurrentUserServices,
  { data, ...flat }: components['schemas']['AuthUserUpdateBody'],
  context: RequestContext,
): Promise<ObjectRecord> {
  if (data) {
    assertOwnAccount(data, context.caller.userId ?? -1);
    return change(services, data.attributes, context);
  }
  return change(services, flat, context).catch(throwWithFlatPointers);
}
