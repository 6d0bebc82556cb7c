// Access tokens turned into callers, through passport's bearer strategy. Roles are looked up at every use, so that blocking
// a user or taking a role away works at once (D16).
import { Passport } from 'passport';
import { Strategy, type IVerifyOptions } from 'passport-http-bearer';
import type { Caller } from '../context.ts';
import type { AccountDocument, Store } from '../store/store.ts';
import { invalidToken, type AccessTokens } from './tokens.ts';
import { ADMIN_ROLE_ID } from './first-accounts.ts';

/** May sign in and use tokens: not blocked, not in the trash, status `on`. */
export const isActive = (account: AccountDocument): boolean =>
  account.trashed !== true && account.blocked !== true && account.status === 'on';

async function findCaller(store: Store, userId: number, applicationId: number | null): Promise<Caller | undefined> {
  const user = await store.findAccount(userId);
  if (!user || !isActive(user)) return undefined;
  const roles = new Set(user.role_ids ?? []);
  return { userId, roles, isAdmin: roles.has(ADMIN_ROLE_ID), applicationId };
}

/** @returns a function that turns an access token into its caller. It throws ApiError invalid_token, expired_token. */
export function createAuthentication(store: Store, accessTokens: AccessTokens): (token: string) => Promise<Caller> {
  const passport = new Passport();
  const verify = async (token: string): Promise<Caller> => {
    const claims = await accessTokens.verify(token);
    const caller = await findCaller(store, claims.userId, claims.applicationId);
    if (!caller) throw invalidToken();
    return caller;
  };
  passport.use(
    new Strategy((token: string, done: (error: unknown, user?: unknown, options?: IVerifyOptions | string) => void) => {
      verify(token).then((caller) => done(null, caller), done);
    }),
  );
  return (token) =>
    new Promise((resolve, reject) => {
      const finished = (error: unknown, caller?: Caller | false | null): void => {
        if (error) reject(error as Error);
        else if (caller) resolve(caller);
        else reject(invalidToken());
      };
      // The strategy looks at headers, body and query; it is shown the one token that dispatch has chosen.
      const request = { headers: { authorization: `Bearer ${token}` } };
      const authenticate = passport.authenticate('bearer', { session: false }, finished) as (
        ...parts: unknown[]
      ) => void;
      authenticate(request, {}, (error?: unknown) => reject(error as Error));
    });
}
