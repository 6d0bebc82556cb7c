// Settings of reading: shared caches, secondaries of the replica set, pages of other origins.
import { ConfigError } from './stored-secret.ts';
import { withDefault } from './setting.ts';
import { BYTES, cacheTimes, oneOf, parseAmount, parseOrigins } from './setting-kinds.ts';

export const readingSettings = {
  publicCache: withDefault(
    'PUBLIC_CACHE',
    'off',
    'how long shared caches keep responses for callers who are not signed in',
    cacheTimes,
  ),
  responseCacheBytes: withDefault(
    'RESPONSE_CACHE',
    '64mb',
    'memory of a process for responses that are given again while nothing has changed; 0 for none',
    {
      allowed: '0, or a number with kb or mb, such as 64mb',
      parse: (text) => (text === '0' ? 0 : parseAmount(text, BYTES)),
    },
  ),
  readPreference: withDefault(
    'READ_PREFERENCE',
    'primary',
    'members of the replica set that answer reads of content without a token',
    oneOf(['primary', 'secondaryPreferred']),
  ),
  corsOrigins: withDefault('CORS_ORIGINS', 'off', 'origins whose pages may use the service in browsers', {
    allowed: 'off, * for all, or origins separated by commas, such as https://example.org',
    parse: parseOrigins,
  }),
};

/**
 * After a purge a cache would fetch and store an outdated response of a secondary. Without PUBLIC_URL it would store links that begin
 * with the Host header of whoever came first.
 * @throws ConfigError for settings that exclude each other, or that miss another one
 */
export function assertCacheSettings({
  publicCache,
  readPreference,
  publicUrl,
}: {
  publicCache: unknown;
  readPreference: string;
  publicUrl: string | undefined;
}): void {
  if (publicCache === null) return;
  if (readPreference !== 'primary')
    throw new ConfigError('READ_PREFERENCE and PUBLIC_CACHE exclude each other: caches would keep what is outdated');
  if (publicUrl === undefined)
    throw new ConfigError('PUBLIC_CACHE needs PUBLIC_URL: links that caches keep must not depend on the Host header');
}
