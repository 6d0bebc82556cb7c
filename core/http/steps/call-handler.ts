import { fromSecondaries } from '../../store/transactions/secondary-reads.ts';
import { recordReads } from '../../store/exact-cache/read-set.ts';
import { callOf, RequestExchange, type Exchange } from '../exchange.ts';
import type { AnyReply } from '../handler.ts';
import type { StepServices } from '../step.ts';

/** An anonymous caller has not just written anything, as long as no permission lets anonymous callers write. */
const mayReadSecondaries = (
  { operation, context: { caller, token } }: Exchange,
  { secondaries }: StepServices,
): boolean =>
  secondaries !== undefined &&
  operation.facts.secondaries &&
  caller.userId === null &&
  token === undefined &&
  !secondaries.mayAnonymousWrite();

/** Calls the handler of the operation; some read from secondaries (D576). @throws ApiError, and errors of the handler */
export async function callHandler(exchange: Exchange, services: StepServices): Promise<void> {
  const handle = services.handlers[exchange.operation.operationId];
  if (!handle) throw new Error(`${exchange.operation.operationId} has no handler`);
  const reply = (): AnyReply | Promise<AnyReply> => handle(callOf(exchange));
  const work = exchange instanceof RequestExchange ? exchange.work : undefined;
  if (work) exchange.reply = await recordReads(work.reads, reply);
  else exchange.reply = await (mayReadSecondaries(exchange, services) ? fromSecondaries(reply) : reply());
}
