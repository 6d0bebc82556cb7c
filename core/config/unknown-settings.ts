// Names that are nearly a setting, or stand in `.env` without being one: they would be ignored in silence (D863).
import { listedSettings } from './config.ts';
import type { Environment } from './setting.ts';

/** What commands, compose.yaml and the tests read beside the settings. */
const OF_COMMANDS: ReadonlySet<string> = new Set([
  ...['BACKUP_PASSPHRASE', 'CHROMIUM', 'COLOPHON_API_KEY', 'COLOPHON_TOKEN', 'DEMO_PASSWORD', 'SITE_NAME'],
  ...['CONTRACT_API_KEY', 'CONTRACT_PASSWORD', 'CONTRACT_TOKEN', 'SCHEMA_REVISIONS', 'STORAGE_PASSWORD'],
  ...['TRANSFER_API_KEY', 'TRANSFER_PASSWORD', 'TRANSFER_TOKEN', 'TRANSFER_USERNAME'],
  ...['HOME', 'PATH', 'TMPDIR', 'TZ', 'LANG', 'NO_COLOR', 'FORCE_COLOR', 'NO_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY'],
]);

/** Settings of packages and of Node. */
const OF_OTHERS = /^(?:AWS|LC|MALLOC|NODE|NPM|OTEL|SSL|UV|XDG)_|^npm_/;

/** Shorter names, such as HOME, are too near to others. */
const LEAST_LETTERS = 6;
const OWN_PREFIX = 'COLOPHON_';

/** Number of letters to insert, remove or replace. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(one).entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + Number(letter !== other[column - 1]);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}

const plain = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** The setting with the nearest name, if it is near: a third of the letters may differ, in the environment two letters. */
function nearest(name: string, known: readonly string[], isInFile: boolean): string | undefined {
  const own = plain(name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name);
  const most = isInFile ? Math.floor(own.length / 3) : 2;
  const found = known
    .map((each) => ({ each, apart: distance(own, plain(each)) }))
    .sort((one, other) => one.apart - other.apart)[0];
  return found && found.apart <= most ? found.each : undefined;
}

/**
 * A line for each name that is no setting: all of `.env`, and of the environment those that are nearly one, or have our prefix.
 * @param inFile names in `.env`
 */
export function unknownSettings(env: Environment, inFile: readonly string[]): string[] {
  const known = listedSettings().map(({ variable }) => variable);
  const isKnown = new Set([...known, ...OF_COMMANDS]);
  const unknown = Object.keys(env).filter((name) => !isKnown.has(name) && !OF_OTHERS.test(name) && env[name]?.trim());
  return unknown.sort().flatMap((name) => {
    const isInFile = inFile.includes(name);
    const isOurs = isInFile || name.startsWith(OWN_PREFIX);
    const near = isOurs || name.length >= LEAST_LETTERS ? nearest(name, known, isInFile) : undefined;
    if (!isOurs && near === undefined) return [];
    const where = isInFile ? `${name} in .env` : name;
    return [
      `${where} is no setting, and is ignored${near === undefined ? ': npm start -- --help lists them' : `: write ${near}`}`,
    ];
  });
}
