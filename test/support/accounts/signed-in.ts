// Tokens of users of a test without their passwords: each password that is checked takes 25 ms of the processor.
import { findCredential } from '../../../core/accounts/account-names.ts';
import { createOpenSession } from '../../../core/accounts/providers/provider-sign-in.ts';
import { SERVICE_CONTEXT } from '../../../core/context.ts';
import type { Service } from '../../../core/service/open-service.ts';

/** The access token of a new session, as after a sign-in from this machine. @throws Error for an unknown user */
export async function signedIn({ services }: Service, username: string): Promise<string> {
  const credential = await findCredential(services.store, username);
  if (!credential) throw new Error(`no user ${username}`);
  const openSession = createOpenSession(services.signIn);
  const { jwt } = await openSession(credential._id, { ...SERVICE_CONTEXT, address: '127.0.0.1' });
  return jwt;
}
