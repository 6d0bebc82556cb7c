/** Every setting of the service: its source, its kind, its default. Reads no database. */
import { ConfigError, storedJwtSecret } from './stored-secret.ts';
import { contentSettings } from './content-settings.ts';
import { passwordSettings } from './password-settings.ts';
import { observationSettings } from './observation-settings.ts';
import { parseSender, parseSmtpUrl, SENDER_FORMS, SMTP_FORMS } from './mail-settings.ts';
import {
  anyText,
  byteCount,
  byteLimit,
  duration,
  offOrDuration,
  BYTES,
  mediaTypeList,
  oneOf,
  parseAmount,
  parsePublicUrl,
  parseRateLimit,
  parseSecrets,
  LEAST_SECRET,
  offOr,
  offOrOn,
  parseSwitch,
  folder,
  pattern,
  typeNameList,
  wholeNumber,
} from './setting-kinds.ts';
import { factorRoles, factorSettings } from './factor-settings.ts';
import { assertCacheSettings, readingSettings } from './reading-settings.ts';
import { processLimits } from './process-limits.ts';
import { assertOneKey, sealingKeys, sealingSettings } from './sealing-keys.ts';
import { optional, readSetting, withDefault, type Environment, type Setting } from './setting.ts';
import { byTopic } from './setting-topics.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import { storageSettings } from './storage-setting.ts';

export { ConfigError };

const settings = {
  port: withDefault('PORT', '3000', 'TCP port to listen on; 0 takes any free one', wholeNumber(0, 65_535)),
  host: withDefault('HOST', '127.0.0.1', 'address to listen on', pattern(/^[^\s/]+$/, 'a host name or an IP address')),
  dataDir: withDefault('DATA_DIR', '.data', 'folder of the database, files and generated secrets', folder),
  mongodbUri: optional('MONGODB_URI', 'MongoDB replica set to use', 'one is started with its data in DATA_DIR', {
    ...pattern(/^mongodb(\+srv)?:\/\/[^\s/]+/, 'mongodb://... or mongodb+srv://...'),
    secret: true,
  }),
  mongodPath: optional(
    'MONGOD_PATH',
    'the mongod program to start',
    'found on PATH, or fetched',
    anyText('the path of a program'),
  ),
  workers: withDefault('WORKERS', '1', 'processes that answer requests', wholeNumber(1, 64)),
  publicUrl: optional('PUBLIC_URL', 'address that links in responses begin with', 'made from HOST and PORT', {
    allowed: 'an http or https URL without user, query and fragment',
    parse: parsePublicUrl,
  }),
  ...passwordSettings,
  jwtSecret: optional(
    'JWT_SECRET',
    'key that signs access tokens; required in production',
    'generated, kept in DATA_DIR',
    {
      allowed: 'at least 32 characters',
      parse: (text) => (text.length >= LEAST_SECRET ? text : undefined),
      secret: true,
    },
  ),
  previousJwtSecrets: withDefault(
    'JWT_SECRET_PREVIOUS',
    'off',
    'other keys whose access tokens, cookies and addresses of files still count, while JWT_SECRET is rotated',
    {
      allowed: 'off, or secrets of at least 32 characters separated by blanks',
      parse: parseSecrets,
      secret: true,
    },
  ),
  ...sealingSettings,
  jwtTtlSeconds: withDefault('JWT_TTL', '20m', 'life of an access token', duration),
  refreshTtlSeconds: withDefault('REFRESH_TTL', 'off', 'life of a refresh token from the sign-in', offOrDuration),
  refreshIdleTtlSeconds: withDefault('REFRESH_IDLE_TTL', '90d', 'life of a refresh token without use', offOrDuration),
  refreshRotation: withDefault('REFRESH_ROTATION', 'off', 'whether each renewal replaces the refresh token', offOrOn),
  rateLimit: withDefault('RATE_LIMIT', 'off', 'requests that an API key, a user or an address may make', {
    allowed: 'off, or requests per time, such as 600/1m',
    parse: parseRateLimit,
  }),
  ...factorSettings,
  ...readingSettings,
  browserUi: optional(
    'BROWSER_UI',
    'whether browsers are answered in HTML',
    'on, but off with NODE_ENV=production',
    offOrOn,
  ),
  requireApiKey: withDefault('REQUIRE_API_KEY', 'off', 'whether requests need the API key of an application', offOrOn),
  expiredTokenCode: withDefault(
    'EXPIRED_TOKEN_CODE',
    'expired_token',
    'error code that says a token has expired',
    pattern(/^[\w.-]{1,64}$/, 'up to 64 letters, digits, _ . -'),
  ),
  bodyLimitBytes: withDefault('BODY_LIMIT', '1mb', 'largest request body, uploads aside', {
    allowed: 'bytes, or a number with kb or mb, such as 1mb',
    parse: (text) => parseAmount(text, BYTES),
  }),
  ...processLimits,
  bodyTimeoutSeconds: withDefault('BODY_TIMEOUT', '60s', 'time that a request body may take, uploads aside', duration),
  uploadIdleSeconds: withDefault(
    'UPLOAD_IDLE_TIMEOUT',
    '60s',
    'time that an upload may send next to nothing',
    duration,
  ),
  ...storageSettings,
  uploadMaxBytes: withDefault('UPLOAD_MAX_SIZE', '50mb', 'largest file', byteCount),
  uploadQuotaBytes: withDefault('UPLOAD_QUOTA', '500mb', 'storage that the files of one user may use', byteLimit),
  uploadMaxFiles: withDefault(
    'UPLOAD_MAX_FILES',
    '500',
    'files that one user may have',
    offOr(wholeNumber(1, 1_000_000_000)),
  ),
  uploadConcurrency: withDefault('UPLOAD_CONCURRENCY', '20', 'uploads of one user at a time', wholeNumber(1, 1_000)),
  uploadTotalBytes: withDefault('UPLOAD_TOTAL_QUOTA', 'off', 'storage that all files together may use', byteLimit),
  uploadForbiddenTypes: withDefault(
    'UPLOAD_FORBIDDEN_TYPES',
    'application/x-msdownload,application/x-elf,application/x-mach-binary',
    'media types that are refused',
    { allowed: 'none, or media types separated by commas, such as video/*', parse: mediaTypeList },
  ),
  imageMaxPixels: withDefault(
    'IMAGE_MAX_PIXELS',
    '50000000',
    'pixels that a picture may have',
    wholeNumber(1, 268_402_689),
  ),
  processRole: withDefault(
    'PROCESS_ROLE',
    'all',
    'whether it answers requests (api), runs jobs (worker), or both',
    oneOf(['all', 'api', 'worker']),
  ),
  jobsKeepDays: withDefault('JOBS_KEEP', '30', 'days that finished jobs are shown', wholeNumber(1, 3_650)),
  feedListeners: withDefault(
    'FEED_LISTENERS',
    '1000',
    'streams of the feed in one process at a time',
    wholeNumber(0, 100_000),
  ),
  webhookPrivateNetworks: withDefault(
    'WEBHOOK_PRIVATE_NETWORKS',
    'off',
    'whether webhooks may have addresses of private networks, and http',
    offOrOn,
  ),
  providerPrivateNetworks: withDefault(
    'PROVIDER_PRIVATE_NETWORKS',
    'off',
    'whether providers of sign-in may have addresses of private networks, and http on this machine',
    offOrOn,
  ),
  legacyRoot: optional(
    'LEGACY_ROOT',
    'root folder that the legacy side shows',
    'the first root folder, which the first start makes',
    anyText('the id or uname of a root folder, or off'),
  ),
  smtpUrl: optional(
    'SMTP_URL',
    'mail server that mails are sent by',
    'they are written to the folder mail in DATA_DIR',
    {
      allowed: SMTP_FORMS,
      parse: parseSmtpUrl,
      secret: true,
    },
  ),
  mailFrom: optional('MAIL_FROM', 'sender of mails', 'noreply at the host of PUBLIC_URL', {
    allowed: SENDER_FORMS,
    parse: parseSender,
  }),
  mailTemplates: optional(
    'MAIL_TEMPLATES',
    'folder of mail templates of your own',
    'those of the service are used',
    folder,
  ),
  ...contentSettings,
  extensionsDir: optional(
    'EXTENSIONS_DIR',
    "folder of a project's own code",
    'the folder extensions here, if there is one',
    folder,
  ),
  extensionTimeoutSeconds: withDefault('EXTENSION_TIMEOUT', '10s', "time that a project's own code may take", duration),
  legacyWritable: optional('LEGACY_WRITABLE', 'types that the legacy side writes', 'all types of content', {
    allowed: 'none, or names of types separated by commas, such as document,event',
    parse: typeNameList,
  }),
  pageSizeMax: withDefault('PAGE_SIZE_MAX', '100', 'most objects on a page of a list', wholeNumber(1, 500)),
  countLimit: withDefault(
    'COUNT_LIMIT',
    '10000',
    'most objects that page[total]=bounded counts',
    wholeNumber(1, 1_000_000_000),
  ),
  queryTimeoutMs: withDefault('QUERY_TIMEOUT_MS', '5000', 'time limit of a query, in ms', wholeNumber(1, 3_600_000)),
  trustProxy: withDefault('TRUST_PROXY', 'off', 'how many proxies in front add to X-Forwarded-For', {
    allowed: 'off, on (one proxy), or a number of proxies',
    parse: (text) => {
      const isOn = parseSwitch(text);
      return isOn === undefined ? wholeNumber(1, 100).parse(text) : Number(isOn);
    },
  }),
  ...observationSettings,
  nodeEnv: withDefault('NODE_ENV', 'development', 'what it runs for', oneOf(['development', 'production', 'test'])),
} as const;

type Settings = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};

/** The settings in use. Fields whose setting has no default may be undefined; the JWT secret is always defined. */
export type Config = Omit<
  Settings,
  'jwtSecret' | 'previousJwtSecrets' | 'secretsKey' | 'secretsKeyFile' | 'browserUi' | 'secondFactorRoles'
> & {
  readonly jwtSecrets: SigningSecrets;
  readonly sealingKeys: SigningSecrets;
  readonly browserUi: boolean;
  readonly secondFactorRoles: readonly string[];
};

/**
 * Reads the settings from environment variables. An empty one counts as unset, unknown ones are ignored
 * (core/config/unknown-settings.ts). Outside production a missing JWT secret is taken from `keptSecret` (a file in the data folder, made at first use).
 * @throws ConfigError with a line for each invalid value, and for settings that contradict each other
 */
export function readConfig(env: Environment, keptSecret: (dataDir: string) => string = storedJwtSecret): Config {
  const table: [string, Setting<unknown>][] = Object.entries(settings);
  const faults: ConfigError[] = [];
  const read = ([name, setting]: [string, Setting<unknown>]) =>
    [name, collect(faults, () => readSetting(setting, env))] as const;
  // cast: each setting is read under its own name, which entries lose
  const values = Object.fromEntries(table.map(read)) as Settings;
  if (values.nodeEnv === 'production' && !env['JWT_SECRET']?.trim())
    faults.push(new ConfigError(`JWT_SECRET is required when NODE_ENV=production: ${settings.jwtSecret.kind.allowed}`));
  throwAll(faults);
  collect(faults, () => assertCacheSettings(values));
  const secondFactorRoles = collect(faults, () => factorRoles(values)) ?? [];
  collect(faults, () => assertOneKey(values));
  throwAll(faults);
  const { jwtSecret, previousJwtSecrets, secretsKey, secretsKeyFile, ...others } = values;
  const jwtSecrets: SigningSecrets = [jwtSecret ?? keptSecret(values.dataDir), ...previousJwtSecrets];
  return Object.freeze({
    ...others,
    browserUi: values.browserUi ?? values.nodeEnv !== 'production',
    secondFactorRoles,
    jwtSecrets,
    sealingKeys: sealingKeys({ secretsKey, secretsKeyFile }, jwtSecrets),
  });
}

/** Notes a fault of the settings. */
function collect<T>(faults: ConfigError[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(error);
    return undefined;
  }
}

/** @throws ConfigError with a line for each of them */
function throwAll(faults: readonly ConfigError[]): void {
  if (faults.length > 0) throw new ConfigError(faults.map(({ message }) => message).join('\n'));
}

/** A setting for documentation; `fallback` is its default, or `otherwise` what holds without one. */
export interface ListedSetting {
  variable: string;
  about: string;
  allowed: string;
  fallback?: string;
  otherwise?: string;
}

/** All settings, for documentation. */
export function listedSettings(): ListedSetting[] {
  const all: Setting<unknown>[] = Object.values(settings);
  return all.map(({ variable, about, kind, default: fallback, otherwise }) => ({
    variable,
    about,
    allowed: kind.allowed,
    ...(fallback !== undefined && { fallback }),
    ...(otherwise !== undefined && { otherwise }),
  }));
}

/** The settings as lines of text for `--help`, by topic: description, allowed values, default. */
export function describeSettings(): string {
  const all = listedSettings();
  const width = Math.max(...all.map(({ variable }) => variable.length)) + 2;
  const lines = ({ variable, about, allowed, fallback, otherwise }: ListedSetting): string =>
    `  ${variable.padEnd(width)}${about}\n  ${' '.repeat(width)}${allowed}; ${
      fallback === undefined ? `if not set: ${otherwise}` : `default ${fallback}`
    }`;
  return byTopic(all)
    .map(({ topic, settings: ofTopic }) => [`${topic}:`, ...ofTopic.map(lines)].join('\n'))
    .join('\n\n');
}
