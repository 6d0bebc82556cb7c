// The command line of the contract run.
import { parseArgs } from 'node:util';
import { withoutAdvice } from '../command-line.ts';
import { localUrl, ownPassword, readDeploymentUrl } from '../deployment-url.ts';
import { ContractError } from './contract-error.ts';
import { PARTS, type Part } from './report/finding.ts';

export interface ContractOptions {
  /** Base URL of the deployment, without trailing slash. */
  url: string;
  username: string;
  password: string | undefined;
  token: string | undefined;
  apiKey: string | undefined;
  /** Folder of the reports. */
  out: string;
  /** For the whole run. */
  minutes: number;
  /** For Schemathesis, which takes what is left otherwise. */
  schemathesisMinutes: number;
  /** Of Schemathesis. */
  seed: number;
  parts: readonly Part[];
  readOnly: boolean;
  /** A file of known findings. */
  baseline: string | undefined;
  /** A file of recorded traffic, in place of all other parts. */
  har: string | undefined;
  /** A file of a description, for recorded traffic: no service is needed. */
  description: string | undefined;
  help: boolean;
}

/** Parts of a run without recorded traffic. */
const CHOICE: readonly Part[] = PARTS.filter((part) => part !== 'recorded');

/** A run that only reads takes about a minute then. */
const READ_ONLY_MINUTES = 0.5;

type Environment = Readonly<Record<string, string | undefined>>;

export const helpText = `Usage: npm run contract -- --url https://api.example.org [options]

Checks a deployment against the description that it publishes at /openapi.json: that its examples work, that its responses
have the structure of JSON:API 1.1 and of the description, that every documented status is reached, that links resolve.

  --url URL        the deployment; default http://127.0.0.1:3000, or the port of PORT
  --username NAME  an administrator, to sign in; default ADMIN_USERNAME, or admin
  --password TEXT  default CONTRACT_PASSWORD, or ADMIN_PASSWORD when the deployment is on this machine
  --token TEXT     an access token of an administrator, in place of a password; default CONTRACT_TOKEN
  --api-key TEXT   key of an application, if the deployment requires one; default CONTRACT_API_KEY
  --out FOLDER     where contract.html, contract.xml (JUnit), contract.json (by operation) and baseline.json (all findings)
                   are written; default contract-report
  --baseline FILE  the baseline.json of an earlier run: its findings are listed as known, and do not fail this run
  --minutes N      time limit of the run; default 5
  --schemathesis-minutes N  at most for Schemathesis; default what is left, with --read-only half a minute
  --seed N         another seed makes Schemathesis generate other requests; default 1, the same each time
  --only LIST      some of ${CHOICE.join(',')}
  --har FILE       only checks recorded traffic (HAR, of a browser or a proxy): each request and response against the description,
                   and whether the recorded reads still succeed; nothing is written
  --description FILE  with --har: the description, saved from /openapi.json?side=all; no request is sent then
  --read-only      sends only GET, except to sign in, and omits checks that need other methods: for production
  --help           shows this

Without --read-only it creates users, types and objects, and removes them at the end; Schemathesis, the last part, changes existing
ones too. Use a deployment that you can throw away. An access token must be valid as long as the run lasts (JWT_TTL).
The exit code is 0 without failures, 1 with failures, 2 when it could not run: a wrong command line, no response, a missing or
wrong password, a deployment that is not Colophon.
The folder of the reports shows responses of the deployment, without passwords and tokens: share it only with people who may see them.
PORT and names with ADMIN_ and CONTRACT_ are environment variables, or lines of a file .env here. Secrets are better there: other
users of the machine see what stands on command lines.`;

/** @throws ContractError for an unknown option, or an invalid value */
export function readOptions(args: string[], env: Environment): ContractOptions {
  const given = parse(args);
  const url = readDeploymentUrl(given.url ?? localUrl(env));
  return {
    url,
    username: given.username ?? (env['ADMIN_USERNAME'] || 'admin'),
    ...readSecrets(given, env, url),
    out: given.out || 'contract-report',
    minutes: readMinutes('--minutes', given.minutes ?? '5'),
    schemathesisMinutes: readSchemathesisMinutes(given),
    seed: readSeed(given.seed),
    parts: given.har === undefined ? readParts(given.only) : partsOfRecording(given.description),
    readOnly: given['read-only'] ?? false,
    baseline: given.baseline,
    ...readRecording(given),
    help: given.help ?? false,
  };
}

/** With a service the recorded reads are sent again. */
const partsOfRecording = (description: string | undefined): readonly Part[] =>
  description === undefined ? ['structure', 'recorded'] : ['recorded'];

function readRecording({ har, description, only }: ReturnType<typeof parse>) {
  if (har === undefined && description !== undefined) throw new ContractError('--description goes with --har');
  if (har !== undefined && only !== undefined) throw new ContractError('--only does not go with --har');
  return { har, description };
}

/** Options take precedence over settings. */
function readSecrets(given: ReturnType<typeof parse>, env: Environment, url: string) {
  return {
    password: given.password || env['CONTRACT_PASSWORD'] || ownPassword(url, env),
    token: given.token || (given.password ? undefined : env['CONTRACT_TOKEN']) || undefined,
    apiKey: given['api-key'] || env['CONTRACT_API_KEY'] || undefined,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    url: text,
    username: text,
    password: text,
    token: text,
    'api-key': text,
    out: text,
    minutes: text,
    'schemathesis-minutes': text,
    seed: text,
    only: text,
    baseline: text,
    har: text,
    description: text,
    'read-only': flag,
    help: { type: 'boolean', short: 'h' },
  } as const;
  return withoutAdvice(() => parseArgs({ args, options }).values);
}

function readMinutes(option: string, text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= 24 * 60))
    throw new ContractError(`${option}: "${text}" is not above 0 and at most 1440`);
  return minutes;
}

function readSchemathesisMinutes(given: ReturnType<typeof parse>): number {
  const text = given['schemathesis-minutes'];
  if (text !== undefined) return readMinutes('--schemathesis-minutes', text);
  return given['read-only'] && given.minutes === undefined ? READ_ONLY_MINUTES : Infinity;
}

function readSeed(text = '1'): number {
  if (!/^\d{1,9}$/.test(text)) throw new ContractError(`--seed: "${text}" is not a number of up to nine digits`);
  return Number(text);
}

function readParts(text: string | undefined): readonly Part[] {
  if (text === undefined) return CHOICE;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !CHOICE.includes(name as Part));
  if (unknown !== undefined) throw new ContractError(`--only: "${unknown}" is not one of ${CHOICE.join(',')}`);
  return CHOICE.filter((part) => names.includes(part));
}
