// `X-Request-Id` (D636): names a request in its response, in the log and in the jobs that it creates.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { traceFacts } from '../../tracing/trace-parent.ts';

/** The header. */
export const REQUEST_ID = 'X-Request-Id';

/** Other text could forge lines of logs. */
const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** That of the client or proxy if it is well-formed, else a UUID. The same each time. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const sent = request.headers['x-request-id'];
  const id = typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : randomUUID();
  ids.set(request, id);
  return id;
}

/** Names a request in lines of the log: its id, and the trace that it belongs to. */
export const requestFacts = (request: IncomingMessage): { request_id: string; trace_id?: string } => ({
  request_id: requestIdOf(request),
  ...traceFacts(request),
});
