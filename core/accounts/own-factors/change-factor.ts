// A change of the second factor of a user: in one transaction with its row of the audit trail and the mail that notifies of it (D683, D691).
import { auditedCaller, type AuditEvent } from '../../audit.ts';
import type { RequestContext } from '../../context.ts';
import type { NoticeTemplate } from '../../mail/mail-jobs.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { noticeOf } from '../account-mails.ts';
import { storeAuditEvent } from '../audited-events.ts';
import type { SignInServices } from '../credentials/sign-in-services.ts';

interface FactorChange {
  event: AuditEvent;
  /** Whose factor it is. */
  userId: number;
  /** Audited beside the user. */
  params?: Readonly<Record<string, string>>;
  /** The user who changes it, by default the caller: a user who enrols during a sign-in is not yet the caller. */
  by?: { user_id: number | null; application_id: number | null };
}

/** @param change writes it, and returns the template of the mail @throws ApiError of the change */
export async function changeFactor(
  { store, clock, audit }: SignInServices,
  { event, userId, params, by }: FactorChange,
  context: RequestContext,
  change: (transaction: Transaction, now: Date) => Promise<NoticeTemplate>,
): Promise<void> {
  const { address, caller } = context;
  const now = clock.now();
  const facts = { address, ...(by ?? auditedCaller(caller)), params: { user_id: String(userId), ...params } };
  await store.transaction(async (transaction) => {
    const template = await change(transaction, now);
    await storeAuditEvent(store, [event, facts, now], transaction);
    const job = await noticeOf(store, { template, userId, now }, context);
    if (job) await store.asyncJobs.insertOne(job, { session: transaction });
  });
  audit(event, facts);
}

/**
 * A second factor is added: the session of the request has just confirmed it.
 * @param change writes the factor @throws ApiError of the change
 */
export async function addFactor(
  services: SignInServices,
  { userId, params }: Pick<FactorChange, 'userId' | 'params'>,
  context: RequestContext,
  change: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { applicationId: application_id, sessionId } = context.caller;
  const by = { user_id: userId, application_id };
  const added = { event: 'second_factor_added', userId, ...(params && { params }), by } as const;
  await changeFactor(services, added, context, async (transaction, now) => {
    await change(transaction);
    const session = { _id: sessionId ?? '', user_id: userId };
    await services.store.refreshTokens.updateOne(session, { $set: { factor_at: now } }, { session: transaction });
    return 'second_factor_added';
  });
}
