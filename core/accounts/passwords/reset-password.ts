// A new password without a request, by an operator on the machine: for the last administrator, for whom nobody else can do it.
import { USERS } from '../../access/access-rules.ts';
import type { AccessService } from '../../access/access-service.ts';
import { ANONYMOUS, SERVICE_CONTEXT } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { editObject } from '../../objects/writing/write-objects.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import type { ObjectRecord } from '../../objects/object-record.ts';
import type { WriteRule } from '../../objects/changes/object-changes.ts';
import type { ObjectDocument } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { storeAuditEvent } from '../audited-events.ts';
import { userRule } from '../user-rule.ts';

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
  const find = async (): Promise<ObjectRecord> => {
    const document = await store.findDocument(USERS, userId);
    if (!document) throw notFound('The user');
    return { type: requireType(objects, USERS), document };
  };
  const ofUsers = userRule(objects, context);
  const rule: WriteRule = async (write) => {
    const addition = await ofUsers(write);
    const inTransaction = async (transaction: Transaction): Promise<void> => {
      await addition.inTransaction?.(transaction);
      const facts = { address: '', params: { user_id: String(userId) } };
      await storeAuditEvent(store, ['password_reset', facts, clock.now()], transaction);
    };
    return { ...addition, inTransaction };
  };
  const edit = { find, readChange: () => ({ attributes: { password }, own: ['password'] }), rule };
  return (await editObject(objects, edit, context)).document;
}
