// Renamed settings (D572): the previous names are still read, and the start prints the line to write instead.
import { ConfigError } from './stored-secret.ts';
import type { Environment } from './setting.ts';

interface Renamed {
  readonly name: string;
  /** Values with another name, too. */
  readonly values?: Readonly<Record<string, string>>;
}

/** By previous name. */
const RENAMED: Readonly<Record<string, Renamed>> = {
  EXTENSIONS: { name: 'EXTENSIONS_DIR' },
  HTML: { name: 'BROWSER_UI' },
  JOBS: { name: 'PROCESS_ROLE', values: { on: 'all', off: 'api', only: 'worker' } },
  MONGOD: { name: 'MONGOD_PATH' },
  PUBLICATION: { name: 'LEGACY_ROOT' },
  UPLOAD_MAX_AT_ONCE: { name: 'UPLOAD_CONCURRENCY' },
};

export const formerSettings = (): string[] => Object.keys(RENAMED);

interface Given extends Renamed {
  former: string;
  value: string;
  newValue: string;
}

function formerNames(env: Environment): Given[] {
  return Object.entries(RENAMED).flatMap(([former, renamed]) => {
    const value = env[former]?.trim();
    return value ? [{ former, value, newValue: renamed.values?.[value] ?? value, ...renamed }] : [];
  });
}

/** The environment with the present names. @throws ConfigError for a setting present under both names */
export function currentNames(env: Environment): Environment {
  const given = formerNames(env);
  const twice = given.filter(({ name }) => env[name]?.trim());
  const lines = twice.map(({ former, name }) => `${former} is the former name of ${name}: set ${name} only`);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return { ...env, ...Object.fromEntries(given.map(({ name, newValue }) => [name, newValue])) };
}

/** A line for each setting present under its previous name. */
export const renamedWarnings = (env: Environment): string[] =>
  formerNames(env).map(
    ({ former, value, name, newValue }) => `${former}=${value} is read for now: write ${name}=${newValue} in its place`,
  );
