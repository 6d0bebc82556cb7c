// Places from which a user has signed in: a sign-in from a new place is announced by mail (D690), and failures of others
// do not stop sign-ins from a known network (D741).
import type { RequestContext } from '../../context.ts';
import { addressGroup } from '../../access/address-group.ts';
import type { Clock } from '../../clock.ts';
import { secretHash } from '../../secret-hash.ts';
import type { CredentialRow, Store } from '../../store/store.ts';
import { noticeOf, transactWithMail } from '../account-mails.ts';

/** With their networks. */
const MOST_PLACES = 50;
/** Many sign-ins are announced once. */
const BETWEEN_MAILS_MS = 3_600_000;

/**
 * An address, or a network of IPv6, with a device; stored as a hash, so that the database has no list of places of
 * users.
 */
const placeOf = (userId: number, { address, userAgent }: Pick<RequestContext, 'address' | 'userAgent'>): string =>
  secretHash([userId, addressGroup(address), userAgent ?? ''].join(' ')).slice(0, 32);

/** The same address or network with any device: browsers change their `User-Agent` with each release. */
const networkOf = (userId: number, { address }: Pick<RequestContext, 'address'>): string =>
  secretHash(['network', userId, addressGroup(address)].join(' ')).slice(0, 32);

/** The user has signed in from this network before. */
export const isKnownNetwork = (
  credential: Pick<CredentialRow, '_id' | 'places'> | null,
  context: Pick<RequestContext, 'address'>,
): boolean => credential?.places?.includes(networkOf(credential._id, context)) ?? false;

/** Records the place of a sign-in, and mails the user if it is new, except at the first sign-in. */
export async function noteSignInPlace(
  { store, clock }: { store: Store; clock: Clock },
  userId: number,
  context: RequestContext,
): Promise<void> {
  const place = placeOf(userId, context);
  const network = networkOf(userId, context);
  const now = clock.now();
  const asNew = { _id: userId, places: { $ne: place } };
  // The latest ones; the network of a known place may be known already.
  const others = { $filter: { input: { $ifNull: ['$places', []] }, cond: { $ne: ['$$this', network] } } };
  const places = { $slice: [{ $concatArrays: [others, [network, place]] }, -MOST_PLACES] };
  const before = await store.credentials.findOneAndUpdate(asNew, [{ $set: { places } }], { projection: { places: 1 } });
  // The place is known, the first one, or that of a user without a password, whom the provider notifies.
  if (!before?.places?.length) return;
  const due = {
    $or: [{ place_mailed: { $exists: false } }, { place_mailed: { $lte: new Date(now.getTime() - BETWEEN_MAILS_MS) } }],
  };
  const mail = await noticeOf(store, { template: 'new_sign_in', userId, now }, context);
  if (!mail) return;
  await transactWithMail(store, mail, async (transaction) => {
    const options = { session: transaction };
    const marked = await store.credentials.updateOne({ _id: userId, ...due }, { $set: { place_mailed: now } }, options);
    return marked.modifiedCount > 0;
  });
}
