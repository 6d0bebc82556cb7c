// Tracing with OpenTelemetry's own packages, which read their other settings from the environment.
import type { IncomingMessage } from 'node:http';
import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../log.ts';
import { noteTraceParent, parseTraceParent } from './trace-parent.ts';
import type { TracedResponse, Tracing } from './spans.ts';

/** Time for the remaining spans at the end of the process. */
const CLOSE_MS = 3_000;
/** Commands without a reply. */
const MOST_COMMANDS = 10_000;

interface CommandEvent {
  requestId: number;
  commandName: string;
  databaseName: string;
  command?: Record<string, unknown>;
  failure?: Error & { code?: unknown };
}

/** Commands of the session, not of a request. */
const SILENT = new Set(['endSessions', 'hello', 'killCursors', 'ping']);

function below(traceparent: string | undefined): Context {
  const parent = parseTraceParent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function begin(span: Span, request: IncomingMessage): void {
  const { traceId, spanId, traceFlags } = span.spanContext();
  noteTraceParent(request, { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
}

function nameRequest(span: Span, { operationId, method, route, status, code }: TracedResponse): void {
  if (operationId !== undefined) span.setAttribute('colophon.operation', operationId);
  if (route !== undefined) span.setAttribute('http.route', route).updateName(`${method?.toUpperCase()} ${route}`);
  if (code !== undefined) span.setAttribute('error.type', code);
  if (status !== undefined && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** @returns makes a span of each command of a client that a recorded span waits for */
function commandWatch(tracer: Tracer): Tracing['watchCommands'] {
  const commands = new Map<number, Span>();

  function endCommand({ requestId, failure }: CommandEvent): void {
    const span = commands.get(requestId);
    commands.delete(requestId);
    if (failure)
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(failure.code ?? failure.name));
    span?.end();
  }

  /** Without its values, which are content. */
  function beginCommand({ requestId, commandName, databaseName, command }: CommandEvent): void {
    if (!trace.getActiveSpan()?.isRecording() || SILENT.has(commandName) || commands.size >= MOST_COMMANDS) return;
    const target: unknown = command?.[commandName === 'getMore' ? 'collection' : commandName];
    const collection = typeof target === 'string' ? target : undefined;
    const attributes: Attributes = {
      'db.system.name': 'mongodb',
      'db.namespace': databaseName,
      'db.operation.name': commandName,
      ...(collection !== undefined && { 'db.collection.name': collection }),
    };
    const name = collection === undefined ? commandName : `${commandName} ${collection}`;
    commands.set(requestId, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }));
  }

  return (client) => {
    client.on('commandStarted', beginCommand);
    client.on('commandSucceeded', endCommand);
    client.on('commandFailed', endCommand);
  };
}

/** Registers itself for the process, so that spans of a project's own code are below those of the service. */
export function startTracing(version: string, log: Pick<Logger, 'warn'>): Tracing {
  const say = (message: string, ...args: unknown[]): void =>
    log.warn({ detail: args.map(String) }, `traces: ${message}`);
  const silent = (): void => undefined;
  diag.setLogger({ error: say, warn: say, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  const named = resourceFromAttributes({ 'service.name': 'colophon', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('colophon', version);
  /** Spans of requests whose work goes on, perhaps after the connection has closed: a span that has ended takes no name. */
  const atWork = new Set<Span>();
  const closed = new WeakSet<Span>();
  return {
    isOn: true,
    serve: (listener) => (request, response) => {
      const method = request.method ?? 'GET';
      const { traceparent } = request.headers;
      const parent = below(typeof traceparent === 'string' ? traceparent : undefined);
      const attributes = { 'http.request.method': method, 'network.protocol.version': request.httpVersion };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      begin(span, request);
      response.once('close', () => {
        if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode);
        if (atWork.has(span)) closed.add(span);
        else span.end();
      });
      context.with(trace.setSpan(parent, span), () => listener(request, response));
    },
    requestBegun() {
      const span = trace.getActiveSpan();
      if (span) atWork.add(span);
    },
    requestAnswered(response) {
      const span = trace.getActiveSpan();
      if (!span) return;
      nameRequest(span, response);
      atWork.delete(span);
      if (closed.delete(span)) span.end();
    },
    async runJob({ _id, service, traceparent }, work) {
      const parent = below(traceparent);
      const attributes = { 'colophon.job.id': _id, 'colophon.job.service': service };
      const span = tracer.startSpan(`job ${service}`, { kind: SpanKind.CONSUMER, attributes }, parent);
      try {
        return await context.with(trace.setSpan(parent, span), work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    watchCommands: commandWatch(tracer),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}
