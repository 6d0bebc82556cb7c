// Data of a request for handlers.
import { textIn } from '../values.ts';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../context.ts';
import { traceParentOf } from '../tracing/trace-parent.ts';
import { readConditions } from './response/etag.ts';
import { bodyType } from './request/media-types.ts';
import { requestIdOf } from './request/request-id.ts';

type Known = Pick<
  RequestContext,
  'caller' | 'access' | 'url' | 'mediaType' | 'address' | 'token' | 'attempt' | 'auditShown' | 'noteUnindexed'
>;

/** @throws ApiError for a malformed If-Match */
export const requestContext = (request: IncomingMessage, known: Known): RequestContext => ({
  ...known,
  precondition: readConditions(request.headers),
  bodyType: bodyType(request.headers),
  userAgent: request.headers['user-agent'],
  languages: request.headers['accept-language'],
  lastEventId: textIn(request.headers['last-event-id']),
  requestId: requestIdOf(request),
  traceparent: traceParentOf(request),
});
