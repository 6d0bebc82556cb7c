// Users in the trash (D539, D163): a purged author stays as an anonymous user, so that written content keeps its author; other
// users are removed.
import type { RequestContext } from '../context.ts';
import { MAIL } from '../jobs/job-rows.ts';
import { immutable } from '../resources/model-write.ts';
import { withAudiences } from '../objects/visibility/audiences.ts';
import { changeWrite } from '../objects/changes/object-changes.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { RevisionConflict, type ObjectWrite } from '../objects/changes/unit-of-work.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { removalSteps, removalWrite, removeBelongings, type Removal } from '../objects/trash/purge-object.ts';
import type { TrashRule } from '../objects/trash/trash-services.ts';
import { DELETED_PREFIX } from '../uname.ts';
import { ALWAYS_FROM, ALWAYS_TO } from '../store/rows/object-rows.ts';
import { changeRow, recordChanges } from '../store/history/changes.ts';
import type { ObjectDocument, Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { FIRST_USER_ID } from '../access/access-rules.ts';
import { ADDRESS_CONFIRMATION, CREDENTIALS_CHANGE, endMailed, SIGNUP } from './credentials/credentials.ts';
import { maskChanges } from './person/mask-changes.ts';
import { assertMayChange } from './roles/role-priority.ts';
import { NEW_ACCOUNT } from './user-rule.ts';

/** Whether a user created or changed any resource beside its own record: every write leaves a change row. */
async function hasWritten(store: Store, userId: number, transaction?: Transaction): Promise<boolean> {
  const options = { ...(transaction && { session: transaction }), projection: { _id: 1 } };
  const about = { resource_type: 'objects', resource_id: String(userId) };
  const change = await store.changes.findOne({ user_id: userId, $nor: [about] }, options);
  if (change) return true;
  return (await store.objects.findOne({ created_by: userId, _id: { $ne: userId } }, options)) !== null;
}

/** Removes files of the user that belong to no object. Files of objects remain, and still count. */
async function removeOwnFiles(
  services: Pick<ObjectServices, 'store' | 'files'>,
  { objectId: userId, at, context }: Removal,
  transaction: Transaction,
): Promise<string[]> {
  const { store, files } = services;
  const rows = await store.streams.find({ object_id: null, created_by: userId }, { session: transaction }).toArray();
  const keys = await files.removeStreams(rows, { context, at, transaction });
  await maskChanges(store, ['streams', rows.map(({ _id }) => _id)], transaction);
  await store.fileUsage.deleteOne({ _id: String(userId), files: { $lte: 0 } }, { session: transaction });
  return keys;
}

/**
 * Removes the data of the user alone: names, credentials, accounts at providers, files, and values in change rows.
 * @returns keys of files for `purge`, once the transaction is committed
 */
async function removeAccount(
  services: Pick<ObjectServices, 'store' | 'files'>,
  removal: Removal,
  transaction: Transaction,
): Promise<string[]> {
  const { store } = services;
  const { objectId: userId, at, context } = removal;
  const ofUser = { user_id: userId };
  const options = { session: transaction };
  const keys = [
    ...(await removeBelongings(services, removal, transaction)),
    ...(await removeOwnFiles(services, removal, transaction)),
  ];
  await store.usernames.deleteMany(ofUser, options);
  await store.userEmails.deleteMany(ofUser, options);
  await store.credentials.deleteOne({ _id: userId }, options);
  await store.refreshTokens.deleteMany(ofUser, options);
  await endMailed(store, { userId, services: [SIGNUP], why: 'The user was removed.', now: at }, transaction);
  const mailed = { service: { $in: [CREDENTIALS_CHANGE, ADDRESS_CONFIRMATION, MAIL] }, 'payload.user_id': userId };
  await store.asyncJobs.deleteMany(mailed, options);
  const accounts = await store.externalAuth.find(ofUser, { ...options, projection: { _id: 1 } }).toArray();
  const ids = accounts.map(({ _id }) => _id);
  await maskChanges(store, ['objects', [userId]], transaction);
  if (ids.length === 0) return keys;
  await store.externalAuth.deleteMany(ofUser, options);
  await maskChanges(store, ['external_auth', ids], transaction);
  const removed = ids.map((id) => changeRow({ type: 'external_auth', id, action: 'remove', changed: {}, at }, context));
  recordChanges(removed, transaction);
  return keys;
}

/** The remains of a user: id, creator and date. Locked in the trash, so that it is in no list (D161). */
function anonymous(user: ObjectDocument, at: Date, context: RequestContext): ObjectDocument {
  const name = `${DELETED_PREFIX}${user._id}`;
  return withAudiences({
    _id: user._id,
    type: user.type,
    uname: name,
    username: name,
    title: null,
    description: null,
    lang: null,
    status: 'off',
    publish_start: null,
    publish_end: null,
    visible_from: ALWAYS_FROM,
    visible_to: ALWAYS_TO,
    locked: true,
    trashed: true,
    created: user.created,
    modified: at,
    published: null,
    created_by: user.created_by,
    modified_by: context.caller.userId,
    revision: user.revision + 1,
    ...(user.fence !== undefined && { fence: user.fence }),
    ...(user.link_fence !== undefined && { link_fence: user.link_fence }),
    ...structuredClone(NEW_ACCOUNT),
    blocked: true,
  });
}

function anonymisingWrite(
  objects: ObjectServices,
  { type, document }: ObjectRecord,
  context: RequestContext,
): ObjectWrite {
  const at = objects.clock.now();
  const removal = { objectId: document._id, at, context };
  const { inTransaction, afterCommit } = removalSteps(objects, (transaction) =>
    removeAccount(objects, removal, transaction),
  );
  const after = anonymous(document, at, context);
  const write = changeWrite({ type, before: document, after }, { action: 'remove', inTransaction }, context);
  return { ...write, afterCommit };
}

function accountRemoval(objects: ObjectServices, found: ObjectRecord, context: RequestContext): ObjectWrite {
  return removalWrite(objects, found, context, async (removal, transaction) => {
    const { objectId } = removal;
    // The user has written something since it was read.
    if (await hasWritten(objects.store, objectId, transaction)) throw new RevisionConflict(objectId);
    return removeAccount(objects, removal, transaction);
  });
}

async function purgeWrite(
  objects: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
  transaction?: Transaction,
): Promise<ObjectWrite> {
  const isAuthor = await hasWritten(objects.store, found.document._id, transaction);
  return (isAuthor ? anonymisingWrite : accountRemoval)(objects, found, context);
}

/**
 * Purges a user in a running transaction, whether in the trash or not. Its files are left to the sweeper.
 * @param found the user as the transaction reads it
 * @throws RevisionConflict, SchemaConflict
 */
export async function purgeUserIn(
  objects: ObjectServices,
  found: ObjectRecord,
  context: RequestContext,
  transaction: Transaction,
): Promise<void> {
  await objects.writer.writeIn(await purgeWrite(objects, found, context, transaction), transaction);
}

/** Permissions of `/users` apply to users in the trash as well: to restore and to purge them. */
export const userTrashRule: TrashRule = {
  kind: 'users',
  async assertWritable({ store }, found, context) {
    await assertMayChange(store, [found], context);
    if (found.document._id === FIRST_USER_ID) throw immutable('User 1 cannot be deleted.');
  },
  purge: async (objects, found, context) => [await purgeWrite(objects, found, context)],
};
