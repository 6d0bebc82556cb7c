// One setting: its variable, its kind, its default, and how it is read.
import { ConfigError } from './stored-secret.ts';
import type { SettingKind } from './setting-kinds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting<T> {
  readonly variable: string;
  readonly about: string;
  readonly kind: SettingKind<T>;
  readonly default?: string;
  /** Shown instead of a default by `describeSettings`. */
  readonly otherwise?: string;
  /** The value is not shown in messages. */
  readonly secret?: true;
}

/** @throws ConfigError for an invalid value */
export function readSetting<T>(
  { variable, kind, default: fallback, secret }: Setting<T>,
  env: Environment,
): T | undefined {
  const found = env[variable];
  // Blanks around a value are typos, except in a secret.
  const text = found?.trim() ? (secret ? found : found.trim()) : fallback;
  if (text === undefined) return undefined;
  const value = kind.parse(text);
  if (value !== undefined) return value;
  const given = secret ? 'the value given' : JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);
  throw new ConfigError(`${variable}: ${given} is not allowed, it takes ${kind.allowed}`);
}

export function withDefault<T>(
  variable: string,
  value: string,
  about: string,
  { secret, ...kind }: SettingKind<T> & { secret?: true },
): Setting<T> {
  return { variable, default: value, about, kind, ...(secret && { secret }) };
}

export function optional<T>(
  variable: string,
  about: string,
  otherwise: string,
  { secret, ...kind }: SettingKind<T> & { secret?: true },
): Setting<T | undefined> {
  return { variable, about, otherwise, kind, ...(secret && { secret }) };
}
