// Traces for OpenTelemetry (D594). Without `OTEL_*` settings no package is loaded.
import type { Logger } from '../log.ts';
import { withPackages } from '../optional-package.ts';
import type { Tracing } from './spans.ts';

const NO_TRACING: Tracing = {
  isOn: false,
  serve: (listener) => listener,
  requestBegun: () => undefined,
  requestAnswered: () => undefined,
  runJob: (_job, work) => work(),
  watchCommands: () => undefined,
  close: () => Promise.resolve(),
};

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
];

/** The settings that OpenTelemetry reads itself (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). */
function whyNot(env: NodeJS.ProcessEnv): string | undefined {
  const exporter = env['OTEL_TRACES_EXPORTER'] ?? '';
  const protocol = env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? env['OTEL_EXPORTER_OTLP_PROTOCOL'] ?? '';
  if (!['', 'none', 'otlp'].includes(exporter)) return `OTEL_TRACES_EXPORTER=${exporter}: it takes otlp or none`;
  if (!['', 'http/protobuf'].includes(protocol))
    return `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol}: it takes http/protobuf`;
  return undefined;
}

const isOff = (env: NodeJS.ProcessEnv): boolean =>
  env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';

/** @throws Error with the command that installs the packages, if they are missing */
export async function openTracing(
  wanted: boolean,
  { version, log, env = process.env }: { version: string; log: Pick<Logger, 'warn'>; env?: NodeJS.ProcessEnv },
): Promise<Tracing> {
  if (!wanted || isOff(env)) return NO_TRACING;
  const reason = whyNot(env);
  if (reason !== undefined) {
    log.warn(`no traces are sent: ${reason}`);
    return NO_TRACING;
  }
  const { startTracing } = await withPackages(PACKAGES, () => import('./open-telemetry.ts'));
  return startTracing(version, log);
}
