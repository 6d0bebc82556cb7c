// One setting of the environment: its variable, its kind, and what counts where it is not set.
import type { SettingKind } from './setting-kinds.ts';

export interface Setting<T> {
  readonly variable: string;
  readonly about: string;
  readonly kind: SettingKind<T>;
  readonly default?: string;
  /** Shown in place of a default by `describeSettings`. */
  readonly otherwise?: string;
  /** The value is not shown in messages. */
  readonly secret?: true;
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
