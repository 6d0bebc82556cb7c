// A request within another one: dispatched like a separate one, for the caller of the whole (D491).
import type { RequestContext } from '../../context.ts';
import { callOf, PartExchange } from '../exchange.ts';
import { bodyOf, type OperationHooks } from '../handler.ts';

export interface PartResponse {
  /** undefined when the response has no body (204). */
  document: unknown;
  /** Starts the after-hooks of the operation. */
  announce(): void;
}

/** @param outer context of the whole @throws ApiError, and errors of the operation */
export type PerformPart = (part: PartExchange['part'], outer: RequestContext) => Promise<PartResponse>;

/** @param handle passes the steps of a part */
export const createPerformPart =
  (
    { hooks }: { hooks: ReadonlyMap<string, OperationHooks> },
    handle: (exchange: PartExchange) => Promise<void>,
  ): PerformPart =>
  async (part, outer) => {
    const exchange = new PartExchange(part, outer);
    await handle(exchange);
    const { reply, operation } = exchange;
    if (!reply) throw new Error(`${operation.operationId} has no result`);
    const made = { ...reply, body: await bodyOf(reply) };
    return {
      document: made.body,
      announce: () => void hooks.get(operation.operationId)?.after(callOf(exchange), made),
    };
  };
