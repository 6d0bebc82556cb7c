// Which requests leave a line in the audit trail when they succeed (core/audit.ts).
import type { Operation } from './description.ts';

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

export const isAudited = ({ method, path }: Operation): boolean =>
  method !== 'get' && path !== '/auth' && AUDITED.has(path.split('/')[1] ?? '');
