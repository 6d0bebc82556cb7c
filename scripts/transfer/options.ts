// The command lines of import and export: shared options, and the connection to the service.
import { CommandError } from '../command-line.ts';
import { ownPassword, readDeploymentUrl } from '../deployment-url.ts';
import { openHttpTarget } from './http-target.ts';
import type { Target } from './target.ts';

type Environment = NodeJS.ProcessEnv;

/** For `parseArgs`. */
export const ACCESS_OPTIONS = {
  url: { type: 'string' },
  username: { type: 'string' },
  'at-once': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const ACCESS_HELP = `  --url URL         a running service, over HTTP; without it directly on the database of this folder's settings
                    (MONGODB_URI, or the data in DATA_DIR while no service runs on it)
  --username NAME   an administrator, to sign in at URL; default TRANSFER_USERNAME, ADMIN_USERNAME, or admin
  --at-once N       concurrent requests at URL; default 32`;

export const ACCESS_NOTES = `Over HTTP the access is TRANSFER_TOKEN (an access token, which must live as long as the run), or the name with
TRANSFER_PASSWORD (ADMIN_PASSWORD for a service of this machine); TRANSFER_API_KEY if the service requires one. They are
environment variables, or lines of a file .env here.
The exit code is 0 when all went well, 1 with faults or when it could not run.`;

const MAX_AT_ONCE = 1024;

/** @throws CommandError */
function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_AT_ONCE) return value;
  throw new CommandError(`--${name} is a whole number from 1 to ${MAX_AT_ONCE}: see --help`);
}

export interface AccessValues {
  url?: string | undefined;
  username?: string | undefined;
  'at-once'?: string | undefined;
}

/** @throws CommandError, and Error of one line when the service cannot be reached or opened */
export async function openTarget(values: AccessValues, env: Environment): Promise<Target> {
  const atOnce = readNumber('at-once', values['at-once'], 32);
  if (values.url === undefined) {
    // Loaded only here: the whole service.
    const { openOwnService } = await import('./database-service.ts');
    return openOwnService(env);
  }
  const url = readDeploymentUrl(values.url);
  const token = env['TRANSFER_TOKEN'] || undefined;
  const password = env['TRANSFER_PASSWORD'] || ownPassword(url, env);
  if (token === undefined && password === undefined) {
    throw new CommandError('TRANSFER_TOKEN or TRANSFER_PASSWORD is needed: see --help');
  }
  const username = values.username ?? (env['TRANSFER_USERNAME'] || env['ADMIN_USERNAME'] || 'admin');
  return openHttpTarget({ url, token, username, password, apiKey: env['TRANSFER_API_KEY'] || undefined, atOnce });
}
