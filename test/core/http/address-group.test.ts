import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressGroup, countInNetworks, networksOf, uncountInNetworks } from '../../../core/access/address-group.ts';
import { ANONYMOUS } from '../../../core/context.ts';
import { createActiveUploads } from '../../../core/files/active-uploads.ts';

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

describe('counts by address', () => {
  it('of an IPv6 site reach twice the limit, and are taken back', () => {
    const counts = new Map<string, number>();
    const over = Array.from({ length: 10 }, (_, n) => countInNetworks(counts, `2001:db8:1:${n}::1`, 3));
    expect(over.indexOf(true)).toBe(6);
    expect(countInNetworks(counts, '2001:db8:2::1', 3)).toBe(false);
    for (let n = 0; n < 10; n++) uncountInNetworks(counts, `2001:db8:1:${n}::1`);
    uncountInNetworks(counts, '2001:db8:2::1');
    expect([...counts]).toEqual([]);
  });

  it('of running uploads too', () => {
    const uploads = createActiveUploads(2);
    const begin = (n: number) => uploads.begin({ caller: ANONYMOUS, address: `2001:db8:1:${n}::1` });
    const first = begin(0);
    for (let n = 1; n < 4; n++) begin(n);
    expect(() => begin(5)).toThrow('uploads in progress');
    uploads.end(first);
    expect(() => begin(5)).not.toThrow();
  });

  it('use all networks: the smallest alone tells callers and places apart, and is no limit (D864)', () => {
    const files = readdirSync('core', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const users = files.filter((name) => readFileSync(`core/${name}`, 'utf8').includes('addressGroup('));
    expect(users.sort()).toEqual(['accounts/sign-in/known-places.ts', 'http/idempotency/idempotency.ts']);
  });
});
