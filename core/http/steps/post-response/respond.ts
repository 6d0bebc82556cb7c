import { recordReads } from '../../../store/exact-cache/read-set.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Records which personal data the response shows, and sends it. */
export async function respond(exchange: RequestExchange, { responder, requestAudit }: StepServices): Promise<void> {
  const { request, response, answer, reply, counter } = exchange;
  const limits = counter.headers();
  if (answer) {
    responder.send(request, response, { ...answer, headers: { ...responder.common, ...limits, ...answer.headers } });
    return;
  }
  if (!reply) throw new Error('the request has no result');
  const { operation, params, principal, shownUsers, mediaType, context, key, place, work } = exchange;
  const { timing } = exchange.served;
  // The creator of a resource may see it.
  const noteReads = async (): Promise<void> => {
    if (reply.status !== 201) await requestAudit.shown(request, { operation, params }, principal.caller, shownUsers);
  };
  const mayKeep = (): boolean => reply.status === 200 && shownUsers.size === 0 && timing.unindexed().length === 0;
  const made = { operation, mediaType, url: context.url, reply, noteReads };
  const sent = { ...made, timing, key, place, limits, kept: work && { mayKeep, work } };
  const send = (): Promise<void> => responder.sendReply(request, response, sent);
  await (work ? recordReads(work.reads, send) : send());
}
