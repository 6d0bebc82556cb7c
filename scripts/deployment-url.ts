// The `--url` of commands that work with a running service, and the hosts that may get its secrets.
import { CommandError } from './command-line.ts';

/** Of the service that is started in this folder. */
export const localUrl = (env: Readonly<Record<string, string | undefined>>): string =>
  `http://127.0.0.1:${Number(env['PORT']) || 3000}`;

/**
 * @param text base URL of a deployment, or the address of its description
 * @returns the base URL with its path prefix, without trailing slash. @throws CommandError of one line
 */
export function readDeploymentUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError(`--url: "${text}" is not an http or https URL`);
  if (url.username || url.password) throw new CommandError('--url takes no user and password: see --help');
  return url.origin + url.pathname.replace(/(\/openapi\.json)?\/*$/, '');
}

/** Whether a URL leads to this machine; such URLs have IPv4 addresses in the form of four numbers. */
const isLoopback = (url: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** The password of the local service, which must not be sent to another host. */
export const ownPassword = (url: string, env: Readonly<Record<string, string | undefined>>): string | undefined =>
  isLoopback(url) ? env['ADMIN_PASSWORD'] || undefined : undefined;
