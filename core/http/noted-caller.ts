// The caller as the work of a request sees it, where its response may be shared by callers with the same permissions (D912).
import type { Caller } from '../context.ts';
import { CALLER, noteRead, noteUnversioned } from '../store/exact-cache/read-set.ts';

/** Work that asks who the caller is has a response of its own. Roles and the like are the same for all who share. */
export const notedCaller = (caller: Caller): Caller => ({
  roles: caller.roles,
  isAdmin: caller.isAdmin,
  applicationId: caller.applicationId,
  get userId() {
    if (caller.userId !== null) noteRead(CALLER);
    return caller.userId;
  },
  get sessionId() {
    noteUnversioned();
    return caller.sessionId;
  },
});
