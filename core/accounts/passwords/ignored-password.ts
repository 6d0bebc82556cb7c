// ADMIN_PASSWORD after the first start, when it has no effect.
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';
import { findCredential } from '../account-names.ts';
import { verifyPassword } from '../credentials/passwords.ts';

/**
 * Why the settings of the first administrator do not sign in, with the remedy; undefined when they do. They count at the first
 * start only (D861).
 */
export async function ignoredPassword(
  store: Store,
  { adminUsername: username, adminPassword: password }: Pick<Config, 'adminUsername' | 'adminPassword'>,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const credential = await findCredential(store, username);
  if (!credential) return `ADMIN_PASSWORD has no effect after the first start, and there is no user "${username}"`;
  if (await verifyPassword(credential.password_hash, password, () => Promise.resolve())) return undefined;
  const remedy = `"npm run password -- ${username}" sets another one`;
  return `the user "${username}" exists already, with another password than ADMIN_PASSWORD, which counts at the first start only: ${remedy}`;
}
