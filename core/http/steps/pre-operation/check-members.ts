import { ApiError } from '../../../errors.ts';
import type { ShowResource } from '../../request/earlier-copies.ts';
import { callOf, type Exchange } from '../../exchange.ts';
import { bodyOf } from '../../handler.ts';
import { isRecord, memberOf } from '../../../values.ts';
import type { StepServices } from '../../step.ts';

/** Reads the resource at the path, if the caller may; undefined when the path has no operation that reads. */
function resourceShown(
  { operation, principal }: Exchange,
  { members, handlers, authorize, areGone }: StepServices,
): ShowResource | undefined {
  const reading = members.reading(operation);
  const handle = handlers[reading?.operationId ?? ''];
  if (!reading || !handle) return undefined;
  const read: ShowResource['read'] = async ({ params, context }, include) => {
    const query = include.length > 0 ? { include: include.join(',') } : {};
    try {
      authorize(reading, { params, query }, principal);
      const call = { params, query, body: undefined, context: { ...context, precondition: undefined } };
      const data = memberOf(await bodyOf(await handle(call)), 'data');
      if (!isRecord(data)) throw new Error(`${reading.operationId} shows no resource`);
      return data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
      return undefined;
    }
  };
  return { read, areGone: (identifiers, { context }) => areGone(identifiers, context) };
}

/** Refuses members without effect, and takes out those that are sent back unchanged (D406, D407). @throws ApiError invalid_data */
export function checkMembers(exchange: Exchange, services: StepServices): void | Promise<void> {
  const check = services.members.of(exchange.operation);
  return check?.(callOf(exchange), resourceShown(exchange, services)).then((body) => {
    exchange.requestBody = body;
  });
}
