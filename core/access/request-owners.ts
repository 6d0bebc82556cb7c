// Whom a request is counted for (D721).
import { addressGroup } from './address-group.ts';

/** Names of counters. */
export interface Owners {
  /** A user, a visitor at an address with a key, or all others at an address. */
  caller: string;
  /** What callers share: their address, and the key of anonymous ones. It may use SHARED_TIMES the limit of one caller. */
  address: string;
  key: string | undefined;
}

export const SHARED_TIMES = 10;

/**
 * The key of an application is public where browsers send it, so its anonymous visitors are counted by address, and all of them
 * together.
 * @param applicationId that of the key
 */
export function ownersOfRequest(
  { userId, applicationId }: { userId: number | null; applicationId: number | null },
  address: string,
): Owners {
  const group = addressGroup(address);
  if (userId !== null) return { caller: `user:${userId}`, address: `all@${group}`, key: undefined };
  const key = applicationId === null ? undefined : `application:${applicationId}`;
  return { caller: key === undefined ? `address:${group}` : `${key}@${group}`, address: `all@${group}`, key };
}
