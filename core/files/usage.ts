// Storage used by files, and its limits (D32). The transaction that adds or removes a stream counts it for the user and for the
// total, so that concurrent uploads cannot exceed a limit together.
import { ApiError } from '../errors.ts';
import type { Store, StreamRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import type { FileServices, UploadLimits } from './file-services.ts';
import type { ActiveUpload, Usage } from './active-uploads.ts';

/** Addition for a user, null without one; negative for a removal. */
export interface UsageChange extends Usage {
  userId: number | null;
}

/** A file in the counts. */
export type CountedFile = Pick<StreamRow, 'file_size' | 'created_by'>;

/** One count, before a change. */
interface Account {
  id: string;
  used: Usage;
  /** Includes running uploads. */
  withUploads?: boolean;
  change: Usage;
}

const TOTAL = 'total';
const NO_USAGE: Usage = { bytes: 0, files: 0 };

/** Space that all files use. */
export async function storedFiles({ fileUsage }: Pick<Store, 'fileUsage'>): Promise<Usage> {
  const row = await fileUsage.findOne({ _id: TOTAL });
  return row ? { bytes: row.bytes, files: row.files } : NO_USAGE;
}

const rowId = (userId: number | null): string => (userId === null ? 'anonymous' : String(userId));

const plus = (a: Usage, b: Usage): Usage => ({ bytes: a.bytes + b.bytes, files: a.files + b.files });

/** Users in the order of their ids, and the total last, so that transactions meet on it as late as possible. */
function changesByRow(changes: readonly UsageChange[]): Map<string, Usage> {
  const byRow = new Map<string, Usage>();
  for (const { userId, ...change } of changes.toSorted((a, b) => (a.userId ?? 0) - (b.userId ?? 0))) {
    byRow.set(rowId(userId), plus(byRow.get(rowId(userId)) ?? NO_USAGE, change));
  }
  return byRow.set(TOTAL, changes.reduce<Usage>(plus, NO_USAGE));
}

const among = (withUploads = false): string => (withUploads ? ', including uploads in progress' : '');

/** Only growth is refused, not an excess that exists already. @throws ApiError UPLOAD_QUOTA_EXCEEDED */
function assertBytes({ id, used, change, withUploads }: Account, limit: number | null): void {
  if (limit === null || change.bytes <= 0 || used.bytes + change.bytes <= limit) return;
  const whose = id === TOTAL ? 'All files together' : 'Your files';
  throw new ApiError(
    'UPLOAD_QUOTA_EXCEEDED',
    `${whose} use ${used.bytes} of ${limit} bytes${among(withUploads)}, with room for ${Math.max(0, limit - used.bytes)} more.`,
  );
}

/** @throws ApiError UPLOAD_FILES_LIMIT_EXCEEDED */
function assertFiles({ used, change, withUploads }: Account, limit: number | null): void {
  if (limit === null || change.files <= 0 || used.files + change.files <= limit) return;
  throw new ApiError(
    'UPLOAD_FILES_LIMIT_EXCEEDED',
    `You have ${used.files} of ${limit} files${among(withUploads)}, with room for ${Math.max(0, limit - used.files)} more.`,
  );
}

/** The size is checked before the number. @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED */
function assertWithin(accounts: readonly Account[], limits: UploadLimits): void {
  const own = accounts.filter(({ id }) => id !== TOTAL);
  for (const account of own) assertBytes(account, limits.uploadQuotaBytes);
  for (const account of accounts.slice(own.length)) assertBytes(account, limits.uploadTotalBytes);
  for (const account of own) assertFiles(account, limits.uploadMaxFiles);
}

/** The change of usage by a file that may replace another one. */
export const usageOf = (
  { file_size: bytes, created_by: userId }: CountedFile,
  replaced?: CountedFile,
): UsageChange[] => [
  ...(replaced ? [{ userId: replaced.created_by, bytes: -replaced.file_size, files: -1 }] : []),
  { userId, bytes, files: 1 },
];

/**
 * Refuses uploads early that would exceed a limit at their end, or when all running uploads have ended.
 * @param upload to which the changes belong from now on
 * @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED
 */
export async function assertRoom(
  { store, limits, underWay }: Pick<FileServices, 'store' | 'limits' | 'underWay'>,
  changes: readonly UsageChange[],
  upload?: ActiveUpload,
): Promise<void> {
  const byRow = changesByRow(changes);
  const rows = await store.fileUsage.find({ _id: { $in: [...byRow.keys()] } }).toArray();
  const accounts = [...byRow].map(([id, change]) => {
    const coming = underWay.sum(id, upload);
    const used = plus(rows.find((row) => row._id === id) ?? NO_USAGE, coming);
    return { id, change, used, withUploads: coming.files > 0 };
  });
  assertWithin(accounts, limits);
  // No await between check and reservation, so that the second of two uploads sees the first.
  if (upload) upload.adds = byRow;
}

async function count(store: Store, changes: readonly UsageChange[], transaction: Transaction): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const [id, change] of changesByRow(changes)) {
    const { bytes, files } = change;
    const options = { upsert: true, returnDocument: 'before', session: transaction } as const;
    const used = await store.fileUsage.findOneAndUpdate({ _id: id }, { $inc: { bytes, files } }, options);
    accounts.push({ id, change, used: used ?? NO_USAGE });
  }
  return accounts;
}

/** Counts changes. @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED */
export async function changeUsage(
  { store, limits }: Pick<FileServices, 'store' | 'limits'>,
  changes: readonly UsageChange[],
  transaction: Transaction,
): Promise<void> {
  assertWithin(await count(store, changes, transaction), limits);
}

/** Counts removals, which are never refused. */
export async function subtractUsage(
  store: Store,
  removed: readonly CountedFile[],
  transaction: Transaction,
): Promise<void> {
  const changes = removed.map(({ file_size, created_by: userId }) => ({ userId, bytes: -file_size, files: -1 }));
  await count(store, changes, transaction);
}
