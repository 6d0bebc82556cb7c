// Addresses as limits count them. A network of IPv6 has more addresses than any counter could hold, so it counts as one.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Addresses that share a limit. */
export interface Network {
  /** Such as `192.0.2.1` or `2001:db8:1:2::/64`. */
  group: string;
  /** The multiple of the limit of one address that it may reach. */
  multiple: number;
}

/** A site often gets a whole /48, so that it could choose among 65,536 networks of a home. */
const SITE_MULTIPLE = 2;

/** The sixteen-bit groups of an IPv6 address; undefined for other text, and for an address of IPv4 in the form of IPv6. */
function groupsOf(address: string): readonly string[] | undefined {
  const parsed = isIP(address) === 6 ? ipaddr.IPv6.parse(address) : undefined;
  return parsed?.isIPv4MappedAddress() === false ? parsed.parts.map((part) => part.toString(16)) : undefined;
}

type Networks = readonly [Network, ...Network[]];

function networksIn(address: string): Networks {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const groups = groupsOf(plain);
  if (groups) {
    const network = (bits: number): string => `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
    return [
      { group: network(64), multiple: 1 },
      { group: network(48), multiple: SITE_MULTIPLE },
    ];
  }
  // Other text is no address, such as that of a closed connection.
  return [{ group: isIP(plain) === 0 ? plain : ipaddr.process(plain).toString(), multiple: 1 }];
}

/** Of addresses that have sent requests lately: parsing one takes as long as matching an operation. */
const recent = new LRUCache<string, Networks>({ max: 1_000, memoMethod: networksIn });

/**
 * The networks of an address, the smallest first: itself for IPv4, also when it is written as IPv6; the first 64 and the
 * first 48 bits for IPv6 (D742).
 */
export const networksOf = (address: string): Networks => recent.memo(address);

/** The smallest network of an address. */
export const addressGroup = (address: string): string => networksOf(address)[0].group;

/** @param counts by group; changed @returns whether a network has more than `most`, or its multiple of that */
export function countInNetworks(counts: Map<string, number>, address: string, most: number): boolean {
  const isOver = ({ group, multiple }: Network): boolean => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count > most * multiple;
  };
  return networksOf(address).map(isOver).includes(true);
}

/** Takes back one count of `countInNetworks`. */
export function uncountInNetworks(counts: Map<string, number>, address: string): void {
  for (const { group } of networksOf(address)) {
    const left = (counts.get(group) ?? 1) - 1;
    if (left > 0) counts.set(group, left);
    else counts.delete(group);
  }
}
