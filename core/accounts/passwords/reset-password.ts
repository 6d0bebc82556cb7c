// A new password without a request, by an operator on the machine: for the last administrator, for whom nobody else can do it.
import type { AccessService } from '../../access/access-service.ts';
import { ANONYMOUS, SERVICE_CONTEXT } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import type { ObjectServices } from '../../objects/object-services.ts';
import type { ObjectDocument, Store } from '../../store/store.ts';
import { storeAuditEvent } from '../audited-events.ts';
import { userRule } from '../user-rule.ts';
import type { Config } from '../../config/config.ts';
import { findCredential } from '../account-names.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { userRecord, withSteps } from '../edit-account.ts';

/**
 * Sets the password of a user by the rules of passwords, ends all sessions of the user and notifies the user by mail (D860).
 * @returns the user after the change
 * @throws ApiError not_found; invalid_data for a password that a rule or a list refuses
 */
export async function resetPassword(
  { objects, access }: { objects: ObjectServices; access: Pick<AccessService, 'current'> },
  { userId, password }: { userId: number; password: string },
): Promise<ObjectDocument> {
  const { store, clock } = objects;
  const context = { ...SERVICE_CONTEXT, access: access.current().accessOf(ANONYMOUS) };
  const facts = { address: '', params: { user_id: String(userId) } };
  const edit = {
    find: () => userRecord(objects, userId, () => notFound('The user')),
    readChange: () => ({ attributes: { password }, own: ['password'] }),
    rule: withSteps(userRule(objects, context), () => ({
      last: (transaction) => storeAuditEvent(store, ['password_reset', facts, clock.now()], transaction),
    })),
  };
  return (await editObject(objects, edit, context)).document;
}

/**
 * Why the settings of the first administrator do not sign in, with the remedy; undefined when they do. They count at the first
 * start only (D861).
 */
export async function ignoredPassword(
  store: Store,
  { adminUsername: username, adminPassword: password }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const credential = await findCredential(store, username);
  if (!credential) return `ADMIN_PASSWORD has no effect after the first start, and there is no user "${username}"`;
  if (await verifyPassword(credential.password_hash, password, () => Promise.resolve())) return undefined;
  const remedy = `"npm run password -- ${username}" sets another one`;
  return `the user "${username}" exists already, with another password than ADMIN_PASSWORD, which counts at the first start only: ${remedy}`;
}
