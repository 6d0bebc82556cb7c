// The key of the first application: the database has its hash only.
import { secretHash } from '../../../core/secret-hash.ts';
import type { Service } from '../../../core/service/open-service.ts';

const KEY = '0123456789abcdef0123456789abcdef01234567';

/** Gives the first application a known key. */
export async function firstKey({ service }: { service: Service }): Promise<string> {
  const { access, store } = service.services;
  const update = { $set: { api_key_hash: secretHash(KEY) } };
  await access.change((transaction) => store.applications.updateOne({ _id: 1 }, update, { session: transaction }));
  return KEY;
}
