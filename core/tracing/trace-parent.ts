// `traceparent` (W3C Trace Context, https://www.w3.org/TR/trace-context/): names the trace that a request belongs to (D594).
import type { IncomingMessage } from 'node:http';

interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether the trace is recorded by its origin. */
  isSampled: boolean;
}

/** Later versions may have more parts. */
const FORM = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
const SAMPLED = 1;

/** @returns undefined for a malformed header, which is ignored */
export function parseTraceParent(text: string | undefined): TraceParent | undefined {
  const [, traceId = '', spanId = '', flags = ''] = FORM.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  if (text?.startsWith('00') && text.length !== '00-'.length + 32 + 1 + 16 + '-01'.length) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

const noted = new WeakMap<IncomingMessage, TraceParent>();

/** Further work of a request is below this span. */
export function noteTraceParent(request: IncomingMessage, span: TraceParent): void {
  noted.set(request, span);
}

const ofRequest = (request: IncomingMessage): TraceParent | undefined => {
  const sent = request.headers['traceparent'];
  return noted.get(request) ?? (typeof sent === 'string' ? parseTraceParent(sent) : undefined);
};

/** The header for jobs of this request: that of its span, else the one that was sent. */
export function traceParentOf(request: IncomingMessage): string | undefined {
  const parent = ofRequest(request);
  return parent && `00-${parent.traceId}-${parent.spanId}-${parent.isSampled ? '01' : '00'}`;
}

/** For lines of the log. */
export function traceFacts(from: IncomingMessage | string | undefined): { trace_id?: string } {
  const parent = typeof from === 'object' ? ofRequest(from) : parseTraceParent(from);
  return parent ? { trace_id: parent.traceId } : {};
}
