// Places from which a user has signed in: a sign-in from a new place is announced by mail (D690).
import type { RequestContext } from '../context.ts';
import { addressGroup } from '../access/address-group.ts';
import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { secretHash } from '../secret-hash.ts';
import type { Store } from '../store/store.ts';
import { noticeOf, transactWithMail } from './account-mails.ts';

export interface PlaceServices {
  store: Store;
  clock: Clock;
  jobs: Pick<Jobs, 'wake'>;
}

const MOST_PLACES = 50;
/** Many sign-ins are announced once. */
const BETWEEN_MAILS_MS = 3_600_000;

/**
 * An address, or a network of IPv6, with a device; stored as a hash, so that the database has no list of places of
 * users.
 */
const placeOf = (userId: number, { address, userAgent }: Pick<RequestContext, 'address' | 'userAgent'>): string =>
  secretHash([userId, addressGroup(address), userAgent ?? ''].join(' ')).slice(0, 32);

/** Records the place of a sign-in, and mails the user if it is new, except at the first sign-in. */
export async function noteSignInPlace(services: PlaceServices, userId: number, context: RequestContext): Promise<void> {
  const { store, clock } = services;
  const place = placeOf(userId, context);
  const now = clock.now();
  const asNew = { _id: userId, places: { $ne: place } };
  const $push = { places: { $each: [place], $slice: -MOST_PLACES } };
  const before = await store.credentials.findOneAndUpdate(asNew, { $push }, { projection: { places: 1 } });
  // The place is known, the first one, or that of a user without a password, whom the provider notifies.
  if (!before?.places?.length) return;
  const due = {
    $or: [{ place_mailed: { $exists: false } }, { place_mailed: { $lte: new Date(now.getTime() - BETWEEN_MAILS_MS) } }],
  };
  const { address, userAgent } = context;
  const notice = { template: 'new_sign_in', userId, address, device: userAgent ?? null, now } as const;
  const mail = await noticeOf(store, notice, context);
  if (!mail) return;
  await transactWithMail(services, mail, async (transaction) => {
    const options = { session: transaction };
    const marked = await store.credentials.updateOne({ _id: userId, ...due }, { $set: { place_mailed: now } }, options);
    return marked.modifiedCount > 0;
  });
}
