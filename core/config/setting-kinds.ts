// Kinds of settings (core/config/config.ts): each describes the allowed values, and parses them.
import path from 'node:path';
import { parseUrl } from '../network/parse-url.ts';

/** A kind of setting; `parse` gives undefined for an invalid value. */
export interface SettingKind<T> {
  readonly allowed: string;
  readonly parse: (text: string) => T | undefined;
}

/** Seconds of each unit. */
export const DURATIONS = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Bytes of each unit. */
export const BYTES = { '': 1, b: 1, kb: 1_024, mb: 1_048_576 } as const;

/** The same for files. */
const FILE_BYTES = { ...BYTES, gb: 1_073_741_824 } as const;

export const anyText = (allowed: string): SettingKind<string> => ({ allowed, parse: (text) => text });

export const folder: SettingKind<string> = { allowed: 'a folder', parse: (text) => path.resolve(text) };

export const pattern = (form: RegExp, allowed: string): SettingKind<string> => ({
  allowed,
  parse: (text) => (form.test(text) ? text : undefined),
});

export const oneOf = <const T extends string>(choices: readonly T[]): SettingKind<T> => ({
  allowed: choices.join(', '),
  parse: (text) => choices.find((choice) => choice === text),
});

/** The same kind, or null for `off`. */
export const offOr = <T>({ allowed, parse }: SettingKind<T>): SettingKind<T | null> => ({
  allowed: `off, or ${allowed}`,
  parse: (text) => (text === 'off' ? null : parse(text)),
});

export function wholeNumber(least: number, most: number): SettingKind<number> {
  const parse = (text: string): number | undefined => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return { allowed: `a whole number from ${least} to ${most}`, parse };
}

export function parseSwitch(text: string): boolean | undefined {
  if (text === 'on') return true;
  return text === 'off' ? false : undefined;
}

export const offOrOn: SettingKind<boolean> = { allowed: 'off or on', parse: parseSwitch };

/** Minimum length of a secret that signs tokens. */
export const LEAST_SECRET = 32;

/** Secrets separated by blanks; none for `off`. */
export function parseSecrets(text: string): string[] | undefined {
  if (text === 'off') return [];
  const secrets = text.split(/\s+/).filter((secret) => secret !== '');
  return secrets.length > 0 && secrets.every(({ length }) => length >= LEAST_SECRET) ? secrets : undefined;
}

export interface RateLimit {
  requests: number;
  seconds: number;
}

/** `600/1m` (D23); null for `off`. */
export function parseRateLimit(text: string): RateLimit | null | undefined {
  if (text === 'off') return null;
  const [, digits, time] = /^(\d{1,9}) ?\/ ?(\d{0,10}[a-z]?)$/.exec(text) ?? [];
  // `600/m` is `600/1m`.
  const seconds = time && parseAmount(/^\d/.test(time) ? time : `1${time}`, DURATIONS);
  return seconds && Number(digits) > 0 ? { requests: Number(digits), seconds } : undefined;
}

export function parseAmount(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, digits, unit] = /^(\d{1,10}) ?([a-z]*)$/.exec(text.toLowerCase()) ?? [];
  const factor = Object.hasOwn(units, unit ?? '?') ? units[unit ?? ''] : undefined;
  return factor !== undefined && Number(digits) > 0 ? Number(digits) * factor : undefined;
}

/** Without trailing slash, so that paths can be appended. */
export function parsePublicUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Seconds. */
export const duration: SettingKind<number> = {
  allowed: 'seconds, or a number with s, m, h or d, such as 20m',
  parse: (text) => parseAmount(text, DURATIONS),
};

/** Seconds; null for `off`. */
export const offOrDuration = offOr({ ...duration, allowed: 'seconds, or a number with s, m, h or d, such as 30d' });

/** A number of bytes, such as `50mb`. */
export const byteCount: SettingKind<number> = {
  allowed: 'bytes, or a number with kb, mb or gb, such as 50mb',
  parse: (text) => parseAmount(text, FILE_BYTES),
};

/** The same, or `off` for no limit. */
export const byteLimit = offOr({ ...byteCount, allowed: 'bytes, or a number with kb, mb or gb, such as 500mb' });

/** Media types, `image/*` for all of a kind. */
export function mediaTypeList(text: string): string[] | undefined {
  const types = text === 'none' ? [] : text.toLowerCase().split(/[\s,]+/);
  return types.every((type) => /^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(type)) ? types : undefined;
}

/** `document,event`: names of object types. */
export function typeNameList(text: string): string[] | undefined {
  const names = text === 'none' ? [] : text.toLowerCase().split(/[\s,]+/);
  return names.every((name) => /^[a-z][a-z0-9_]*$/.test(name)) ? names : undefined;
}

/** Origins of pages, such as `https://example.org`; `any` for `*`, null for `off`. */
export function parseOrigins(text: string): 'any' | ReadonlySet<string> | null | undefined {
  if (text === 'off') return null;
  if (text === '*') return 'any';
  const origins = text.split(/[\s,]+/).map((each) => {
    const url = parseUrl(each);
    // In the form of browsers: other spellings would never match.
    return url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href ? url.origin : undefined;
  });
  return origins.every((each) => each !== undefined) ? new Set(origins) : undefined;
}

export const httpAddress: SettingKind<string> = {
  allowed: 'an http or https URL',
  parse: (text) => (/^https?:$/.test(parseUrl(text)?.protocol ?? '') ? text : undefined),
};

/** Seconds by name of a type; null for `off`. */
export const cacheTimes: SettingKind<ReadonlyMap<string, number> | null> = {
  allowed: 'off, or times by type separated by commas, such as documents:5m,*:30s',
  parse(text) {
    if (text === 'off') return null;
    const pairs = text.split(',').map((each) => {
      const [, name = '', time = ''] = /^\s*(\*|[a-z][a-z0-9_-]*):(.+?)\s*$/.exec(each) ?? [];
      return [name, parseAmount(time, DURATIONS)] as const;
    });
    const isRight = (pair: readonly [string, number | undefined]): pair is readonly [string, number] =>
      pair[1] !== undefined;
    return pairs.every(isRight) ? new Map(pairs) : undefined;
  },
};
