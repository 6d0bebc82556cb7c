// MALWARE_SCANNER: the address of ClamAV's clamd (D629).
import { isAbsolute } from 'node:path';
import { parseUrl } from '../network/parse-url.ts';
import type { SettingKind } from './setting-kinds.ts';

/** In the form of `net.connect`. */
export type ScannerAddress = { host: string; port: number } | { path: string };

export const scannerAddress: SettingKind<ScannerAddress> = {
  allowed: 'tcp://host:port, or unix: with the path of a socket, such as unix:/run/clamav/clamd.ctl',
  parse(text) {
    const path = text.startsWith('unix:') ? text.slice('unix:'.length) : undefined;
    if (path !== undefined) return isAbsolute(path) ? { path } : undefined;
    const url = parseUrl(text);
    const isAddress = url?.protocol === 'tcp:' && url.hostname !== '' && /^(?:\/)?$/.test(url.pathname + url.search);
    // Brackets of IPv6 belong to URLs only.
    return isAddress ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) } : undefined;
  },
};
