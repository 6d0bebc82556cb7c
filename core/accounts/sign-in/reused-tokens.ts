// An earlier refresh token is sent again: two parties have it, and one of them may have stolen it (RFC 9700, 4.14.2;
// D682).
import { auditedCaller, type Audit } from '../../audit.ts';
import type { RequestContext } from '../../context.ts';
import type { RefreshTokenRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import { noticeOf, transactWithMail } from '../account-mails.ts';
import { storeAuditEvent } from '../audited-events.ts';
import { endSessions, type EndServices } from './end-sessions.ts';

export interface ReuseServices extends EndServices {
  audit: Audit;
}

/** Ends its session, and notifies the user. */
export async function endReusedSession(
  services: ReuseServices,
  { _id: id, user_id: userId, application_id, address, device }: RefreshTokenRow,
  context: RequestContext,
): Promise<void> {
  const { store, clock, audit } = services;
  const { address: sender, requestId, caller } = context;
  const facts = {
    ...auditedCaller(caller),
    ...(requestId !== undefined && { request_id: requestId }),
    user_id: userId,
    application_id,
    address: sender,
    params: { session_id: id },
  };
  const recordReuse = (transaction: Transaction): Promise<void> =>
    storeAuditEvent(store, ['refresh_token_reused', facts, clock.now()], transaction);
  if (userId === null) {
    await store.transaction(async (transaction) => {
      await store.refreshTokens.deleteOne({ _id: id }, { session: transaction });
      await recordReuse(transaction);
    });
    return audit('refresh_token_reused', facts);
  }
  const mail = await noticeOf(store, { template: 'session_ended', userId, address, device, now: clock.now() }, context);
  await transactWithMail(services, mail, async (transaction) => {
    const ended = await endSessions(services, { userId, which: { _id: id } }, transaction);
    await recordReuse(transaction);
    return ended > 0;
  });
  audit('refresh_token_reused', facts);
}
