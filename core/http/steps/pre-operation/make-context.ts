import type { Caller } from '../../../context.ts';
import { CALLER, noteRead, noteUnversioned } from '../../../store/exact-cache/read-set.ts';
import { traceParentOf } from '../../../tracing/trace-parent.ts';
import { textIn } from '../../../values.ts';
import type { PartExchange, RequestExchange } from '../../exchange.ts';
import { bodyType, JSON_API } from '../../request/media-types.ts';
import { requestIdOf } from '../../request/request-id.ts';
import { urlOf } from '../../request/request-target.ts';
import { readConditions } from '../../response/etag.ts';
import type { StepServices } from '../../step.ts';

/** Work whose response may be shared has one of its own when it asks who the caller is (D912). */
const notedCaller = ({ roles, isAdmin, applicationId, userId, sessionId }: Caller): Caller => ({
  roles,
  isAdmin,
  applicationId,
  get userId() {
    if (userId !== null) noteRead(CALLER);
    return userId;
  },
  get sessionId() {
    noteUnversioned();
    return sessionId;
  },
});

/** Makes what the handler gets besides its input. @throws ApiError for a malformed If-Match */
export function makeContext(exchange: RequestExchange, { baseUrl, addressOf }: StepServices): void {
  const { request, principal, target, mediaType, token, key, served, shownUsers, work } = exchange;
  const { headers } = request;
  exchange.context = {
    caller: work ? notedCaller(principal.caller) : principal.caller,
    access: principal.access,
    url: urlOf(target, baseUrl(headers.host)),
    mediaType,
    bodyType: bodyType(headers),
    address: addressOf(request),
    token,
    attempt: key.attempt,
    precondition: readConditions(headers),
    userAgent: headers['user-agent'],
    languages: headers['accept-language'],
    lastEventId: textIn(headers['last-event-id']),
    requestId: requestIdOf(request),
    traceparent: traceParentOf(request),
    auditShown: (userId) => shownUsers.add(userId),
    noteUnindexed: served.timing.noteUnindexed,
  };
}

/** Makes the context of a part from that of the whole. */
export function makePartContext(exchange: PartExchange): void {
  const { outer, target, requestBody } = exchange;
  const bodyType = requestBody === undefined ? undefined : JSON_API;
  exchange.context = { ...outer, url: urlOf(target, outer.url.base), mediaType: JSON_API, bodyType };
}
