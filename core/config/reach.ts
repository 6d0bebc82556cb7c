// Whether the service is reachable from this machine only, or from others too. NODE_ENV does not decide this, so no rule depends on it
// (D372).
import type { Config } from './config.ts';
import { parseUrl } from '../network/parse-url.ts';

/** @param hostname as the URL parser writes it: lower case, IPv6 in brackets */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** A host of the settings as the URL parser writes it; undefined when no URL can have it. */
export const asHostname = (host: string): string | undefined =>
  parseUrl(`http://${host.includes(':') ? `[${host}]` : host}`)?.hostname;

/** Whether the URL is a page: http or https, without a user. */
export const isPage = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && !username && !password;

export interface OwnPages extends Pick<Config, 'publicUrl' | 'smtpUrl'> {
  /** PUBLIC_URL, or the listening address. */
  ownUrl(): string;
}

/**
 * Whether a link in a mail may lead to a page that no setting lists: a page of the service's own origin, and while neither
 * PUBLIC_URL nor SMTP_URL is set one of this machine (D372).
 */
export function isOwnPage(url: URL, { publicUrl, smtpUrl, ownUrl }: OwnPages): boolean {
  if (!isPage(url)) return false;
  const own = new URL(ownUrl());
  if (url.origin === own.origin) return true;
  if (!isLoopback(url.hostname)) return false;
  // Of one machine and port, `localhost` and `127.0.0.1` are the same.
  const isSame = isLoopback(own.hostname) && url.protocol === own.protocol && url.port === own.port;
  return isSame || (publicUrl === undefined && smtpUrl === undefined);
}

/** A warning for the log of a service that is reachable from other machines and does not run for production; else undefined. */
export function reachWarning(
  config: Pick<Config, 'nodeEnv' | 'host' | 'publicUrl' | 'smtpUrl' | 'browserUi'>,
): string | undefined {
  const { nodeEnv, host, publicUrl, smtpUrl, browserUi } = config;
  if (nodeEnv === 'production') return undefined;
  const reasons = [
    ...(isLoopback(asHostname(host) ?? '') ? [] : [`HOST is ${host}`]),
    ...(publicUrl === undefined ? [] : ['PUBLIC_URL is set']),
    ...(smtpUrl === undefined ? [] : ['SMTP_URL is set']),
  ];
  if (reasons.length === 0) return undefined;
  const follows = [
    `pages for browsers are ${browserUi ? 'on' : 'off'} (BROWSER_UI)`,
    'without JWT_SECRET the key of access tokens is the one kept in DATA_DIR',
    ...(publicUrl === undefined ? ['without PUBLIC_URL links begin with the address that it listens on'] : []),
  ];
  return `reachable from outside (${reasons.join(', ')}) and NODE_ENV is ${nodeEnv}, not production: ${follows.join('; ')}`;
}
