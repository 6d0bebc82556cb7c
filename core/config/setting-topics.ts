// The topics by which settings are listed, each with the names of its settings.
const TOPICS: Readonly<Record<string, string>> = {
  Start: 'PORT HOST PUBLIC_URL NODE_ENV ADMIN_USERNAME ADMIN_PASSWORD DATA_DIR MODEL EXTENSIONS_DIR EXTENSION_TIMEOUT',
  'Processes and proxies': 'WORKERS PROCESS_ROLE TRUST_PROXY',
  Database: 'MONGODB_URI MONGOD_PATH READ_PREFERENCE DISK_RESERVE',
  Files:
    'STORAGE_URL STORAGE_DIRECT UPLOAD_MAX_SIZE UPLOAD_QUOTA UPLOAD_MAX_FILES UPLOAD_TOTAL_QUOTA UPLOAD_CONCURRENCY UPLOAD_FORBIDDEN_TYPES IMAGE_MAX_PIXELS MALWARE_SCANNER',
  Mail: 'SMTP_URL MAIL_FROM MAIL_TEMPLATES',
  'Secrets and tokens':
    'JWT_SECRET JWT_SECRET_PREVIOUS SECRETS_KEY SECRETS_KEY_FILE JWT_TTL REFRESH_TTL REFRESH_IDLE_TTL REFRESH_ROTATION EXPIRED_TOKEN_CODE REQUIRE_API_KEY',
  Accounts:
    'PASSWORD_RULE PASSWORD_WORDS BREACHED_PASSWORDS SECOND_FACTOR_ROLES SECOND_FACTOR_GRACE SECOND_FACTOR_FRESH SECOND_FACTOR_WINDOW PASSKEY_ORIGINS PASSKEY_RP_ID PROVIDER_PRIVATE_NETWORKS',
  'Lists and caches': 'PAGE_SIZE_MAX COUNT_LIMIT QUERY_TIMEOUT_MS PUBLIC_CACHE RESPONSE_CACHE',
  Limits:
    'RATE_LIMIT CALLER_RATE BODY_LIMIT REQUESTS_AT_ONCE EXPENSIVE_AT_ONCE BODIES_AT_ONCE TRANSFERS_AT_ONCE STREAMS_AT_ONCE CONNECTIONS_AT_ONCE LOOP_DELAY_LIMIT HEADERS_TIMEOUT IDLE_TIMEOUT BODY_TIMEOUT UPLOAD_IDLE_TIMEOUT',
  'Jobs and events': 'JOBS_KEEP FEED_LISTENERS WEBHOOK_PRIVATE_NETWORKS',
  'Pages and sites': 'BROWSER_UI CORS_ORIGINS RICH_TEXT',
  'Legacy envelope': 'LEGACY_ROOT LEGACY_WRITABLE',
  'Log and metrics':
    'LOG_LEVEL LOG_FORMAT DEBUG SLOW_REQUEST_MS METRICS_TOKEN OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
};

/** In their order. @throws Error unless each setting has exactly one topic */
export function byTopic<T extends { variable: string }>(settings: readonly T[]): { topic: string; settings: T[] }[] {
  const left = new Map(settings.map((setting) => [setting.variable, setting]));
  const sorted = Object.entries(TOPICS).map(([topic, names]) => ({
    topic,
    settings: names.split(' ').map((name) => {
      const setting = left.get(name);
      if (!setting || !left.delete(name)) throw new Error(`${name} is no setting, or has two topics`);
      return setting;
    }),
  }));
  if (left.size > 0) throw new Error(`no topic in core/config/setting-topics.ts: ${[...left.keys()].join(', ')}`);
  return sorted;
}
