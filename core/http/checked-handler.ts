// A handler behind the check of its body's members (core/http/body-members.ts).
import type { Access, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import { memberCheck, type ShowResource } from './body-members.ts';
import type { ShownMeta } from './identifier-members.ts';
import type { Operation } from './operation.ts';
import type { AnyReply, HandlerCall } from './handler.ts';

interface Request {
  operation: Operation;
  /** The operation that reads at the same path. */
  reading: Operation | undefined;
  caller: Caller;
  access: Access;
}

export interface ReadOptions {
  /** By operationId. */
  handlers: Readonly<Record<string, (input: never) => unknown>>;
  /** @throws ApiError missing_api_key, not_found, forbidden, authentication_required */
  authorize(
    operation: { method: string; path: string },
    request: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>> },
    who: { caller: Caller; access: Access },
  ): void;
}

/**
 * Reads the resource at the path of a request, if the caller may read it; undefined when the path has no operation that
 * reads.
 */
function resourceShown(
  { reading, caller, access }: Request,
  { handlers, authorize }: ReadOptions,
): ShowResource | undefined {
  const handle = handlers[reading?.operationId ?? ''];
  if (!reading || !handle) return undefined;
  return async ({ params, context }, include) => {
    const query = include.length > 0 ? { include: include.join(',') } : {};
    try {
      authorize(reading, { params, query }, { caller, access });
      const call = { params, query, body: undefined, context: { ...context, precondition: undefined } };
      const { body } = (await handle(call as never)) as AnyReply;
      const document: unknown = typeof body === 'function' ? await (body as () => unknown)() : body;
      return (document as { data: Readonly<Record<string, unknown>> }).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
      return undefined;
    }
  };
}

export type CheckedHandler = (call: HandlerCall, request: Request) => Promise<AnyReply>;

/** The handler of an operation; it gets the body that the check returns. */
export function checkedHandler(
  handle: (input: never) => unknown,
  options: ReadOptions,
  shown: ShownMeta,
): CheckedHandler {
  const checks = new WeakMap<Operation, ReturnType<typeof memberCheck>>();
  return async (call, request) => {
    const { operation, reading } = request;
    if (!checks.has(operation)) checks.set(operation, memberCheck(operation, { reading, shown }));
    const check = checks.get(operation);
    const body = check ? await check(call, resourceShown(request, options)) : call.body;
    return (await handle({ ...call, body } as never)) as AnyReply;
  };
}
