import { describe, expect, it } from 'vitest';
import { addressGroup } from '../../core/access/address-group.ts';

const cases = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
] as const;

describe('the address for limits', () => {
  it.each(cases)('of %j is %j', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
