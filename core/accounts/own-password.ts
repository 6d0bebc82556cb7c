// The password of a signed-in caller, sent again.
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import type { CredentialRow } from '../store/store.ts';
import { verifyPassword } from './passwords.ts';
import type { FactorServices } from './second-factor.ts';

/** Wrong ones count as failed sign-ins. @throws ApiError invalid_data, too_many_requests */
export async function assertPassword(
  { throttle }: FactorServices,
  { credential, username }: { credential: CredentialRow; username: string },
  password: string | undefined,
  { address }: RequestContext,
): Promise<void> {
  // Users who sign in through a provider have none.
  if (credential.password_hash === null) return;
  if (!password) throw invalidData('/password', '[password._required]: This field is required.');
  const attempt = await throttle.begin(username, address);
  if (!(await verifyPassword(credential.password_hash, password, () => attempt.count()))) {
    await attempt.failed();
    throw invalidData('/password', 'Wrong password');
  }
  await attempt.succeeded();
}
