// SMTP_URL and MAIL_FROM: the mail server, and the sender of mails. Pure: core/config/config.ts parses them with it.
import { isMailAddress, oneLine } from './mail-address.ts';
import { parseUrl } from '../network/parse-url.ts';

export interface SmtpSetting {
  host: string;
  /** By default 587, or 465 with `secure`. */
  port?: number;
  /** TLS from the start. */
  secure: boolean;
  auth?: { user: string; pass: string };
  /** Of the query, with the names of nodemailer. */
  options: Readonly<Record<string, string | number | boolean>>;
  /** Members of the query that begin with `tls.`, without this prefix. */
  tls: Readonly<Record<string, string | boolean>>;
}

export interface Sender {
  name: string;
  address: string;
}

export const SMTP_FORMS =
  'smtp://host:port or smtps://host:port, with user:password@ before the host (percent-encoded) and options such as ?requireTLS=true';

export const SENDER_FORMS = 'an e-mail address, or Name <address>';

const flag = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);
const word = (text: string): string | undefined => (/^[\w.:@+!-]{1,253}$/.test(text) ? text : undefined);
const milliseconds = (text: string): number | undefined => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined);

type Reader = (text: string) => string | number | boolean | undefined;

/** No others: some log the credentials, or redirect mails, and a typo in a name must not turn TLS off. */
const OPTIONS: Readonly<Record<string, Reader>> = {
  requireTLS: flag,
  ignoreTLS: flag,
  opportunisticTLS: flag,
  name: word,
  localAddress: word,
  authMethod: word,
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  dnsTimeout: milliseconds,
  'tls.rejectUnauthorized': flag,
  'tls.servername': word,
  'tls.minVersion': (text) => (/^TLSv1(?:\.[1-3])?$/.test(text) ? text : undefined),
  'tls.ciphers': word,
};

const HOST = /^(?:[a-z\d](?:[a-z\d._-]{0,252})|\[[\da-f:.]{2,45}\])$/i;

/** Undefined for an invalid address of a mail server. */
export function parseSmtpUrl(text: string): SmtpSetting | undefined {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !HOST.test(url.hostname) || !/^\/?$/.test(url.pathname) || url.hash) {
    return undefined;
  }
  const auth = readLogin(url);
  const given = readOptions(url.searchParams);
  if (auth === undefined || !given || url.port === '0') return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    ...(auth && { auth }),
    ...given,
  };
}

/** Null without one, undefined for an incomplete one. */
function readLogin({ username, password }: URL): SmtpSetting['auth'] | null | undefined {
  if (!username && !password) return null;
  try {
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
    return user && pass ? { user, pass } : undefined;
  } catch {
    return undefined;
  }
}

function readOptions(query: URLSearchParams): Pick<SmtpSetting, 'options' | 'tls'> | undefined {
  const options: Record<string, string | number | boolean> = {};
  const tls: Record<string, string | boolean> = {};
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const value = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]?.(text) : undefined;
    if (value === undefined || seen.has(name)) return undefined;
    seen.add(name);
    // cast: no option that begins with `tls.` reads a number
    if (name.startsWith('tls.')) tls[name.slice(4)] = value as string | boolean;
    else options[name] = value;
  }
  return { options, tls };
}

export function parseSender(text: string): Sender | undefined {
  const [, quoted = '', within] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const name = quoted.trim().replace(/^"(.*)"$/, '$1');
  const address = (within ?? text).trim();
  const isRight = isMailAddress(address) && name === oneLine(name) && name.length <= 100;
  return isRight ? { name, address } : undefined;
}

/** The sender of mails without MAIL_FROM. */
export function defaultSender(publicUrl: string | undefined): Sender {
  const { hostname } = new URL(publicUrl ?? 'http://localhost');
  const isIp4 = /^[\d.]+$/.test(hostname);
  const domain = isIp4 ? `[${hostname}]` : hostname.replace(/^\[(.*)\]$/, '[IPv6:$1]');
  return { name: '', address: `noreply@${domain}` };
}
