// The pages to which a mail may link (D35).
import { describe, expect, it } from 'vitest';
import { assertAllowedUrl } from '../../../core/accounts/allowed-urls.ts';
import { ApiError } from '../../../core/errors.ts';
import { parseSmtpUrl } from '../../../core/config/mail-settings.ts';
import type { OwnPages } from '../../../core/config/reach.ts';

const published: OwnPages = {
  publicUrl: 'https://api.example.org/base',
  smtpUrl: undefined,
  ownUrl: () => 'https://api.example.org/base',
};
const local: OwnPages = { publicUrl: undefined, smtpUrl: undefined, ownUrl: () => 'http://127.0.0.1:3000' };
const mailing: OwnPages = { ...local, smtpUrl: parseSmtpUrl('smtp://localhost') };

function isAllowed(url: string, settings: OwnPages, entry?: unknown): boolean {
  try {
    assertAllowedUrl(url, 'change_url', { access: { setting: () => entry } }, settings);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.code, error.faults[0]?.source?.pointer]).toEqual(['invalid_data', '/change_url']);
    // It names the remedy, or what is expected.
    expect(error.faults[0]?.detail).toMatch(/Auth\.allowedUrls|An http or https URL is expected/);
    return false;
  }
}

describe('a URL for a mail', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/x',
    '/page',
    'a.example',
    'https://u:p@a.example/',
    'app://localhost/',
    'http://u:p@localhost/',
  ])('is never %s', (url) => {
    expect(isAllowed(url, local)).toBe(false);
  });

  it.each([undefined, '', [], ' , '])(
    'may have the own origin and those of this machine when %j is listed',
    (entry) => {
      expect(isAllowed('http://localhost:8080/page?x=1', local, entry)).toBe(true);
      expect(isAllowed('https://[::1]/', local, entry)).toBe(true);
      expect(isAllowed('https://evil.example/page', local, entry)).toBe(false);
      expect(isAllowed('https://localhost.evil.example/page', local, entry)).toBe(false);
      const lan = { ...local, ownUrl: () => 'http://192.168.0.7:3000' };
      expect(isAllowed('http://192.168.0.7:3000/html/activate', lan, entry)).toBe(true);
      expect(isAllowed('http://192.168.0.8:3000/', lan, entry)).toBe(false);
    },
  );

  it('may have the own origin only when PUBLIC_URL or SMTP_URL is set', () => {
    expect(isAllowed('https://api.example.org/page', published)).toBe(true);
    expect(isAllowed('https://api.example.org:8443/page', published)).toBe(false);
    expect(isAllowed('http://api.example.org/page', published)).toBe(false);
    expect(isAllowed('https://evil.example/page', published)).toBe(false);
    expect(isAllowed('http://localhost:8080/page', published)).toBe(false);
    expect(isAllowed('http://localhost:3000/page', mailing)).toBe(true);
    expect(isAllowed('http://localhost:8080/page', mailing)).toBe(false);
    expect(isAllowed('https://evil.example/page', mailing)).toBe(false);
  });

  it.each([
    [['https://www.example.com', 'http://localhost:3000/app']],
    ['https://www.example.com/somewhere, http://localhost:3000'],
  ])('may have one of the origins in %j', (entry) => {
    for (const settings of [published, local]) {
      expect(isAllowed('https://www.example.com/change?x=1', settings, entry)).toBe(true);
      expect(isAllowed('http://localhost:3000/', settings, entry)).toBe(true);
      expect(isAllowed('https://www.example.com.evil.example/', settings, entry)).toBe(false);
      expect(isAllowed('https://api.example.org/', settings, entry)).toBe(false);
    }
  });

  it('is refused when the list has no valid URL', () => {
    expect(isAllowed('http://localhost/', local, ['not a url'])).toBe(false);
  });
});
