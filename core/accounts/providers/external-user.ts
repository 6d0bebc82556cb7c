// The user of an identity at a provider: by its row of `external_auth`, else, depending on the provider's configuration, the
// user with the same address or a new one (D123, D124).
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { recordChange } from '../../store/history/changes.ts';
import type { Store } from '../../store/store.ts';
import { isDuplicateKey, type Transaction } from '../../store/transactions/transaction.ts';
import { ADMIN_ROLE_ID } from '../../access/access-rules.ts';
import type { AccessService } from '../../access/access-service.ts';
import { nameKey, withoutUnseen, findUserByEmail } from '../account-names.ts';
import { rolesOf } from '../roles/role-priority.ts';
import { findActive } from '../credentials/sign-in-services.ts';
import { ProviderRefusal, nonEmptyText, textsOf, type ExternalIdentity, type Provider } from './provider.ts';

/** A user created by a provider: status `on`, without a password. */
export interface NewUser {
  username: string;
  /** Verified by the provider; null without a verified one. */
  email: string | null;
  name: string | null;
  surname: string | null;
  status: 'on';
  verified: Date;
  role_ids: number[];
}

/**
 * Makes a user and returns its id. `inTransaction` runs in the same transaction, perhaps several times; its errors are passed
 * on.
 * A taken username or e-mail is a duplicate key error or an ApiError.
 */
export type CreateUser = (
  user: NewUser,
  context: RequestContext,
  inTransaction: (userId: number, transaction: Transaction) => Promise<void>,
) => Promise<number>;

export interface ExternalUserServices {
  store: Store;
  clock: Clock;
  access: Pick<AccessService, 'current'>;
  createUser: CreateUser;
  /** Ends a pending signup with this address. */
  freeAddress: (email: string) => Promise<void>;
}

const MAX_ATTEMPTS = 4;
const MAX_USERNAME = 100;
const SUFFIX_LENGTH = 7;

/** Characters of usernames: no `<>:/=`, no space beside a dot (D557). */
const asUsername = (text: string): string =>
  withoutUnseen(text.normalize('NFC').replace(/[<>:/=\p{Cc}]+/gu, '-'))
    .split('.')
    .map((part) => part.trim())
    .join('.')
    .slice(0, MAX_USERNAME)
    .trim();

async function freeUsername(store: Store, wanted: string): Promise<string> {
  const username = asUsername(wanted) || 'user';
  if (!(await store.usernames.findOne({ _id: nameKey(username) }))) return username;
  return `${username.slice(0, MAX_USERNAME - SUFFIX_LENGTH)}-${randomBytes(3).toString('hex')}`;
}

/** Roles by name, never that of administrators. */
async function roleIdsOf(store: Store, names: readonly string[]): Promise<number[]> {
  const rows = await store.roles.find({ name: { $in: [...names] }, _id: { $ne: ADMIN_ROLE_ID } }).toArray();
  return rows.map((row) => row._id);
}

type Claims = Readonly<Record<string, unknown>>;

async function newUser(services: ExternalUserServices, from: FirstSignIn, email: string | null): Promise<NewUser> {
  const { store, clock } = services;
  const { provider, identity, claims } = from;
  const username = await freeUsername(store, nonEmptyText(claims['preferred_username']) ?? email ?? identity.username);
  return {
    username,
    email,
    name: nonEmptyText(claims['given_name']) ?? nonEmptyText(claims['name']) ?? null,
    surname: nonEmptyText(claims['family_name']) ?? null,
    status: 'on',
    verified: clock.now(),
    role_ids: await roleIdsOf(store, textsOf(provider.params['roles'])),
  };
}

interface FirstSignIn {
  provider: Provider;
  identity: ExternalIdentity;
  claims: Claims;
}

/** Only a verified address identifies a user (OpenID Connect Core, 5.7). */
const verifiedEmail = (claims: Claims): string | null =>
  claims['email_verified'] === true ? (nonEmptyText(claims['email'])?.trim() ?? null) : null;

/**
 * The user to link: active, and known to have that address; an unverified address could be claimed in advance. A provider
 * controls its own responses, so it never identifies an administrator: for them an admin writes the row of `external_auth`
 * (D373).
 */
async function isLinkable(
  services: ExternalUserServices,
  userId: number,
  { caller }: RequestContext,
): Promise<boolean> {
  if (!(await findActive(services, userId, caller.applicationId))) return false;
  const user = await services.store.documents('users').findOne({ _id: userId });
  return user !== null && user['verified'] instanceof Date && !rolesOf(user).includes(ADMIN_ROLE_ID);
}

async function firstSignIn(
  services: ExternalUserServices,
  first: FirstSignIn,
  context: RequestContext,
): Promise<number> {
  const { store, createUser } = services;
  const { provider, claims } = first;
  const email = verifiedEmail(claims);
  if (email !== null && provider.params['create'] === true) await services.freeAddress(email);
  const ownerId = email === null ? undefined : await findUserByEmail(store, email);
  if (ownerId !== undefined) {
    // A second account with the address would evade a block of the first.
    if (provider.params['link'] !== 'email')
      throw new ProviderRefusal('the e-mail is that of a user who is not linked');
    if (!(await isLinkable(services, ownerId, context)))
      throw new ProviderRefusal('the user with the e-mail cannot be linked');
    const connect = await connection(services, first, context);
    await store.transaction((transaction) => connect(ownerId, transaction));
    return ownerId;
  }
  if (provider.params['create'] !== true) throw new ProviderRefusal('the user is not known here');
  return createUser(await newUser(services, first, email), context, await connection(services, first, context));
}

/** Inserts the row of `external_auth`; the second of two concurrent ones is a duplicate. */
async function connection(
  { store, clock }: ExternalUserServices,
  { provider, identity }: FirstSignIn,
  context: RequestContext,
): Promise<(userId: number, transaction: Transaction) => Promise<void>> {
  const id = await store.sequences.next('external_auth');
  const now = clock.now();
  return async (user_id, transaction) => {
    const fields = { user_id, auth_provider_id: provider.id, provider_username: identity.username, params: null };
    await store.externalAuth.insertOne(
      { _id: id, ...fields, revision: 1, created: now, modified: now },
      { session: transaction },
    );
    const change = { type: 'external_auth', id, action: 'create', changed: fields, at: now } as const;
    recordChange(change, context, transaction);
  };
}

const isClash = (error: unknown): boolean =>
  isDuplicateKey(error) || (error instanceof ApiError && ['already_exists', 'invalid_data'].includes(error.code));

/**
 * The user that signs in; the caller checks whether a sign-in is permitted.
 * @throws ProviderRefusal, ProviderFailure
 */
export async function findExternalUser(
  services: ExternalUserServices,
  { provider, identity }: { provider: Provider; identity: ExternalIdentity },
  context: RequestContext,
): Promise<number> {
  const row = { auth_provider_id: provider.id, provider_username: identity.username };
  const find = () => services.store.externalAuth.findOne(row);
  for (let attempt = 1; ; attempt++) {
    const known = await find();
    if (known) return known.user_id;
    const { link, create } = provider.params;
    if (link !== 'email' && create !== true) throw new ProviderRefusal('the user is not known here');
    try {
      return await firstSignIn(services, { provider, identity, claims: await identity.claims() }, context);
    } catch (error) {
      // A concurrent request has made this user, or taken the username or address.
      const made = await find();
      if (made) return made.user_id;
      if (!isClash(error)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new ProviderRefusal('the user cannot be made');
    }
  }
}
