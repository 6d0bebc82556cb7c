import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, describeSettings, readConfig, type Config } from '../../../core/config/config.ts';

const secret = 's'.repeat(32);

/** Settings without a data folder being touched. */
const read = (env: Record<string, string>) => readConfig(env, () => secret);

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(read({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('.data'),
      mongodbUri: undefined,
      mongodPath: undefined,
      workers: 1,
      publicUrl: undefined,
      adminUsername: 'admin',
      adminPassword: undefined,
      passwordRule: undefined,
      passwordWords: [],
      breachedPasswords: undefined,
      richText: 'as_sent',
      malwareScanner: undefined,
      model: undefined,
      jwtSecrets: [secret],
      jwtTtlSeconds: 1200,
      refreshTtlSeconds: null,
      refreshIdleTtlSeconds: 90 * 86_400,
      refreshRotation: false,
      secondFactorRoles: [],
      secondFactorGraceSeconds: 1_209_600,
      secondFactorFreshSeconds: 900,
      secondFactorWindow: 1,
      passkeyOrigins: undefined,
      passkeyRpId: undefined,
      rateLimit: null,
      publicCache: null,
      readPreference: 'primary',
      corsOrigins: null,
      browserUi: true,
      requireApiKey: false,
      expiredTokenCode: 'expired_token',
      bodyLimitBytes: 1_048_576,
      requestsAtOnce: 1_000,
      bodiesAtOnce: 50,
      transfersAtOnce: 100,
      streamsAtOnce: 10,
      connectionsAtOnce: 1_000,
      loopDelayMs: 500,
      expensiveAtOnce: 20,
      callerRate: { requests: 300_000, seconds: 60 },
      diskReserveBytes: 536_870_912,
      headersSeconds: 20,
      idleSeconds: 120,
      bodyTimeoutSeconds: 60,
      uploadIdleSeconds: 60,
      responseCacheBytes: 67_108_864,
      storageUrl: undefined,
      storageDirect: null,
      uploadMaxBytes: 52_428_800,
      uploadQuotaBytes: 524_288_000,
      uploadMaxFiles: 500,
      uploadConcurrency: 20,
      uploadTotalBytes: null,
      uploadForbiddenTypes: ['application/x-msdownload', 'application/x-elf', 'application/x-mach-binary'],
      imageMaxPixels: 50_000_000,
      processRole: 'all',
      jobsKeepDays: 30,
      feedListeners: 1_000,
      webhookPrivateNetworks: false,
      providerPrivateNetworks: false,
      legacyRoot: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      mailTemplates: undefined,
      extensionsDir: undefined,
      extensionTimeoutSeconds: 10,
      legacyWritable: undefined,
      pageSizeMax: 100,
      countLimit: 10_000,
      queryTimeoutMs: 5000,
      trustProxy: 0,
      sealingKeys: [secret],
      metricsToken: undefined,
      slowRequestMs: 2000,
      otlpEndpoint: undefined,
      otlpTracesEndpoint: undefined,
      debug: false,
      logLevel: 'info',
      logFormat: 'auto',
      nodeEnv: 'development',
    } satisfies Config);
  });

  it('cannot be changed once read', () => {
    expect(Object.isFrozen(read({}))).toBe(true);
  });

  const good: [variable: string, text: string, name: keyof Config, value: unknown][] = [
    ['PORT', '0', 'port', 0],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'otlpEndpoint', 'http://collector:4318'],
    ['PORT', '65535', 'port', 65_535],
    ['PORT', ' 8080 ', 'port', 8080],
    ['PORT', '', 'port', 3000],
    ['HOST', '::', 'host', '::'],
    ['DATA_DIR', '/srv/colophon', 'dataDir', path.resolve('/srv/colophon')],
    ['MONGODB_URI', 'mongodb://a:b@host:27017/db', 'mongodbUri', 'mongodb://a:b@host:27017/db'],
    ['MONGODB_URI', 'mongodb+srv://host/db', 'mongodbUri', 'mongodb+srv://host/db'],
    ['PUBLIC_URL', 'https://example.org', 'publicUrl', 'https://example.org'],
    ['PUBLIC_URL', 'https://example.org:8443/api/', 'publicUrl', 'https://example.org:8443/api'],
    ['ADMIN_USERNAME', 'root', 'adminUsername', 'root'],
    ['PASSWORD_RULE', '/^.{4,}$/', 'passwordRule', '/^.{4,}$/'],
    ['ADMIN_PASSWORD', ' with blanks ', 'adminPassword', ' with blanks '],
    ['JWT_SECRET', 'x'.repeat(32), 'jwtSecrets', ['x'.repeat(32)]],
    [
      'JWT_SECRET_PREVIOUS',
      ` ${'x'.repeat(32)}  ${'y'.repeat(40)}`,
      'jwtSecrets',
      [secret, 'x'.repeat(32), 'y'.repeat(40)],
    ],
    ['JWT_SECRET_PREVIOUS', 'off', 'jwtSecrets', [secret]],
    ['SECRETS_KEY', ` ${'x'.repeat(32)} ${'y'.repeat(40)}`, 'sealingKeys', ['x'.repeat(32), 'y'.repeat(40), secret]],
    ['JWT_TTL', '90', 'jwtTtlSeconds', 90],
    ['JWT_TTL', '45s', 'jwtTtlSeconds', 45],
    ['JWT_TTL', '2h', 'jwtTtlSeconds', 7200],
    ['JWT_TTL', '1d', 'jwtTtlSeconds', 86_400],
    ['REFRESH_TTL', 'off', 'refreshTtlSeconds', null],
    ['REFRESH_TTL', '30d', 'refreshTtlSeconds', 2_592_000],
    ['REFRESH_IDLE_TTL', 'off', 'refreshIdleTtlSeconds', null],
    ['REFRESH_IDLE_TTL', '12h', 'refreshIdleTtlSeconds', 43_200],
    ['REFRESH_ROTATION', 'on', 'refreshRotation', true],
    ['SECOND_FACTOR_ROLES', 'admin, chief editor', 'secondFactorRoles', ['admin', 'chief editor']],
    ['SECOND_FACTOR_FRESH', 'off', 'secondFactorFreshSeconds', null],
    ['SECOND_FACTOR_WINDOW', '0', 'secondFactorWindow', 0],
    ['SECOND_FACTOR_GRACE', 'none', 'secondFactorGraceSeconds', 0],
    [
      'PUBLIC_CACHE',
      'documents:5m, *:30s',
      'publicCache',
      new Map([
        ['documents', 300],
        ['*', 30],
      ]),
    ],
    ['CORS_ORIGINS', 'off', 'corsOrigins', null],
    ['CORS_ORIGINS', '*', 'corsOrigins', 'any'],
    [
      'CORS_ORIGINS',
      'https://Example.org, http://localhost:8080',
      'corsOrigins',
      new Set(['https://example.org', 'http://localhost:8080']),
    ],
    ['RATE_LIMIT', 'off', 'rateLimit', null],
    ['RATE_LIMIT', '600/1m', 'rateLimit', { requests: 600, seconds: 60 }],
    ['RATE_LIMIT', '10/s', 'rateLimit', { requests: 10, seconds: 1 }],
    ['RATE_LIMIT', '5000/3600', 'rateLimit', { requests: 5000, seconds: 3600 }],
    ['REQUIRE_API_KEY', 'on', 'requireApiKey', true],
    ['EXPIRED_TOKEN_CODE', 'be_token_expired', 'expiredTokenCode', 'be_token_expired'],
    ['BODY_LIMIT', '4096', 'bodyLimitBytes', 4096],
    ['BODY_LIMIT', '512kb', 'bodyLimitBytes', 524_288],
    ['BODY_LIMIT', '2MB', 'bodyLimitBytes', 2_097_152],
    ['PAGE_SIZE_MAX', '500', 'pageSizeMax', 500],
    ['QUERY_TIMEOUT_MS', '250', 'queryTimeoutMs', 250],
    ['TRUST_PROXY', 'on', 'trustProxy', 1],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['DEBUG', 'on', 'debug', true],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['LOG_FORMAT', 'lines', 'logFormat', 'lines'],
    ['NODE_ENV', 'test', 'nodeEnv', 'test'],
    ['NO_SUCH_SETTING', 'x', 'port', 3000],
  ];
  it.each(good)('%s=%s is accepted', (variable, text, name, value) => {
    // Some settings need it.
    const PUBLIC_URL = 'https://example.org';
    expect(read({ PUBLIC_URL, [variable]: text })[name]).toEqual(value);
  });

  const bad: [variable: string, text: string][] = [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', 'http'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/?a=1'],
    ['JWT_TTL', '0'],
    ['JWT_TTL', '20 minutes'],
    ['REFRESH_TTL', 'never'],
    ['REFRESH_IDLE_TTL', '0'],
    ['REFRESH_ROTATION', 'yes'],
    ['CORS_ORIGINS', 'on'],
    ['CORS_ORIGINS', 'example.org'],
    ['CORS_ORIGINS', 'https://example.org/path'],
    ['CORS_ORIGINS', 'https://a:b@example.org'],
    ['CORS_ORIGINS', 'https://example.org, *'],
    ['RATE_LIMIT', 'on'],
    ['RATE_LIMIT', '0/1m'],
    ['RATE_LIMIT', '600'],
    ['RATE_LIMIT', '600/'],
    ['RATE_LIMIT', '600/0m'],
    ['EXPIRED_TOKEN_CODE', 'two words'],
    ['BODY_LIMIT', '1gb'],
    ['BODY_LIMIT', 'constructor'],
    ['PAGE_SIZE_MAX', '0'],
    ['PAGE_SIZE_MAX', '501'],
    ['QUERY_TIMEOUT_MS', '1.5'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['DEBUG', 'true'],
    ['DEBUG', 'toString'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
  ];
  it.each(bad)('%s=%s is refused in one line with variable, value and allowed values', (variable, text) => {
    const message = messageOf({ [variable]: text });
    expect(message).toContain(`${variable}: ${JSON.stringify(text)} is not allowed, it takes `);
    expect(message).not.toContain('\n');
  });

  it.each([
    ['MONGODB_URI', 'postgres://user:hunter2@host/db'],
    ['JWT_SECRET', 'hunter2'],
    ['JWT_SECRET_PREVIOUS', `hunter2 ${secret}`],
    ['SECRETS_KEY', 'hunter2'],
  ])('%s is refused without showing the value', (variable, text) => {
    const message = messageOf({ [variable]: text });
    expect(message).toMatch(new RegExp(`^${variable}: `));
    expect(message).not.toContain('hunter2');
  });

  it('require a JWT secret in production', () => {
    expect(messageOf({ NODE_ENV: 'production' })).toMatch(/^JWT_SECRET is required when NODE_ENV=production/);
    expect(read({ NODE_ENV: 'production', JWT_SECRET: secret }).jwtSecrets).toEqual([secret]);
  });

  it('require a second factor of administrators in production', () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: secret };
    expect(read(production).secondFactorRoles).toEqual(['admin']);
    expect(read({ ...production, SECOND_FACTOR_ROLES: 'off' }).secondFactorRoles).toEqual([]);
  });

  it('are all described, with their defaults', () => {
    const help = describeSettings();
    for (const [variable] of [...good.slice(0, -1), ['MONGOD_PATH']]) expect(help).toContain(`  ${variable} `);
    expect(help).toMatch(/PORT.*\n.*default 3000/);
  });
});

describe('the generated JWT secret', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'colophon-config-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('is kept in the data folder, for its owner only', async () => {
    const folder = path.join(dataDir, 'new');
    const [first] = readConfig({ DATA_DIR: folder }).jwtSecrets;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: folder }).jwtSecrets).toEqual([first]);
    const file = path.join(folder, 'jwt-secret');
    expect(await readFile(file, 'utf8')).toBe(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is not generated when JWT_SECRET is set', async () => {
    readConfig({ DATA_DIR: dataDir, JWT_SECRET: secret });
    await expect(stat(path.join(dataDir, 'jwt-secret'))).rejects.toThrow('ENOENT');
  });

  it('is refused when the file is damaged or the folder cannot be created', async () => {
    await writeFile(path.join(dataDir, 'jwt-secret'), 'short');
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/jwt-secret holds no usable secret/);
    expect(() => readConfig({ DATA_DIR: path.join(dataDir, 'jwt-secret') })).toThrow(/^DATA_DIR cannot be used: /);
  });
});

describe('bad settings', () => {
  it('are named all at once, a line for each', () => {
    expect(
      messageOf({ PORT: 'http', LOG_LEVEL: 'loud', NODE_ENV: 'production', PAGE_SIZE_MAX: '0' }).split('\n'),
    ).toEqual([
      expect.stringMatching(/^PORT: "http" is not allowed/),
      expect.stringMatching(/^PAGE_SIZE_MAX: "0" is not allowed/),
      expect.stringMatching(/^LOG_LEVEL: "loud" is not allowed/),
      expect.stringMatching(/^JWT_SECRET is required/),
    ]);
    const contradictions = {
      ...{ READ_PREFERENCE: 'secondaryPreferred', PUBLIC_CACHE: '*:30s' },
      ...{
        SECRETS_KEY: secret,
        SECRETS_KEY_FILE: '/nowhere',
        PASSKEY_ORIGINS: 'https://a.example',
        PASSKEY_RP_ID: 'b.example',
      },
    };
    expect(messageOf(contradictions).split('\n')).toHaveLength(3);
  });
});

function messageOf(env: Record<string, string>): string {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('was not refused');
}
