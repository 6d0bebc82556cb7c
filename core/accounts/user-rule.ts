// Rules of every write of a user: unique names, the password, and the end of sessions (D16, D22).
import { textIn } from '../values.ts';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import type { WriteRule } from '../objects/changes/object-changes.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { DELETED_PREFIX, isReserved } from '../uname.ts';
import type { AsyncJobRow, ObjectDocument, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { noticeTo } from './account-mails.ts';
import { assertNamesFree, moveNames, withoutUnseen } from './account-names.ts';
import { isActive } from './credentials/bearer.ts';
import {
  endMailed,
  endTokens,
  MAILED_SERVICES,
  markConfirmed,
  replacePassword,
  revokeRefreshTokens,
} from './credentials/credentials.ts';
import { endOtherSessions } from './sign-in/end-sessions.ts';
import { keepAdmins } from './roles/last-admin.ts';
import { assertPasswordPolicy } from '../config/password-policy.ts';
import { hashPassword } from './credentials/passwords.ts';

/** Fields of a new user other than its attributes. */
export const NEW_ACCOUNT = {
  role_ids: [],
  blocked: false,
  verified: null,
  last_login: null,
  last_login_err: null,
  num_login_err: 0,
};

/** @throws ApiError invalid_data for a name that only looks like another one, or a reserved one */
function assertUsername(values: Readonly<Record<string, unknown>>): void {
  const { username } = values;
  if (typeof username !== 'string') return;
  if (withoutUnseen(username) !== username) {
    const detail =
      '[username.characters]: Invisible characters, marks of direction, and blanks other than U+0020 are not allowed.';
    throw invalidData('/data/attributes/username', detail);
  }
  if (!isReserved(username)) return;
  const detail = `[username.reserved]: Names that begin with ${DELETED_PREFIX} are reserved.`;
  throw invalidData('/data/attributes/username', detail);
}

/** The rule of one request: the password is hashed once, also when the write is retried. */
export function userRule({ store, clock, passwordLists }: ObjectServices, context: RequestContext): WriteRule {
  let hash: Promise<string> | undefined;

  return async ({ before, after, values }) => {
    assertUsername(values);
    const password = textIn(values['password']);
    if (password !== undefined) {
      await assertPasswordPolicy(password, '/data/attributes/password', context, passwordLists);
    }
    await assertNamesFree(store, before, after);
    if (before === null) Object.assign(after, structuredClone(NEW_ACCOUNT));
    const passwordHash = password === undefined ? undefined : await (hash ??= hashPassword(password));
    const hasPassword = passwordHash !== undefined;
    if (hasPassword) after['password_modified'] = clock.now();
    const keeping = before === null ? undefined : keepAdmins(store, { before, after });
    const sessions = before === null ? undefined : endOf(store, { before, after, hasPassword }, context);
    if (sessions?.endsAll) endTokens(after);
    const isMoved = before !== null && before['email'] !== after['email'];
    // An address is verified by its owner, or by an admin who sets it.
    if (isMoved && !context.caller.isAdmin) after['verified'] = null;
    return {
      ...(hasPassword && { changed: { password: '*****' } }),
      inTransaction: async (transaction) => {
        await moveNames(store, { before, after }, transaction);
        await keeping?.(transaction);
        const userId = after._id;
        const now = clock.now();
        const end = (why: string) => endMailed(store, { userId, services: MAILED_SERVICES, why, now }, transaction);
        const mails = before ? noticesOf({ before, after, isMoved, hasPassword }, now, context) : [];
        if (mails.length > 0) await store.asyncJobs.insertMany(mails, { session: transaction });
        if (isMoved) {
          await end('The address was changed.');
          await markConfirmed(store, userId, transaction);
        }
        if (passwordHash !== undefined) await replacePassword(store, { userId, passwordHash, now }, transaction);
        if (sessions?.isOff) await end('The user was switched off.');
        await sessions?.end(transaction);
      },
    };
  };
}

interface Change {
  before: ObjectDocument;
  after: ObjectDocument;
  /** Another address. */
  isMoved: boolean;
  /** A new one. */
  hasPassword: boolean;
}

/** Notices to the user by mail; a change of address is sent to both (D690). The dispatch of jobs finds the mails. */
function noticesOf({ before, after, isMoved, hasPassword }: Change, now: Date, context: RequestContext): AsyncJobRow[] {
  const notice = { userId: after._id, now };
  const moved = { ...notice, template: 'address_changed' } as const;
  return [
    ...(isMoved && before['email'] ? [noticeTo(before, moved, context), noticeTo(after, moved, context)] : []),
    hasPassword ? noticeTo(before, { ...notice, template: 'password_changed' }, context) : undefined,
  ].filter((mail) => mail !== undefined);
}

/** The end of the sessions of a user; the one in which users change their own password goes on (D743). */
function endOf(store: Store, change: Omit<Change, 'isMoved'>, context: RequestContext) {
  const { before, after, hasPassword } = change;
  const userId = after._id;
  const { caller, access } = context;
  // The user could sign in before the change, and cannot after it.
  const isOff = !isActive(after, access) && (before['blocked'] !== after['blocked'] || before.status !== after.status);
  const kept = !isOff && caller.userId === userId ? caller.sessionId : undefined;
  const isAny = isOff || hasPassword;
  return {
    isOff,
    endsAll: isAny && kept === undefined,
    async end(transaction: Transaction): Promise<void> {
      if (!isAny) return;
      if (kept === undefined) await revokeRefreshTokens(store, userId, transaction);
      else await endOtherSessions(store, { userId, kept }, transaction);
    },
  };
}
