// The command lines of `npm run sdk` and `npm run sdk:check`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withoutAdvice } from '../command-line.ts';
import { readDeploymentUrl } from '../deployment-url.ts';
import type { SdkLanguage } from './language.ts';
import { languages } from './languages.ts';
import { SdkError } from './sdk-error.ts';

export interface SdkOptions {
  language: SdkLanguage;
  /** Of the service, with its path prefix, without trailing slash. */
  url: string;
  /** Absolute path. */
  out: string;
  /** Tags of the included operations; all by default. */
  only: readonly string[] | undefined;
  token: string | undefined;
  apiKey: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const names = (): string => languages.map(({ name }) => name).join(', ');

export const sdkHelp = (): string => `Usage: npm run sdk -- --lang <language> --url <url> --out <folder>

Generates a client from the live description of a running service, with a class for each of its types.

  --lang      one of ${names()}
  --url       of the service, such as http://127.0.0.1:3000 or https://example.org/api
  --out       folder for the client: new, or one that this command has made before
  --only      only these types and other tags of the description, such as documents,countries,auth
  --token     access token, for a service whose description is not public; default COLOPHON_TOKEN
  --api-key   key of an application, for a service with REQUIRE_API_KEY=on; default COLOPHON_API_KEY
  --help      shows this

COLOPHON_TOKEN and COLOPHON_API_KEY are environment variables: other users of the machine can see command lines.`;

export const checkHelp = (): string => `Usage: npm run sdk:check [-- --lang <language> ...]

Starts a separate service, adds a type to it, generates a client in each language, compiles it and runs its scenario.

  --lang      one of ${names()}; may be repeated; default all
  --keep      keeps the clients and prints their folders
  --help      shows this`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const help = { type: 'boolean', short: 'h' } as const;

/** @returns undefined for `--help`. @throws SdkError of one line */
export function readSdkOptions(args: string[], env: Environment): SdkOptions | undefined {
  const read = () =>
    parseArgs({ args, options: { lang: text, url: text, out: text, only: text, token: text, 'api-key': text, help } })
      .values;
  const { lang, url, out, only, token, 'api-key': apiKey, help: isHelp } = withoutAdvice(read);
  if (isHelp) return undefined;
  return {
    language: findLanguage(needed('lang', lang)),
    url: readDeploymentUrl(needed('url', url)),
    out: path.resolve(needed('out', out)),
    only: only?.split(',').map((tag) => tag.trim()),
    token: token || env['COLOPHON_TOKEN'] || undefined,
    apiKey: apiKey || env['COLOPHON_API_KEY'] || undefined,
  };
}

/** @returns undefined for `--help`. @throws SdkError of one line */
export function readCheckOptions(args: string[]): { chosen: readonly SdkLanguage[]; keep: boolean } | undefined {
  const options = { lang: { type: 'string', multiple: true }, keep: flag, help } as const;
  const values = withoutAdvice(() => parseArgs({ args, options }).values);
  if (values.help) return undefined;
  const chosen = [...new Set(values.lang ?? [])].map(findLanguage);
  return { chosen: chosen.length > 0 ? chosen : languages, keep: values.keep ?? false };
}

function needed(name: string, value: string | undefined): string {
  if (!value) throw new SdkError(`--${name} is missing: see --help`);
  return value;
}

function findLanguage(name: string): SdkLanguage {
  const found = languages.find((language) => language.name === name.toLowerCase());
  if (!found) throw new SdkError(`--lang: "${name}" is not one of ${names()}`);
  return found;
}
