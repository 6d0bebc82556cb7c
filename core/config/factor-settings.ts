// Settings of second factors (D693).
import { isIP } from 'node:net';
import { ConfigError } from './stored-secret.ts';
import { optional, withDefault } from './setting.ts';
import { DURATIONS, offOrDuration, parseAmount, parseOrigins, pattern, wholeNumber } from './setting-kinds.ts';

/** Names of roles; none for `off`. */
function parseRoles(text: string): string[] | undefined {
  if (text === 'off') return [];
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => name !== '' && name.length <= 255) ? names : undefined;
}

function parsePages(text: string): string[] | undefined {
  const origins = parseOrigins(text);
  return origins instanceof Set ? [...origins] : undefined;
}

export const factorSettings = {
  secondFactorRoles: optional(
    'SECOND_FACTOR_ROLES',
    'roles whose users need a second factor',
    'admin with NODE_ENV=production, else off',
    { allowed: 'off, or names of roles separated by commas', parse: parseRoles },
  ),
  secondFactorGraceSeconds: withDefault(
    'SECOND_FACTOR_GRACE',
    '14d',
    'time that these users have to enrol one, from their first sign-in on',
    {
      allowed: 'none, or seconds, or a number with s, m, h or d, such as 14d',
      parse: (text) => (text === 'none' ? 0 : parseAmount(text, DURATIONS)),
    },
  ),
  secondFactorFreshSeconds: withDefault(
    'SECOND_FACTOR_FRESH',
    '15m',
    'time after which users confirm their second factor again for what is dangerous',
    offOrDuration,
  ),
  secondFactorWindow: withDefault(
    'SECOND_FACTOR_WINDOW',
    '1',
    'codes of an app before and after the present one that count as well, for clocks that differ; 0 is as strict as ASVS 6.5.5',
    wholeNumber(0, 1),
  ),
  passkeyOrigins: optional(
    'PASSKEY_ORIGINS',
    'origins of pages that ask for passkeys; their hosts are that of PASSKEY_RP_ID, or below it',
    'the one of PUBLIC_URL, or of the address listened on',
    { allowed: 'origins separated by commas, such as https://app.example.org', parse: parsePages },
  ),
  passkeyRpId: optional(
    'PASSKEY_RP_ID',
    'domain that passkeys belong to; with another one, existing passkeys stop working',
    'the host of PUBLIC_URL, or localhost',
    pattern(/^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'a domain, such as example.org'),
  ),
} as const;

interface PasskeySettings {
  passkeyOrigins: string[] | undefined;
  passkeyRpId: string | undefined;
  publicUrl: string | undefined;
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/**
 * Browsers refuse passkeys of a domain to pages of other hosts, and have no domain for an IP address.
 * @param ownUrl PUBLIC_URL, or the address listened on
 */
export function passkeySiteOf(
  { passkeyOrigins, passkeyRpId }: Omit<PasskeySettings, 'publicUrl'>,
  ownUrl: string,
): { rpId: string; origins: string[] } {
  const own = new URL(ownUrl);
  const isNamed = isIP(own.hostname.replace(/^\[|\]$/g, '')) === 0;
  const local = `${own.protocol}//localhost${own.port && `:${own.port}`}`;
  const rpId = passkeyRpId ?? (isNamed ? own.hostname : 'localhost');
  return { rpId, origins: passkeyOrigins ?? [isNamed ? own.origin : local] };
}

/** @throws ConfigError for origins that could not use a passkey */
function assertPasskeyHosts(settings: PasskeySettings): void {
  const { rpId, origins } = passkeySiteOf(settings, settings.publicUrl ?? 'http://localhost');
  if (settings.passkeyOrigins === undefined && settings.passkeyRpId === undefined) return;
  const other = origins.find((origin) => !isBelow(new URL(origin).hostname, rpId));
  if (other === undefined) return;
  throw new ConfigError(`PASSKEY_ORIGINS and PASSKEY_RP_ID do not fit: ${other} is not of the domain ${rpId}`);
}

interface FactorSettings extends PasskeySettings {
  secondFactorRoles: string[] | undefined;
  nodeEnv: string;
}

/** Without the setting, administrators of a service in production need a second factor. @throws ConfigError */
export function factorRoles({ secondFactorRoles, nodeEnv, ...passkeys }: FactorSettings): readonly string[] {
  assertPasskeyHosts(passkeys);
  return secondFactorRoles ?? (nodeEnv === 'production' ? ['admin'] : []);
}
