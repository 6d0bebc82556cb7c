// The command lines of `npm run sdk` and `npm run sdk:check`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withoutAdvice } from '../command-line.ts';
import { readDeploymentUrl } from '../deployment-url.ts';
import type { SdkLanguage } from './language.ts';
import { languages } from './languages.ts';
import type { SdkOrder } from './make-sdk.ts';
import type { PublicGenerator } from './public/public-generator.ts';
import { publicGenerators } from './public/public-generators.ts';
import { SdkError } from './sdk-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const names = (): string => languages.map(({ name }) => name).join(', ');

const packageNames = (): string =>
  languages.map(({ name, packageName }) => `${packageName.example} (${name})`).join(', ');

export const sdkHelp = (): string => `Usage: npm run sdk -- --lang <language> --url <url> --out <folder>

Generates a client from the live description of a running service, with a class for each of its types.

  --lang      one of ${names()}
  --url       of the service, such as http://127.0.0.1:3000 or https://example.org/api
  --out       folder for the client: new, or one that this command has made before
  --types     only the operations of these types, such as documents,countries
  --tags      only those with these tags, beside those of --types, such as auth,folders
  --operations  read or write: only requests that change nothing, or only the others
  --side      jsonapi, the default, or legacy
  --name      of the package in its registry: ${packageNames()}
  --repository  address of its code, of Java
  --token     access token, for a service whose description is not public; default COLOPHON_TOKEN
  --api-key   key of an application, for a service with REQUIRE_API_KEY=on; default COLOPHON_API_KEY
  --help      shows this

COLOPHON_TOKEN and COLOPHON_API_KEY are environment variables: other users of the machine can see command lines.`;

export const checkHelp =
  (): string => `Usage: npm run sdk:check [-- --lang <language> ... | --public [--generator <name> ...]]

Starts a separate service, adds a type to it, generates a client in each language, compiles it and runs its scenario;
then the same with those generators of others that need only seconds.

  --lang      one of ${names()}; may be repeated; default all
  --public    only generators of others, but all of them, and writes their table into openapi/docs/sdks.md
  --generator with --public: only those whose name begins so; may be repeated
  --part      only the part of the description that the programs use, which compiles in less time
  --keep      keeps the clients and prints their folders
  --help      shows this`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const help = { type: 'boolean', short: 'h' } as const;

const namesIn = (given: string | undefined): string[] | undefined => given?.split(',').map((name) => name.trim());

/** @returns undefined for `--help`. @throws SdkError of one line */
export function readSdkOptions(args: string[], env: Environment): Omit<SdkOrder, 'say'> | undefined {
  const read = () =>
    parseArgs({
      args,
      options: {
        lang: text,
        url: text,
        out: text,
        types: text,
        tags: text,
        operations: text,
        side: text,
        name: text,
        repository: text,
        token: text,
        'api-key': text,
        help,
      },
    }).values;
  const { lang, url, out, types, tags, 'api-key': apiKey, help: isHelp, token, ...more } = withoutAdvice(read);
  if (isHelp) return undefined;
  const language = findLanguage(needed('lang', lang));
  return {
    language,
    url: readDeploymentUrl(needed('url', url)),
    out: path.resolve(needed('out', out)),
    types: namesIn(types),
    tags: namesIn(tags),
    operations: more.operations,
    side: more.side,
    name: checkedName(language, more.name),
    repository: more.repository,
    token: token || env['COLOPHON_TOKEN'] || undefined,
    apiKey: apiKey || env['COLOPHON_API_KEY'] || undefined,
  };
}

export interface CheckOptions {
  languages: readonly SdkLanguage[];
  generators: readonly PublicGenerator[];
  /** Whether the table of generators is written. */
  isPublic: boolean;
  /** Whether a part of the description is enough for these generators. */
  isPart: boolean;
  keep: boolean;
}

/** @returns undefined for `--help`. @throws SdkError of one line */
export function readCheckOptions(args: string[]): CheckOptions | undefined {
  const several = { type: 'string', multiple: true } as const;
  const options = { lang: several, public: flag, generator: several, part: flag, keep: flag, help } as const;
  const values = withoutAdvice(() => parseArgs({ args, options }).values);
  if (values.help) return undefined;
  const { keep = false, part: isPart = false, public: isPublic = false, generator } = values;
  if (isPublic && values.lang) throw new SdkError('--lang and --public cannot be used together: see --help');
  if (!isPublic && generator) throw new SdkError('--generator needs --public: see --help');
  if (isPublic) return { languages: [], generators: generatorsNamed(generator), isPublic, isPart, keep };
  const chosen = [...new Set(values.lang ?? [])].map(findLanguage);
  return chosen.length > 0
    ? { languages: chosen, generators: [], isPublic, isPart, keep }
    : { languages, generators: publicGenerators.filter(({ isFast }) => isFast), isPublic, isPart: true, keep };
}

function generatorsNamed(given: readonly string[] = ['']): PublicGenerator[] {
  for (const start of given)
    if (!publicGenerators.some(({ name }) => name.startsWith(start)))
      throw new SdkError(`--generator: the name of none begins with "${start}"`);
  return publicGenerators.filter(({ name }) => given.some((start) => name.startsWith(start)));
}

function needed(name: string, value: string | undefined): string {
  if (!value) throw new SdkError(`--${name} is missing: see --help`);
  return value;
}

function checkedName({ name, packageName }: SdkLanguage, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!packageName.form.test(given))
    throw new SdkError(`--name: "${given}" is no name of a package of ${name}, such as ${packageName.example}`);
  return given;
}

function findLanguage(name: string): SdkLanguage {
  const found = languages.find((language) => language.name === name.toLowerCase());
  if (!found) throw new SdkError(`--lang: "${name}" is not one of ${names()}`);
  return found;
}
