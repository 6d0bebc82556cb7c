// Migration: roles admin and editor, and the first administrator (D21), in an empty database.
import { randomBytes } from 'node:crypto';
import { insertSeedObject } from './seed-object.ts';
import type { Store } from '../store/store.ts';
import {
  ADMIN_PRIORITY,
  ADMIN_ROLE_ID,
  DEFAULT_PRIORITY,
  EDITOR_ROLE_ID,
  FIRST_USER_ID,
} from '../access/access-rules.ts';
import { nameKey } from '../accounts/account-names.ts';
import type { PasswordLists } from '../config/password-lists.ts';
import { passwordFault } from '../config/password-policy.ts';
import { hashPassword } from '../accounts/credentials/passwords.ts';

export interface FirstAdmin {
  username: string;
  /** Generated when it is not set. */
  password: string | undefined;
  /** PASSWORD_RULE. */
  passwordRule?: string | undefined;
  passwordLists?: PasswordLists | undefined;
}

/** @throws Error that names ADMIN_PASSWORD, which ends the first start */
async function assertUsable({ password, passwordRule: rule, passwordLists }: FirstAdmin): Promise<void> {
  if (password === undefined) return;
  const fault = (await passwordFault(password, { rule })) ?? (await passwordLists?.fault(password));
  if (!fault) return;
  const other = rule === undefined ? '' : ` (PASSWORD_RULE is ${rule})`;
  throw new Error(`ADMIN_PASSWORD cannot be used: ${fault.detail.replace(/\.$/, '')}${other}`);
}

const role = (id: number, name: string, description: string, at: Date) => ({
  _id: id,
  name,
  description,
  unchangeable: id === ADMIN_ROLE_ID,
  priority: id === ADMIN_ROLE_ID ? ADMIN_PRIORITY : DEFAULT_PRIORITY,
  revision: 1,
  created: at,
  modified: at,
});

/**
 * Creates roles and the first user in one transaction.
 * @returns the password, when it was generated
 * @throws Error for a password that the policy refuses
 */
export async function seedAccounts(store: Store, admin: FirstAdmin, now: Date): Promise<string | undefined> {
  await assertUsable(admin);
  const generated = admin.password === undefined ? randomBytes(18).toString('base64url') : undefined;
  const passwordHash = await hashPassword(admin.password ?? generated ?? '');
  const uname = `user-${admin.username.toLowerCase().replace(/[^a-z0-9_]+/g, '-')}`;
  const account = {
    username: admin.username,
    company: false,
    role_ids: [ADMIN_ROLE_ID],
    blocked: false,
    verified: now,
    num_login_err: 0,
    last_login: null,
    last_login_err: null,
    password_modified: now,
  };
  const admins = role(ADMIN_ROLE_ID, 'admin', 'May do everything', now);
  const editors = role(EDITOR_ROLE_ID, 'editor', 'May write content', now);
  await store.transaction(async (transaction) => {
    await store.roles.insertMany([admins, editors], { session: transaction });
    const changed = { username: admin.username, company: account.company };
    const first = { id: FIRST_USER_ID, type: 'users', uname, own: account, text: admin.username, changed };
    await insertSeedObject(store, first, { now, transaction });
    await store.usernames.insertOne({ _id: nameKey(admin.username), user_id: FIRST_USER_ID }, { session: transaction });
    await store.credentials.insertOne({ _id: FIRST_USER_ID, password_hash: passwordHash }, { session: transaction });
    await store.sequences.startAfter({ objects: FIRST_USER_ID, roles: EDITOR_ROLE_ID }, transaction);
  });
  return generated;
}
