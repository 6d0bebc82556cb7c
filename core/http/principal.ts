// Who makes a request.
import type { Access, Caller } from '../context.ts';

/** The caller of a request and its permissions. */
export interface Principal {
  caller: Caller;
  access: Access;
}
