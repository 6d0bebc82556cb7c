/** The service's log on stderr, so that stdout has the ready message only: JSON, and lines for people on a terminal. */
import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { readable } from './log-lines.ts';

export type { Logger };

/** Levels of `LOG_LEVEL`, most verbose first. */
export const logLevels = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
] as const satisfies LevelWithSilent[];
export type LogLevel = (typeof logLevels)[number];

/** Forms of `LOG_FORMAT`. */
export const logFormats = ['auto', 'json', 'lines'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Fields whose values are never logged, at any depth (D17: no tokens in the log). */
const secretFields = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'jwt',
  'renew',
  'secret',
]);
const deepest = 4;

/**
 * Makes a log that drops lines below `level` and hides the values of secret fields (not those given to `child`).
 * `destination` replaces stderr, for tests.
 */
export function createLog(level: LogLevel, format: LogFormat = 'auto', destination?: DestinationStream): Logger {
  // Not pino's own redaction: at any depth it takes 10 µs a line, ten times as long as the line itself.
  const options = { level, base: null, formatters: { log: (fields: Fields) => hideSecrets(fields, 1) } };
  // Asynchronous writes: a slow terminal must not block requests. Pino flushes the rest when the process ends.
  const stream = destination ?? pino.destination({ dest: 2, sync: false });
  const isReadable = format === 'lines' || (format === 'auto' && process.stderr.isTTY);
  return pino(options, isReadable ? readable(stream) : stream);
}

type Fields = Record<string, unknown>;

function hideSecrets(fields: Fields, depth: number): Fields {
  const shown: Fields = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (secretFields.has(name.toLowerCase())) shown[name] = '[hidden]';
    else shown[name] = isPlainObject(value) && depth < deepest ? hideSecrets(value, depth + 1) : value;
  }
  return shown;
}

function isPlainObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
