import type { PartExchange, RequestExchange } from '../../exchange.ts';
import { notedCaller } from '../../noted-caller.ts';
import { JSON_API } from '../../request/media-types.ts';
import { requestContext } from '../../request-context.ts';
import { urlOf } from '../../request/request-target.ts';
import type { StepServices } from '../../step.ts';

/** Makes what the handler gets besides its input. @throws ApiError for a malformed If-Match */
export function makeContext(exchange: RequestExchange, { baseUrl, addressOf }: StepServices): void {
  const { request, principal, target, mediaType, token, key, served, shownUsers } = exchange;
  exchange.context = requestContext(request, {
    ...principal,
    ...(exchange.work && { caller: notedCaller(principal.caller) }),
    url: urlOf(target, baseUrl(request.headers.host)),
    mediaType,
    address: addressOf(request),
    token,
    attempt: key.attempt,
    auditShown: (userId) => shownUsers.add(userId),
    noteUnindexed: served.timing.noteUnindexed,
  });
}

/** Makes the context of a part from that of the whole. */
export function makePartContext(exchange: PartExchange): void {
  const { outer, target, requestBody } = exchange;
  const bodyType = requestBody === undefined ? undefined : JSON_API;
  exchange.context = { ...outer, url: urlOf(target, outer.url.base), mediaType: JSON_API, bodyType };
}
