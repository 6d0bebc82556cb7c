// Base of all links: PUBLIC_URL; without it the Host header, if it names this machine, with the port listened on (D58).
import { parseUrl } from '../../network/parse-url.ts';
import { asHostname, isLoopback } from '../../config/reach.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

export type BaseUrl = ReturnType<typeof createBaseUrl>;

/** @param config `host` is HOST, the listening address */
export function createBaseUrl(config: { publicUrl?: string | undefined; host: string }) {
  const trim = (url: string): string => url.replace(/\/+$/, '');
  let own = trim(config.publicUrl ?? 'http://127.0.0.1:3000');
  const listening = asHostname(config.host);
  /** Unknown before the service listens. */
  let port: string | undefined;
  /** Other names and ports are not trusted: a cache could store links with them, or a mail could carry them. */
  const isOwnHost = (host: string): boolean => {
    const url = HOST.test(host) ? parseUrl(`http://${host}`) : undefined;
    if (!url || (port !== undefined && url.port !== port)) return false;
    return url.hostname === listening || isLoopback(url.hostname);
  };
  return {
    /** Without trailing slash. */
    of: (host: string | undefined): string =>
      config.publicUrl === undefined && host !== undefined && isOwnHost(host) ? `http://${host}` : own,
    /** Used instead of the Host header: PUBLIC_URL, or the listening address. */
    own: () => own,
    set(url: string): void {
      own = trim(url);
      port = parseUrl(url)?.port;
    },
  };
}
