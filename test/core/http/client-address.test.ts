import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../../core/http/limits/client-address.ts';

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
    // Some proxies append the port, which is another one for each connection (RFC 7239, 6).
    [1, '1.1.1.1:40000', '1.1.1.1'],
    [1, 'forged, 1.1.1.1:40000', '1.1.1.1'],
    [1, '[2001:db8::1]:40000', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '"[2001:db8::1]:40000"', '2001:db8::1'],
    [1, '"1.1.1.1:_port"', '1.1.1.1'],
    [2, '1.1.1.1:40000, 2.2.2.2:40001', '1.1.1.1'],
    // What is no address could be a new one with each request.
    [1, 'unknown', '10.0.0.1'],
    [1, '_hidden', '10.0.0.1'],
    [1, '1.1.1.1:1:1', '10.0.0.1'],
    [1, '1.1.1', '10.0.0.1'],
    [1, '01.1.1.1', '10.0.0.1'],
    [1, '1.1.1.1/8', '10.0.0.1'],
    [1, '[1.1.1.1', '10.0.0.1'],
    [1, '[]:1', '10.0.0.1'],
  ];
  it.each(cases)('with %s trusted proxies and X-Forwarded-For %j is %s', (trust, forwarded, address) => {
    expect(clientAddress(requestFrom(forwarded), trust)).toBe(address);
  });

  it('is the peer, with any header that has no address', () => {
    for (const header of ['x'.repeat(50_000), '['.repeat(50_000), ':'.repeat(50_000), `1.1.1.1:${'-'.repeat(50_000)}!`])
      expect(clientAddress(requestFrom(header), 1)).toBe('10.0.0.1');
  });

  it('is unknown when the connection is closed', () => {
    const request = { socket: {}, headers: {} } as unknown as IncomingMessage;
    expect(clientAddress(request, 0)).toBe('unknown');
  });
});
