// `/auth/sessions`: the sessions of a user, and their end (D681).
import type { RequestContext } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import { defineResource } from '../../resources/define-resource.ts';
import { findRow } from '../../resources/resource-type.ts';
import { rowReads, type RowReads } from '../../resources/row-operations.ts';
import type { RefreshTokenRow } from '../../store/store.ts';
import { endOtherSessions, endSessions } from './end-sessions.ts';
import { assertRecentSignIn } from '../factors/fresh-factor.ts';
import { unexpired, type RefreshTokenServices } from '../credentials/refresh-tokens.ts';
import { auditedCaller } from '../../audit.ts';
import { storeAuditEvent } from '../audited-events.ts';
import type { SignInServices } from '../credentials/sign-in-services.ts';

/** Users see their own sessions, administrators those of all users. */
export function sessions(services: RefreshTokenServices): RowReads<RefreshTokenRow, 'Sessions'> {
  const type = defineResource<RefreshTokenRow, 'Sessions'>({
    type: 'sessions',
    path: '/auth/sessions',
    collection: services.store.refreshTokens,
    ids: 'text',
    attributes: {
      // The scope has only sessions of users.
      user_id: { kind: 'integer', show: (row) => row.user_id ?? undefined },
      application_id: { kind: 'integer' },
      address: { kind: 'string' },
      device: { kind: 'string' },
      expires: { kind: 'datetime', show: ({ expires }) => expires ?? null },
    },
    meta: { current: { show: ({ _id }, context) => _id === context?.caller.sessionId } },
  });
  const ofCaller = ({ isAdmin, userId }: RequestContext['caller']) => ({
    user_id: isAdmin ? { $gt: 0 } : (userId ?? -1),
  });
  return rowReads(type, {
    scope: ({ caller }) => [ofCaller(caller), ...unexpired(services)],
    async find(id, { caller }) {
      const row = await findRow(type, id);
      const isSeen = row.user_id !== null && (caller.isAdmin || row.user_id === caller.userId);
      if (!isSeen) throw notFound(`sessions "${id.slice(0, 100)}"`);
      return row;
    },
  });
}

/**
 * @throws ApiError not_found, fresh_factor_required, fresh_sign_in_required for another session than that of the
 * request
 */
export async function endSession(services: SignInServices, id: string, context: RequestContext): Promise<void> {
  const { user_id: userId } = await sessions(services).find(id, context);
  if (id !== context.caller.sessionId) await assertRecentSignIn(services, context);
  const one = { userId: userId ?? -1, which: { _id: id } };
  const ended = await services.store.transaction((transaction) => endSessions(services, one, transaction));
  if (ended === 0) throw notFound(`sessions "${id.slice(0, 100)}"`);
}

/** @throws ApiError invalid_parameter */
function currentOf({ sessionId }: RequestContext['caller']): string {
  if (sessionId !== undefined) return sessionId;
  const detail = 'The access token belongs to no session: renew it first.';
  throw new ApiError('invalid_parameter', { detail, source: { parameter: 'except' } });
}

/**
 * Ends all sessions of the caller, or of another user.
 * @param except `current` keeps that of the request
 * @throws ApiError forbidden for another user, invalid_parameter, fresh_factor_required, fresh_sign_in_required
 */
export async function endAllSessions(
  services: SignInServices,
  { user_id: requestedUser, except }: { user_id?: number | undefined; except?: 'current' | undefined },
  context: RequestContext,
): Promise<void> {
  const { caller, address, requestId } = context;
  const userId = requestedUser ?? caller.userId ?? -1;
  if (userId !== caller.userId && !caller.isAdmin) {
    throw new ApiError('forbidden', 'Only administrators end the sessions of other users.');
  }
  const current = except && currentOf(caller);
  await assertRecentSignIn(services, context);
  const facts = {
    address,
    ...(requestId !== undefined && { request_id: requestId }),
    ...auditedCaller(caller),
    params: { user_id: String(userId) },
  };
  await services.store.transaction(async (transaction) => {
    // The session of the request is not one of another user.
    if (current !== undefined && userId === caller.userId)
      await endOtherSessions(services.store, { userId, kept: current }, transaction);
    else await endSessions(services, { userId }, transaction);
    await storeAuditEvent(services.store, ['sessions_ended', facts, services.clock.now()], transaction);
  });
  services.audit('sessions_ended', facts);
}
