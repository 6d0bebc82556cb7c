// The command line of the demo, with what stands in for an option that is not given.
import { parseArgs } from 'node:util';
import { HELP, TEXT, withoutAdvice } from '../command-line.ts';
import { localUrl, ownPassword, readDeploymentUrl } from '../deployment-url.ts';
import { DemoError } from './demo-error.ts';
import { promptHidden } from '../prompt-hidden.ts';
import { languages as known, regions, usualLanguages } from './world.ts';

const allLanguages = known.map(({ lang }) => lang);

export interface DemoOptions {
  /** Base URL of the service. */
  url: string;
  username: string;
  /** Undefined to prompt for it. */
  password: string | undefined;
  /** Two-letter codes of the languages that names are translated into. */
  languages: readonly string[];
  /** The only one whose countries are made; undefined for all. */
  region: string | undefined;
  help: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const helpText = `Usage: npm run demo -- [options]

Fills a running service with 250 countries: their object type, its properties and categories, the countries themselves,
their borders, their flags as images with thumbnails, folders for regions and subregions, translations of their names, and
a few annotations.
Existing items are kept, and only differences are written, so it can be run again at any time.

  --url URL        the service; default http://127.0.0.1:3000, or the port of PORT
  --username NAME  an administrator, to sign in; default ADMIN_USERNAME, or admin
  --password TEXT  default DEMO_PASSWORD, or ADMIN_PASSWORD when the service is on this machine;
                   without any of them the terminal prompts for it
  --languages LIST translates names into these languages, by two-letter code, or into all of the package:
                   ${allLanguages.join(',')};
                   default ${usualLanguages.join(',')}
  --region NAME    only the countries of this region: ${regions.join(', ')}
  --help           shows this

PORT, DEMO_PASSWORD and names with ADMIN_ are environment variables, or lines of a file .env here. A password is better there:
other users of the machine can see command lines.`;

/** @throws DemoError for an option that is not known, or a URL that is none */
export function readOptions(args: string[], env: Environment): DemoOptions {
  const options = { url: TEXT, username: TEXT, password: TEXT, languages: TEXT, region: TEXT, help: HELP };
  const { values } = withoutAdvice(() => parseArgs({ args, options }));
  const { url: given, username, password, languages, region, help } = values;
  const url = readDeploymentUrl(given ?? localUrl(env));
  return {
    url,
    username: username ?? (env['ADMIN_USERNAME'] || 'admin'),
    password: password || env['DEMO_PASSWORD'] || ownPassword(url, env),
    languages: readLanguages(languages),
    region: readRegion(region),
    help: help ?? false,
  };
}

function readLanguages(text: string | undefined): readonly string[] {
  if (text === undefined) return usualLanguages;
  if (text === 'all') return allLanguages;
  const codes = [...new Set(text.split(',').map((code) => code.trim()))];
  const unknown = codes.find((code) => !allLanguages.includes(code));
  if (unknown !== undefined) throw new DemoError(`--languages: "${unknown}" is not one of ${allLanguages.join(',')}`);
  return codes;
}

function readRegion(name: string | undefined): string | undefined {
  if (name === undefined || regions.includes(name)) return name;
  throw new DemoError(`--region: "${name}" is not one of ${regions.join(', ')}`);
}

/** From an option or setting, else from the terminal. @throws CommandError without a password or a terminal */
export async function obtainPassword({ username, password }: DemoOptions): Promise<string> {
  const given = password ?? (process.stdin.isTTY ? await promptHidden(`Password of ${username}: `) : '');
  if (given) return given;
  throw new DemoError(
    'there is no password: give it as DEMO_PASSWORD in the environment or in .env, or with --password' +
      ' (npm start shows a generated one at its first start; ADMIN_PASSWORD goes to this machine only)',
  );
}
