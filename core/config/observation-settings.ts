// Settings of what an operator sees: metrics, traces, the log.
import { logFormats, logLevels } from '../log.ts';
import { httpAddress, offOr, offOrOn, oneOf, pattern, wholeNumber } from './setting-kinds.ts';
import { optional, withDefault } from './setting.ts';

export const observationSettings = {
  metricsToken: optional(
    'METRICS_TOKEN',
    'token that reads /metrics, in addition to those of administrators',
    'only administrators read it',
    {
      ...pattern(/^[\w.~+/=-]{32,}$/, 'at least 32 letters, digits, _ . ~ + / = -'),
      secret: true,
    },
  ),
  slowRequestMs: withDefault(
    'SLOW_REQUEST_MS',
    '2000',
    'time from which a request is logged as slow, in ms; files aside',
    offOr(wholeNumber(1, 3_600_000)),
  ),
  otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', 'where traces are sent', 'none are sent', httpAddress),
  otlpTracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'the same, with the path for traces; further OTEL_* settings are those of OpenTelemetry',
    'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
    httpAddress,
  ),
  debug: withDefault('DEBUG', 'off', 'show the inner cause of errors', offOrOn),
  logLevel: withDefault('LOG_LEVEL', 'info', 'what the log holds at least', oneOf(logLevels)),
  logFormat: withDefault(
    'LOG_FORMAT',
    'auto',
    'form of the log: JSON, or lines for people; auto means lines on a terminal',
    oneOf(logFormats),
  ),
} as const;
