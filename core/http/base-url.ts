// Base of all links: PUBLIC_URL; the Host header only outside production (D58).
import { parseUrl } from '../parse-url.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,253}[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

const isHost = (host: string): boolean => HOST.test(host) && parseUrl(`http://${host}`) !== undefined;

export interface BaseUrl {
  /** Without trailing slash. */
  of(host: string | undefined): string;
  /** Sets what is used where the Host header is not. */
  set(url: string): void;
}

export function createBaseUrl(config: { publicUrl?: string | undefined; nodeEnv: string }): BaseUrl {
  const trim = (url: string): string => url.replace(/\/+$/, '');
  let fallback = trim(config.publicUrl ?? 'http://127.0.0.1:3000');
  const fixed = config.publicUrl !== undefined || config.nodeEnv === 'production';
  return {
    of: (host) => (!fixed && host !== undefined && isHost(host) ? `http://${host}` : fallback),
    set: (url) => {
      fallback = trim(url);
    },
  };
}
