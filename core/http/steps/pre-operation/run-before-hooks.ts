import { callOf, type Exchange } from '../../exchange.ts';
import { assertSafe } from '../../request/request-body.ts';
import type { StepServices } from '../../step.ts';

/** Runs the project's before-hooks, which may change the body; that is validated again. @throws any error of a hook */
export function runBeforeHooks(exchange: Exchange, { hooks, assertValidBody }: StepServices): void | Promise<void> {
  const { operation } = exchange;
  const own = hooks.get(operation.operationId);
  if (!own) return;
  const body = own.before(callOf(exchange), (changed) => {
    assertSafe(changed, '', { content: operation.facts.body, depth: 0 });
    assertValidBody(exchange, changed);
  });
  return body.then((changed) => {
    exchange.requestBody = changed;
  });
}
