// Handlers of the operations of extensions: called like those of the service, with a time limit, and with a check of
// the response against the description.
import { memberOf } from '../values.ts';
import { ApiError } from '../errors.ts';
import type { AnyReply, HandlerCall } from '../http/handler.ts';
import { nodeAt, type OpenApiDocument } from '../description/openapi-document.ts';
import { describedOperations } from './extension-description.ts';
import { guarded } from './guarded.ts';
import type { ExtensionWithTools } from './operation-hooks.ts';

type ExtensionHandlers = Record<string, (call: HandlerCall) => Promise<AnyReply>>;

const isReply = (value: unknown): value is AnyReply => Number.isInteger(memberOf(value, 'status'));

export function extensionHandlers(
  extensions: readonly ExtensionWithTools[],
  { document, seconds }: { document: OpenApiDocument; seconds: number },
): ExtensionHandlers {
  const statuses = new Map(
    describedOperations(document).map((each) => [each.operationId, Object.keys(nodeAt(each.operation, 'responses'))]),
  );
  const handlers: ExtensionHandlers = {};
  for (const { extension, tools } of extensions) {
    for (const [operationId, run] of Object.entries(extension.operations ?? {})) {
      const guard = { log: tools.log, seconds, what: operationId };
      handlers[operationId] = async (call) => {
        // cast: the request was validated against the description that the operation was typed by
        const reply = await guarded(guard, () => run(call as never, tools));
        const described = statuses.get(operationId) ?? [];
        if (isReply(reply) && described.includes(String(reply.status))) return reply;
        const status = isReply(reply) ? String(reply.status) : 'nothing';
        tools.log.error(`${operationId} answered with ${status}, its description has ${described.join(', ')}`);
        throw new ApiError('internal_error', 'An internal error has occurred.');
      };
    }
  }
  return handlers;
}
