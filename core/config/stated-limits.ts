// Limits of a caller, as `/home` states them (openapi/docs/limits.md).
import type { components } from '../../generated/api.d.ts';
import type { Config } from './config.ts';

export type StatedLimits = components['schemas']['Limits'];

export const statedLimits = (config: Config): StatedLimits => ({
  requests: config.callerRate,
  requests_of_all_processes: config.rateLimit,
  expensive_requests_at_once: config.expensiveAtOnce,
  page_size: config.pageSizeMax,
  query_ms: config.queryTimeoutMs,
  body_bytes: config.bodyLimitBytes,
  body_seconds: config.bodyTimeoutSeconds,
  file_bytes: config.uploadMaxBytes,
  files: config.uploadMaxFiles,
  files_bytes: config.uploadQuotaBytes,
});
