// Tokens for a user who has shown who he is, under the conditions that hold for every way to sign in (D16, D86).
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { AccessService } from '../access-service.ts';
import { refusal } from '../authorization.ts';
import { isActive, userCaller } from '../bearer.ts';
import type { SignedIn } from '../sign-in.ts';
import { newRefreshToken, refreshTokenHash, type AccessTokens } from '../tokens.ts';

interface SessionServices {
  store: Store;
  access: Pick<AccessService, 'current'>;
  accessTokens: AccessTokens;
  clock: Clock;
}

export type OpenSession = (userId: number, context: RequestContext) => Promise<SignedIn>;

/** @returns a function that throws ApiError login_failed for a user who is not active, forbidden for one whom no rule lets in */
export function createOpenSession({ store, access, accessTokens, clock }: SessionServices): OpenSession {
  return async (userId, { caller: { applicationId } }) => {
    const user = await store.findAccount(userId);
    if (!user || !isActive(user)) throw new ApiError('login_failed', 'The account is not active.');
    const caller = userCaller(userId, user, applicationId);
    if (access.current().accessOf(caller).grant('auth', 'write') === 'none') {
      throw refusal(caller, 'Your roles do not allow signing in here.');
    }
    const renew = newRefreshToken();
    const now = clock.now();
    const [token] = await Promise.all([
      accessTokens.issue({ userId, applicationId }),
      store.refreshTokens.insertOne({
        _id: refreshTokenHash(renew),
        user_id: userId,
        application_id: applicationId,
        created: now,
      }),
      store.documents('users').updateOne({ _id: userId }, { $set: { last_login: now, num_login_err: 0 } }),
    ]);
    return { jwt: token.token, renew, expires_in: token.expiresIn };
  };
}
