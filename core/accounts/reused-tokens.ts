// A former refresh token is sent again: two parties have it, and one of them may have stolen it (RFC 9700, 4.14.2; D682).
import { auditedCaller, type Audit } from '../audit.ts';
import type { RequestContext } from '../context.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RefreshTokenRow } from '../store/store.ts';
import { noticeOf } from './account-mails.ts';
import { endSessions, type EndServices } from './end-sessions.ts';

export interface ReuseServices extends EndServices {
  jobs: Pick<Jobs, 'wake'>;
  audit: Audit;
}

/** Ends its session, and tells the user. */
export async function endReusedSession(
  { jobs, audit, ...services }: ReuseServices,
  { _id: id, user_id: userId, application_id, address, device }: RefreshTokenRow,
  context: RequestContext,
): Promise<void> {
  const { store, clock } = services;
  const facts = { ...auditedCaller(context.caller), user_id: userId, application_id };
  audit('refresh_token_reused', { ...facts, address: context.address, params: { session_id: id } });
  if (userId === null) {
    await store.refreshTokens.deleteOne({ _id: id });
    return;
  }
  const mail = await noticeOf(store, { template: 'session_ended', userId, address, device, now: clock.now() }, context);
  const isEnded = await store.transaction(async (transaction) => {
    const ended = await endSessions(services, { userId, which: { _id: id } }, transaction);
    if (ended > 0 && mail) await store.asyncJobs.insertOne(mail, { session: transaction });
    return ended > 0;
  });
  if (isEnded && mail) jobs.wake(mail);
}
