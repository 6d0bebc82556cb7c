// Erasing a person (D627): the account is purged as by an administrator, and remaining values are removed from the
// history, the audit trail and the log of messages. Each step may be repeated, also after an interrupted run.
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { requireType, type ObjectServices } from '../../objects/object-services.ts';
import { purgeTrashed } from '../../objects/trash/leave-trash.ts';
import type { TrashServices } from '../../objects/trash/trash-services.ts';
import { trashObject } from '../../objects/writing/write-objects.ts';
import { FIRST_USER_ID, USERS } from '../../access/access-rules.ts';
import type { Store } from '../../store/store.ts';
import { storeAuditEvent } from '../audited-events.ts';
import { hasActiveAdmin, isActiveAdmin, lastAdmin } from '../roles/last-admin.ts';
import { trashUser } from '../users.ts';
import { maskChanges } from './mask-changes.ts';
import { deliveriesOf, recordedOf } from './person-places.ts';
import type { Person } from './person.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';

interface ErasureServices {
  store: Store;
  objects: ObjectServices;
  trash: TrashServices;
  clock: Clock;
  /** Removes uploads whose tokens have expired, with their files. */
  sweepUploads(): Promise<void>;
}

interface Erasure {
  person: Person;
  /** Ids of objects that are purged with the account, such as a profile. */
  also: readonly number[];
  /** Called at each step. */
  onStep(done: number, total: number, what: string): void;
}

/** Rows of the history whose values are masked in one transaction. */
const AT_ONCE = 500;

/** @throws ApiError immutable, locked */
export async function assertErasable(store: Store, { id, account }: Person): Promise<void> {
  if (id === FIRST_USER_ID)
    throw new ApiError('immutable', 'User 1 cannot be erased: change the data of the account instead.');
  if (!account) return;
  if (isActiveAdmin(account) && !(await hasActiveAdmin(store, [id]))) throw lastAdmin();
  if (account.locked) throw new ApiError('locked', 'The account is locked: unlock it first (PATCH, meta.locked).');
}

/** @throws ApiError not_found */
async function purgeObject({ store, objects, trash }: ErasureServices, id: number, context: RequestContext) {
  const row = await store.objects.findOne({ _id: id }, { projection: { type: 1, trashed: 1 } });
  if (row?.type === USERS) throw new ApiError('bad_request', `Object ${id} is a user: erase users one at a time.`);
  if (row && !row.trashed) await trashObject(objects, row.type, String(id), context);
  // Without a row it was purged by an earlier run.
  if (row) await purgeTrashed(trash, String(id), context);
  await store.transaction((transaction) => maskChanges(store, ['objects', [id]], transaction));
}

/** Accounts at providers that were removed before the user. */
async function maskRecorded(store: Store, { id }: Person): Promise<void> {
  for (;;) {
    const rows = await store.changes
      .find(recordedOf(id), { projection: { resource_id: 1 } })
      .limit(AT_ONCE)
      .toArray();
    if (rows.length === 0) return;
    const ids = [...new Set(rows.map((row) => row.resource_id))];
    await store.transaction((transaction) => maskChanges(store, ['external_auth', ids], transaction));
  }
}

async function endUploads({ store, sweepUploads }: ErasureServices, id: number): Promise<void> {
  const { matchedCount } = await store.uploadTokens.updateMany(
    { 'stream.created_by': id },
    { $set: { expires: new Date(0) } },
  );
  if (matchedCount > 0) await sweepUploads();
}

/** @param context of an administrator @throws ApiError immutable, locked, not_found, bad_request */
export async function erasePerson(
  services: ErasureServices,
  { person, also, onStep }: Erasure,
  context: RequestContext,
): Promise<void> {
  const { store, objects, trash, clock } = services;
  const { id, account } = person;
  await assertErasable(store, person);
  requireType(objects, USERS);
  const emptyMessages = () =>
    store.webhookDeliveries.updateMany(deliveriesOf(person), { $set: { request: null, response: null } });
  const facts = { address: '', params: { user_id: String(id) } };
  const inTransaction = (work: (transaction: Transaction) => Promise<void>) => () => store.transaction(work);
  const steps: [what: string, work: () => Promise<unknown>][] = [
    ...also.map((objectId): [string, () => Promise<unknown>] => [
      `object ${objectId}`,
      () => purgeObject(services, objectId, context),
    ]),
    // Before the address is erased.
    ['messages', emptyMessages],
    ['sign-out', async () => account && !account.trashed && trashUser(objects, String(id), context)],
    ['account', async () => account && purgeTrashed(trash, String(id), context)],
    ['jobs', () => store.asyncJobs.deleteMany({ 'payload.user_id': { $eq: id, $gt: 0 } })],
    ['uploads', () => endUploads(services, id)],
    ['history', inTransaction((transaction) => maskChanges(store, ['objects', [id]], transaction))],
    ['rows', () => maskRecorded(store, person)],
    ['later messages', emptyMessages],
    ['audit trail', inTransaction((tx) => storeAuditEvent(store, ['person_erased', facts, clock.now()], tx))],
  ];
  for (const [done, [what, work]] of steps.entries()) {
    onStep(done, steps.length, what);
    await work();
  }
  onStep(steps.length, steps.length, 'done');
}
