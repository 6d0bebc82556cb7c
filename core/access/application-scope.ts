// The scope of an application, regardless of its users (D688). Permissions apply within this scope.
import type { AccessMode } from '../context.ts';
import type { ApplicationRow } from '../store/store.ts';

/** Its key and its tokens are valid. */
export const isUsable = (row: ApplicationRow | undefined, now: Date): row is ApplicationRow =>
  row?.enabled === true && (row.expires === null || row.expires > now);

/** An application gets its tokens by signing in. */
const SIGN_IN = 'auth';

/** @param endpoint first segment of a path */
export function isInScope({ read_only, endpoints }: ApplicationRow, endpoint: string, side: AccessMode): boolean {
  if (endpoint === SIGN_IN) return true;
  if (read_only && side === 'write') return false;
  return endpoints === null || endpoints.includes(endpoint);
}
