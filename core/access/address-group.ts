// Addresses as rate limits count them. A network of IPv6 has more addresses than any counter could hold, so it counts as one.
import { isIPv6 } from 'node:net';

/** `address` for IPv4, also when it is written as IPv6; the first 64 bits for IPv6. */
export function addressGroup(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length);
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
