// Callers by their access tokens, through passport's bearer strategy. Roles are read at every request, so that a block,
// a new password or the loss of a role takes effect immediately (D16, D380).
import type { IncomingMessage } from 'node:http';
import { isUsable } from '../../access/application-scope.ts';
import type { Clock } from '../../clock.ts';
import { Passport } from 'passport';
import { Strategy, type IVerifyOptions } from 'passport-http-bearer';
import type { Access, Caller } from '../../context.ts';
import type { AccountDocument, Store } from '../../store/store.ts';
import { ADMIN_ROLE_ID } from '../../access/access-rules.ts';
import type { AccessService } from '../../access/access-service.ts';
import { invalidToken, type AccessTokenClaims, type AccessTokens } from './tokens.ts';
import { asError } from '../../values.ts';

/**
 * Whether a user may sign in and use tokens: not blocked, not in the trash, status `on`, or `draft` where the configuration
 * entry `Login.draft` permits it (D557).
 */
export const isActive = (account: AccountDocument, access: Pick<Access, 'setting'>): boolean =>
  account.trashed !== true &&
  account.blocked !== true &&
  (account.status === 'on' || (account.status === 'draft' && access.setting('Login.draft') === true));

/** The valid token version of a user: older tokens ended with a password, or when the user was switched off (D380). */
export const generationOf = ({ token_generation: generation }: Pick<AccountDocument, 'token_generation'>): number =>
  generation ?? 0;

/** An anonymous caller of an application. */
export const applicationCaller = (applicationId: number | null): Caller => ({
  userId: null,
  roles: new Set(),
  isAdmin: false,
  applicationId,
});

export function userCaller(
  userId: number,
  user: AccountDocument,
  applicationId: number | null,
  sessionId?: string,
): Caller {
  const roles = new Set(user.role_ids ?? []);
  return { userId, roles, isAdmin: roles.has(ADMIN_ROLE_ID), applicationId, sessionId };
}

/** The generation of a token is valid: it is that of the user, or the session went on when all others were ended. */
function isOfUser(user: AccountDocument, { generation, sessionId }: AccessTokenClaims): boolean {
  const current = generationOf(user);
  const { kept_session: kept } = user;
  const wentOn = kept !== undefined && kept.id === sessionId && kept.generation === current;
  return generation === current || (wentOn && generation >= kept.since && generation < current);
}

/** Ended by its user or an administrator, so its access tokens have ended too (D681). */
const hasEnded = ({ ended_sessions: ended = [] }: AccountDocument, sessionId: string | undefined): boolean =>
  sessionId !== undefined && ended.some(({ id }) => id === sessionId);

interface AuthenticationServices {
  store: Store;
  accessTokens: AccessTokens;
  access: Pick<AccessService, 'current'>;
  clock: Clock;
}

/**
 * Finds the caller of an access token; `applicationId` is that of the API key, if any.
 * @param request that has sent the token; undefined for a token of a response that lasts
 * @throws ApiError invalid_token, expired_token
 */
export type Authenticate = (token: string, applicationId: number | null, request?: IncomingMessage) => Promise<Caller>;

/**
 * The request for the strategy: the real one if its header has the token, else the form in which the strategy reads a query. It
 * would refuse a request with both, of which the header counts here (D17).
 */
const requestWith = (token: string, request: IncomingMessage | undefined): object =>
  request?.headers.authorization?.split(' ')[1] === token ? request : { query: { access_token: token } };

export function createAuthentication({ store, accessTokens, access, clock }: AuthenticationServices): Authenticate {
  const passport = new Passport();
  const verify = async (token: string): Promise<Caller> => {
    const claims = await accessTokens.verify(token);
    const { userId, applicationId, sessionId } = claims;
    const application = applicationId === null ? undefined : access.current().applicationById.get(applicationId);
    const isGone = applicationId !== null && !isUsable(application, clock.now());
    if (isGone) throw invalidToken();
    if (userId === null) return applicationCaller(applicationId);
    const user = await store.findAccount(userId);
    if (!user || !isOfUser(user, claims) || hasEnded(user, sessionId)) throw invalidToken();
    const caller = userCaller(userId, user, applicationId, sessionId);
    if (!isActive(user, access.current().accessOf(caller))) throw invalidToken();
    return caller;
  };
  passport.use(
    new Strategy((token: string, done: (error: unknown, user?: unknown, options?: IVerifyOptions | string) => void) => {
      verify(token).then((caller) => done(null, caller), done);
    }),
  );
  const authenticate = (request: object): Promise<Caller> =>
    new Promise((resolve, reject) => {
      const finished = (error: unknown, caller?: Caller | false | null): void => {
        if (error) reject(asError(error));
        else if (caller) resolve(caller);
        else reject(invalidToken());
      };
      // cast: the types of passport say `any`: it returns a middleware of Express
      const check = passport.authenticate('bearer', { session: false }, finished) as (...parts: unknown[]) => void;
      check(request, {}, (error?: unknown) => reject(asError(error)));
    });
  return async (token, applicationId, request) => {
    const caller = await authenticate(requestWith(token, request));
    if (applicationId === null || caller.applicationId === applicationId) return caller;
    // A token of one application is not valid for another.
    if (caller.applicationId !== null) throw invalidToken();
    return { ...caller, applicationId };
  };
}
