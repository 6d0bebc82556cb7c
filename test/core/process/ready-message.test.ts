// What `npm start` says on a terminal and elsewhere (D969).
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { readyMessage } from '../../../scripts/ready-message.ts';

const config = (env: Record<string, string> = {}) => readConfig({ JWT_SECRET: 's'.repeat(32), ...env });
const ready = { address: 'http://127.0.0.1:3000', adminPassword: undefined, isTerminal: true };

describe('the message of a service that is ready', () => {
  it('leads a person to the sign-in and to the demo', () => {
    const lines = readyMessage({ ...ready, adminPassword: 'four random words' }, config());
    expect(lines).toMatch(/^ready on http:\/\/127\.0\.0\.1:3000\n/);
    expect(lines).toMatch(/^ {2}sign in +http:\/\/127\.0\.0\.1:3000\/html\/sign-in$/m);
    expect(lines).toMatch(/^ {2}administrator admin, password four random words \(shown only this once\)$/m);
    expect(lines).toContain('Try "npm run demo" in a second terminal');
    expect(lines.split('\n').length).toBeLessThan(10);
  });

  it('names the command for a lost password, and the address of another port', () => {
    const lines = readyMessage({ ...ready, address: 'http://127.0.0.1:4000' }, config({ ADMIN_USERNAME: 'ada' }));
    expect(lines).toContain('npm run password -- ada');
    expect(lines).toContain('Try "npm run demo -- --url http://127.0.0.1:4000"');
  });

  it('has no sign-in without pages, and links begin with PUBLIC_URL', () => {
    const lines = readyMessage(ready, config({ BROWSER_UI: 'off', PUBLIC_URL: 'https://example.org/api' }));
    expect(lines).not.toContain('sign in');
    expect(lines).toContain('https://example.org/api/docs');
  });

  it('gives programs the addresses, and no advice', () => {
    const lines = readyMessage({ ...ready, isTerminal: false }, config());
    expect(lines.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
      'ready',
      'API',
      'docs',
      'description',
      'sign',
    ]);
    const worker = readyMessage({ ...ready, isTerminal: true }, config({ PROCESS_ROLE: 'worker' }));
    expect(worker).not.toContain('demo');
  });
});
