// Which requests leave a line in the audit trail when they succeed (core/audit.ts).
import type { Operation } from '../description/operations.ts';

/** Endpoints whose changes are those of accounts and rules. POST /auth is recorded where it is known who signed in. */
const AUDITED: ReadonlySet<string> = new Set([
  'users',
  'roles',
  'admin',
  'config',
  'object_permissions',
  'auth',
  'signup',
]);

/** What only begins to sign in changes nothing. */
const SIGNING_IN: ReadonlySet<string> = new Set(['/auth', '/auth/authorization']);

export const isAudited = ({ method, path }: Operation): boolean =>
  method !== 'get' && !SIGNING_IN.has(path) && AUDITED.has(path.split('/')[1] ?? '');
