import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../core/http/client-address.ts';

const requestFrom = (
  forwarded: string | string[] | undefined,
  peer: string | undefined = '10.0.0.1',
): IncomingMessage =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('the address of a client (D22)', () => {
  const cases: [number, string | string[] | undefined, string][] = [
    [0, undefined, '10.0.0.1'],
    [0, '1.1.1.1', '10.0.0.1'],
    [1, '1.1.1.1', '1.1.1.1'],
    // The client's own entries are left of the entry of the proxy.
    [1, 'forged, 1.1.1.1', '1.1.1.1'],
    [2, 'forged, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
    [2, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
    // Fewer entries than proxies: none of them is known to be of a proxy.
    [2, 'forged', '10.0.0.1'],
    [5, 'forged, 2.2.2.2', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, ' , 1.1.1.1 ,', '1.1.1.1'],
    [1, ['forged', '1.1.1.1'], '1.1.1.1'],
    [1, '2001:db8::1', '2001:db8::1'],
  ];
  it.each(cases)('with %s trusted proxies and X-Forwarded-For %j is %s', (trust, forwarded, address) => {
    expect(clientAddress(requestFrom(forwarded), trust)).toBe(address);
  });

  it('is kept short, with any header', () => {
    expect(clientAddress(requestFrom('x'.repeat(5000)), 1)).toBe('x'.repeat(64));
  });

  it('is unknown when the connection is closed', () => {
    const request = { socket: {}, headers: {} } as unknown as IncomingMessage;
    expect(clientAddress(request, 0)).toBe('unknown');
  });
});
