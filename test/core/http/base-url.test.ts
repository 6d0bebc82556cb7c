import { describe, expect, it } from 'vitest';
import { createBaseUrl } from '../../../core/http/response/base-url.ts';

const FALLBACK = 'http://127.0.0.1:3000';

describe('the base of links (D58)', () => {
  const hosts: [string | undefined, string][] = [
    ['localhost:3000', 'http://localhost:3000'],
    ['LOCALHOST', 'http://LOCALHOST'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['cms.example.org:8080', 'http://cms.example.org:8080'],
    ['api.example.org', FALLBACK],
    ['192.168.0.1:8080', FALLBACK],
    ['localhost.example.org', FALLBACK],
    ['127.0.0.1.example.org', FALLBACK],
    ['localhost@example.org', FALLBACK],
    ['[::2]:3000', FALLBACK],
    [undefined, FALLBACK],
    ['', FALLBACK],
    ['evil.example/path', FALLBACK],
    ['user@evil.example', FALLBACK],
    ['evil.example:3000:1', FALLBACK],
    ['evil.example?x', FALLBACK],
    ['a b', FALLBACK],
    ['"><script>', FALLBACK],
    ['evil.example\r\nX: y', FALLBACK],
    ['[evil]', FALLBACK],
    ['.example.org', FALLBACK],
    ['a:port', FALLBACK],
    ['a:99999', FALLBACK],
    [`${'a'.repeat(300)}.org`, FALLBACK],
  ];
  it.each(hosts)('is the Host header if it names this machine or the address listened on: %j: %s', (host, base) => {
    expect(createBaseUrl({ host: 'CMS.example.org' }).of(host)).toBe(base);
  });

  it('accepts an IPv6 address listened on', () => {
    const baseUrl = createBaseUrl({ host: '2001:DB8::0:1' });
    expect(baseUrl.of('[2001:db8::1]:3000')).toBe('http://[2001:db8::1]:3000');
    expect(baseUrl.of('[2001:db8::2]:3000')).toBe(FALLBACK);
  });

  it('is PUBLIC_URL when it is set, without its trailing slashes', () => {
    const baseUrl = createBaseUrl({ publicUrl: 'https://example.org/api//', host: 'cms.example.org' });
    for (const host of ['other.example', 'cms.example.org', 'localhost', undefined]) {
      expect(baseUrl.of(host)).toBe('https://example.org/api');
    }
    expect(baseUrl.own()).toBe('https://example.org/api');
  });

  it('is the address of the listener, once that is known', () => {
    const baseUrl = createBaseUrl({ host: '127.0.0.1' });
    baseUrl.set('http://127.0.0.1:4000/');
    expect(baseUrl.of('api.example.org')).toBe('http://127.0.0.1:4000');
    expect(baseUrl.of('localhost:4000')).toBe('http://localhost:4000');
    // No other port: each would be a base of its own (F17), and a cache could keep links to it (F25).
    for (const host of ['localhost:9999', 'localhost', '127.0.0.1:80', '[::1]:4001'])
      expect(baseUrl.of(host)).toBe('http://127.0.0.1:4000');
    expect(baseUrl.own()).toBe('http://127.0.0.1:4000');
  });
});
