import { describe, expect, it } from 'vitest';
import { createBaseUrl } from '../../core/http/base-url.ts';

const FALLBACK = 'http://127.0.0.1:3000';

describe('the base of links (D58)', () => {
  const hosts: [string | undefined, string][] = [
    ['localhost:3000', 'http://localhost:3000'],
    ['api.example.org', 'http://api.example.org'],
    ['EXAMPLE.org:80', 'http://EXAMPLE.org:80'],
    ['192.168.0.1:8080', 'http://192.168.0.1:8080'],
    ['[::1]:3000', 'http://[::1]:3000'],
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
  it.each(hosts)('outside production is that of the Host header %j: %s', (host, base) => {
    expect(createBaseUrl({ nodeEnv: 'development' }).of(host)).toBe(base);
  });

  it('is never that of the Host header in production', () => {
    expect(createBaseUrl({ nodeEnv: 'production' }).of('api.example.org')).toBe(FALLBACK);
  });

  it('is PUBLIC_URL when it is set, without its trailing slashes', () => {
    for (const nodeEnv of ['development', 'production']) {
      const baseUrl = createBaseUrl({ publicUrl: 'https://example.org/api//', nodeEnv });
      expect(baseUrl.of('other.example')).toBe('https://example.org/api');
      expect(baseUrl.of(undefined)).toBe('https://example.org/api');
    }
  });

  it('is where the service listens, once that is known', () => {
    const baseUrl = createBaseUrl({ nodeEnv: 'production' });
    baseUrl.set('http://127.0.0.1:4000/');
    expect(baseUrl.of('api.example.org')).toBe('http://127.0.0.1:4000');
  });
});
