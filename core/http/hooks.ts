// What a project's own code has to say before and after an operation (core/extensions): where in the flow it is asked. Nothing
// here runs for operations that nobody has hooks for.
import type { ErrorObject } from 'ajv';
import type { AnyReply, HandlerCall } from './handler.ts';
import type { Context } from './openapi-backend.ts';
import { assertSafe } from './request-body.ts';
import { validationError } from './validation-faults.ts';

/** Of one operation. */
export interface OperationHooks {
  /**
   * Runs when the caller was let in and the request is valid. @returns the body to go on with
   * @param assertValid throws for a body that the description does not allow
   * @throws whatever the request is refused with
   */
  before(input: HandlerCall, assertValid: (body: unknown) => void): Promise<unknown>;
  /** Is told of an answer that is no error. @returns it, to be sent */
  after(input: HandlerCall, reply: AnyReply): AnyReply;
}

/** A handler between the hooks of its operation. */
export function hooked(
  handle: (input: never) => unknown,
  hooks: OperationHooks,
): (context: Context, input: HandlerCall) => Promise<AnyReply> {
  return async (context, input) => {
    const body = await hooks.before(input, (changed) => assertValid(context, changed));
    const given = { ...input, body };
    return hooks.after(given, (await handle(given as never)) as AnyReply);
  };
}

function assertValid(context: Context, body: unknown): void {
  assertSafe(body);
  const request = { ...context.request, body };
  const { errors } = context.api.validator.validateRequest(request as never, context.operation);
  if (errors) throw validationError(errors as ErrorObject[]);
}
