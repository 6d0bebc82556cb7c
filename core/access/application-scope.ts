// What an application may do at all, regardless of its users (D688). Permissions give within this.
import type { AccessMode } from '../context.ts';
import type { ApplicationRow } from '../store/store.ts';

/** Its key and its tokens count. */
export const isUsable = (row: ApplicationRow | undefined, now: Date): row is ApplicationRow =>
  row?.enabled === true && (row.expires === null || row.expires > now);

/** Signing in is how an application gets its tokens. */
const SIGN_IN = 'auth';

/** @param endpoint first segment of a path */
export function isInScope(
  { read_only: isReadOnly, endpoints }: Pick<ApplicationRow, 'read_only' | 'endpoints'>,
  endpoint: string,
  side: AccessMode,
): boolean {
  if (endpoint === SIGN_IN) return true;
  if (isReadOnly && side === 'write') return false;
  return endpoints === null || endpoints.includes(endpoint);
}
