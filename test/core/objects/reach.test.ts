// A start that is reachable from other machines, and not for production, logs a warning (D372).
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import { reachWarning } from '../../../core/config/reach.ts';

const warningOf = (env: Record<string, string>): string | undefined =>
  reachWarning(readConfig({ JWT_SECRET: 'a secret of more than thirty-two characters', ...env }));

describe('the warning of a start', () => {
  it.each([{}, { HOST: 'localhost' }, { HOST: '127.0.0.53' }, { HOST: '::1' }])('is absent with %j', (env) => {
    expect(warningOf(env)).toBeUndefined();
  });

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ HOST: 'localhost.example.org' }, 'HOST is localhost.example.org'],
    [{ PUBLIC_URL: 'https://cms.example.org' }, 'PUBLIC_URL is set'],
    [{ SMTP_URL: 'smtp://mail.example.org', NODE_ENV: 'test' }, 'SMTP_URL is set'],
  ])('with %j reports that it %s, in one line, but not in production', (env, reason) => {
    const warning = warningOf(env);
    expect(warning).toContain(reason);
    expect(warning).toContain('not production');
    expect(warning).not.toContain('\n');
    expect(warning?.includes('without PUBLIC_URL')).toBe(!('PUBLIC_URL' in env));
    expect(warningOf({ ...env, NODE_ENV: 'production' })).toBeUndefined();
  });
});
