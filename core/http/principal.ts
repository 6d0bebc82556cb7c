// Who makes a request.
import { ANONYMOUS, type Access, type Caller, type RequestContext } from '../context.ts';

/** The caller of a request and its permissions. */
export type Principal = Pick<RequestContext, 'caller' | 'access'>;

/** @param applicationId that of the API key, if there is one */
export function anonymousPrincipal(
  { accessOf }: { accessOf(caller: Caller): Access },
  applicationId: number | null = null,
): Principal {
  const caller = { ...ANONYMOUS, applicationId };
  return { caller, access: accessOf(caller) };
}
