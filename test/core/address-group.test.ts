import { describe, expect, it } from 'vitest';
import { addressGroup, networksOf } from '../../core/access/address-group.ts';

const cases = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
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

  it('of IPv6 counts for its site too, with twice the limit', () => {
    expect(networksOf('2001:db8:1:2::3')).toEqual([
      { group: '2001:db8:1:2::/64', multiple: 1 },
      { group: '2001:db8:1::/48', multiple: 2 },
    ]);
    expect(networksOf('192.0.2.1')).toEqual([{ group: '192.0.2.1', multiple: 1 }]);
  });
});
