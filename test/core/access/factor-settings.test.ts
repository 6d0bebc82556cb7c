// The addresses at which passkeys are used (D695).
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { passkeySiteOf } from '../../../core/config/factor-settings.ts';

const read = (env: Record<string, string>) => readConfig(env, () => 's'.repeat(32));
const siteOf = (env: Record<string, string>, listening = 'http://127.0.0.1:3000') =>
  passkeySiteOf(read(env), env['PUBLIC_URL'] ?? listening);

describe('the site of passkeys', () => {
  it('is PUBLIC_URL, or localhost', () => {
    const PUBLIC_URL = 'https://api.example.org/cms';
    expect(siteOf({ PUBLIC_URL })).toEqual({ rpId: 'api.example.org', origins: ['https://api.example.org'] });
    expect(siteOf({})).toEqual({ rpId: 'localhost', origins: ['http://localhost:3000'] });
    expect(siteOf({}, 'http://[::1]:3000')).toEqual({ rpId: 'localhost', origins: ['http://localhost:3000'] });
  });

  it('is that of the settings', () => {
    const env = { PASSKEY_RP_ID: 'example.org', PASSKEY_ORIGINS: 'https://app.example.org, https://example.org' };
    const origins = ['https://app.example.org', 'https://example.org'];
    expect(siteOf({ ...env, PUBLIC_URL: 'https://api.example.org' })).toEqual({ rpId: 'example.org', origins });
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { PASSKEY_RP_ID: 'example.org', PASSKEY_ORIGINS: 'https://app.example.com' },
      /do not fit: https:..app.example.com/,
    ],
    [{ PASSKEY_RP_ID: 'example.org', PASSKEY_ORIGINS: 'https://notexample.org' }, /do not fit/],
    [{ PASSKEY_RP_ID: 'example.org', PUBLIC_URL: 'https://example.com' }, /do not fit/],
    [{ PASSKEY_ORIGINS: '*' }, /^PASSKEY_ORIGINS: /],
    [{ PASSKEY_ORIGINS: 'https://example.org/path' }, /^PASSKEY_ORIGINS: /],
    [{ PASSKEY_RP_ID: 'https://example.org' }, /^PASSKEY_RP_ID: /],
  ])('%o makes the start fail', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });
});
