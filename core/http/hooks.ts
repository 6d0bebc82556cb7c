// What a project's own code has to say before and after an operation (core/extensions). Nothing here runs for operations
// without hooks.
import type { AnyReply, HandlerCall } from './handler.ts';

/** Of one operation. */
export interface OperationHooks {
  /**
   * Runs when the caller is authorised and the request is valid. @returns the body to go on with
   * @param assertValid throws for a body that the description does not allow
   * @throws whatever the request is refused with
   */
  before(input: HandlerCall, assertValid: (body: unknown) => void): Promise<unknown>;
  /** Gets each answer that is no error. @returns it, to be sent */
  after(input: HandlerCall, reply: AnyReply): AnyReply;
}
