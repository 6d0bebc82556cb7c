// Whom a request is counted for (D721, D864).
import type { Caller } from '../context.ts';
import { networksOf } from './address-group.ts';

/** A counter, and how many times the limit of one caller it may reach. */
export interface Share {
  name: string;
  times: number;
}

export interface Owners {
  /** A counter: a user, a visitor at an address with a key, or all others at an address. */
  caller: string;
  /** What anonymous callers share: the larger network of their address, and their key. */
  shared: readonly Share[];
  /** What all callers of an address share, signed in or not. */
  addresses: readonly Share[];
}

const SHARED_TIMES = 10;

/** Keys are public where browsers send them: visitors are counted by address, and all of a key together. */
export function ownersOfRequest(
  { userId, applicationId }: Pick<Caller, 'userId' | 'applicationId'>,
  address: string,
): Owners {
  const networks = networksOf(address);
  const addresses = networks.map(({ group, multiple }) => ({ name: `all@${group}`, times: multiple * SHARED_TIMES }));
  if (userId !== null) return { caller: `user:${userId}`, shared: [], addresses };
  const key = applicationId === null ? undefined : `application:${applicationId}`;
  const nameOf = (group: string): string => (key === undefined ? `address:${group}` : `${key}@${group}`);
  const [{ group }, ...larger] = networks;
  const sites = larger.map((each) => ({ name: nameOf(each.group), times: each.multiple }));
  const keys = key === undefined ? [] : [{ name: key, times: SHARED_TIMES }];
  return { caller: nameOf(group), shared: [...sites, ...keys], addresses };
}
