import { callOf, type RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Runs the project's after-hooks, which may change the response; that of an earlier attempt has had them. */
export function runAfterHooks(exchange: RequestExchange, { hooks }: StepServices): void {
  const { reply, key } = exchange;
  if (!reply || key.made) return;
  exchange.reply = hooks.get(exchange.operation.operationId)?.after(callOf(exchange), reply) ?? reply;
}
