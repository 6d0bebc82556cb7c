// Base of all links: PUBLIC_URL; without it the Host header, if it names this machine or the listening address (D58).
import { parseUrl } from '../parse-url.ts';
import { asHostname, isLoopback } from '../config/reach.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

export interface BaseUrl {
  /** Without trailing slash. */
  of(host: string | undefined): string;
  /** Used instead of the Host header: PUBLIC_URL, or the listening address. */
  own(): string;
  set(url: string): void;
}

/** @param config `host` is HOST, the listening address */
export function createBaseUrl(config: { publicUrl?: string | undefined; host: string }): BaseUrl {
  const trim = (url: string): string => url.replace(/\/+$/, '');
  let own = trim(config.publicUrl ?? 'http://127.0.0.1:3000');
  const listening = asHostname(config.host);
  /** Other names are not trusted: a cache could store links with them, or a mail could carry them. */
  const isOwnHost = (host: string): boolean => {
    const hostname = HOST.test(host) ? parseUrl(`http://${host}`)?.hostname : undefined;
    return hostname !== undefined && (hostname === listening || isLoopback(hostname));
  };
  return {
    of: (host) => (config.publicUrl === undefined && host !== undefined && isOwnHost(host) ? `http://${host}` : own),
    own: () => own,
    set: (url) => {
      own = trim(url);
    },
  };
}
