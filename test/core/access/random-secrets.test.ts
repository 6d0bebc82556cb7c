// Secret strings have at least 128 random bits (D603, ASVS 11.5.1).
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, newSecret } from '../../../core/accounts/factors/second-factor.ts';
import { waitingJob } from '../../../core/jobs/job-rows.ts';

const MOST = 500;
const BITS = 128;
const now = new Date('2026-05-13T07:09:00Z');
const job = { service: 'signup', payload: null, expires: now };

const SECRETS: readonly [what: string, alphabet: string, make: () => string][] = [
  ['a mail', '0123456789abcdef', () => waitingJob(job, now).uuid],
  ['an authenticator app', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', newSecret],
  [
    'a recovery code',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    () => (newRecoveryCodes().codes[0] ?? '').replaceAll('-', ''),
  ],
];

describe.each(SECRETS)('the secret of %s', (_what, alphabet, make) => {
  const made = Array.from({ length: MOST }, make);

  it('is long enough, and always different', () => {
    for (const secret of made) expect(secret.length * Math.log2(alphabet.length)).toBeGreaterThanOrEqual(BITS);
    expect(new Set(made).size).toBe(MOST);
  });

  it('has every character at every position', () => {
    const length = made[0]?.length ?? 0;
    for (let place = 0; place < length; place++) {
      const seen = new Set(made.map((secret) => secret[place]));
      // Of 500 draws of 32 letters, one is missing in one run of 200,000 for a place.
      expect(seen.size, `place ${place}`).toBeGreaterThanOrEqual(alphabet.length - 2);
      for (const letter of seen) expect(alphabet).toContain(letter);
    }
  });
});
