// Requests whose content may be read from secondaries (D576): reads without a token, since an anonymous caller has not
// just written anything, as long as no permission lets anonymous callers write.
import type { Exchange } from './exchange.ts';

export interface SecondaryReads {
  mayAnonymousWrite(): boolean;
}

/** @param secondaries undefined: everything is read from the primary */
export const mayReadSecondaries = (
  { operation, context: { caller, token } }: Exchange,
  { secondaries }: { secondaries: SecondaryReads | undefined },
): boolean =>
  secondaries !== undefined &&
  operation.facts.secondaries &&
  caller.userId === null &&
  token === undefined &&
  !secondaries.mayAnonymousWrite();
