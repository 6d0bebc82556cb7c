// Which pages a mail may link to (D35).
import { describe, expect, it } from 'vitest';
import { assertAllowedUrl } from '../../core/accounts/allowed-urls.ts';
import { ApiError } from '../../core/errors.ts';

const production = { nodeEnv: 'production', publicUrl: 'https://api.example.org/base' };
const development = { nodeEnv: 'development', publicUrl: undefined };

function isAllowed(url: string, settings: typeof production | typeof development, entry?: unknown): boolean {
  try {
    assertAllowedUrl(url, 'change_url', { access: { setting: () => entry } }, settings);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.code, error.faults[0]?.source?.pointer]).toEqual(['invalid_data', '/change_url']);
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
  ])('is never %s', (url) => {
    expect(isAllowed(url, development)).toBe(false);
  });

  it('is of any origin outside production, and of that of PUBLIC_URL in production, when none is listed', () => {
    for (const entry of [undefined, '', [], ' , ']) {
      expect(isAllowed('http://localhost:8080/page?x=1', development, entry)).toBe(true);
      expect(isAllowed('https://api.example.org/page', production, entry)).toBe(true);
      expect(isAllowed('https://api.example.org:8443/page', production, entry)).toBe(false);
      expect(isAllowed('http://api.example.org/page', production, entry)).toBe(false);
      expect(isAllowed('https://evil.example/page', production, entry)).toBe(false);
    }
    expect(isAllowed('https://a.example/', { nodeEnv: 'production', publicUrl: undefined })).toBe(false);
  });

  it.each([
    [['https://www.example.com', 'http://localhost:3000/app']],
    ['https://www.example.com/somewhere, http://localhost:3000'],
  ])('is of one of the origins in %j', (entry) => {
    for (const settings of [production, development]) {
      expect(isAllowed('https://www.example.com/change?x=1', settings, entry)).toBe(true);
      expect(isAllowed('http://localhost:3000/', settings, entry)).toBe(true);
      expect(isAllowed('https://www.example.com.evil.example/', settings, entry)).toBe(false);
      expect(isAllowed('https://api.example.org/', settings, entry)).toBe(false);
    }
  });

  it('is none when the list names nothing that is a URL', () => {
    expect(isAllowed('https://a.example/', development, ['not a url'])).toBe(false);
  });
});
