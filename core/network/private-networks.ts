// Addresses to which webhooks, and requests to providers of sign-in, go only if the configuration allows it: of this
// machine, of private networks, and all other addresses outside of the internet (registries of special-purpose
// addresses, RFC 6890). The checked address is the connected one.
import { lookup as resolve, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Within 2000::/3, the only range of internet addresses; 6to4 and Teredo contain addresses of IPv4. */
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const special4 = listOf(IPV4, 'ipv4');
const special6 = listOf(IPV6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');

/** @param address in the form of the resolver or the URL parser, without brackets */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return special4.check(address, 'ipv4');
  // An address with a zone (`fe80::1%eth0`) belongs to a local network.
  return address.includes('%') || !global6.check(address, 'ipv6') || special6.check(address, 'ipv6');
}

class PrivateAddress extends Error {
  /** In place of that of a system call. */
  readonly code = 'EPRIVATE';

  constructor(host: string) {
    super(`${host} is an address in a private network`);
  }
}

/** @param hostname of a URL @throws PrivateAddress for a private address */
export function assertPublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && isPrivateAddress(address)) throw new PrivateAddress(hostname);
}

type Found = (error: Error | null, found: LookupAddress[]) => void;
type Resolver = (hostname: string, options: LookupAllOptions, done: Found) => void;

/** The lookup of connections to public addresses only; a name without one is refused. */
export const publicLookup =
  (resolver: Resolver = resolve): LookupFunction =>
  (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const addresses = found.filter(({ address }) => !isPrivateAddress(address));
      const [first] = addresses;
      if (!first) return done(new PrivateAddress(hostname), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
