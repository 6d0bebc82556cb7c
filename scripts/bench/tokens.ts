// Access tokens for the callers of a benchmark, as signing in would give them.
import { createAccessTokens } from '../../core/accounts/credentials/tokens.ts';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';

const ADMINISTRATOR = 1;
const DAY = 86_400;

export async function issueToken(settings: Record<string, string>, userId: number): Promise<string> {
  const { jwtSecrets } = readConfig(settings);
  const tokens = createAccessTokens({ secrets: jwtSecrets, ttl: DAY, issuer: 'colophon' }, systemClock);
  return (await tokens.issue({ userId, applicationId: null, generation: 0 })).token;
}

export const administratorToken = (settings: Record<string, string>): Promise<string> =>
  issueToken(settings, ADMINISTRATOR);
