// What files take up, and how much they may (D32). A user's own and the total are counted in the transaction that adds or
// removes a stream, so that no two uploads at once pass a limit together.
import type { Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { FileUsageRow, StreamRow } from '../store/store.ts';
import type { Transaction } from '../store/transaction.ts';
import type { FileServices, UploadLimits } from './file-services.ts';

type Usage = Pick<FileUsageRow, 'bytes' | 'files'>;

const TOTAL = 'total';
const NOTHING: Usage = { bytes: 0, files: 0 };

const rowId = (userId: number | null): string => (userId === null ? 'anonymous' : String(userId));

/** @throws ApiError upload_quota_exceeded, upload_files_limit_exceeded; the size is looked at before the number */
function assertWithin(own: Usage, total: Usage, limits: UploadLimits): void {
  const { uploadQuotaBytes, uploadMaxFiles, uploadTotalBytes } = limits;
  if (uploadQuotaBytes !== null && own.bytes > uploadQuotaBytes) {
    throw new ApiError('upload_quota_exceeded', `Your files may take up ${uploadQuotaBytes} bytes.`);
  }
  if (uploadTotalBytes !== null && total.bytes > uploadTotalBytes) {
    throw new ApiError('upload_quota_exceeded', `All files together may take up ${uploadTotalBytes} bytes.`);
  }
  if (uploadMaxFiles !== null && own.files > uploadMaxFiles) {
    throw new ApiError('upload_files_limit_exceeded', `You may have ${uploadMaxFiles} files.`);
  }
}

const plus = (a: Usage, b: Usage): Usage => ({ bytes: a.bytes + b.bytes, files: a.files + b.files });

/** The file that another one takes the place of. */
export type ReplacedFile = Pick<StreamRow, 'file_size' | 'created_by'>;

/**
 * Refuses early what would be refused in the end.
 * @param bytes of the new file, 0 while that is not known
 * @param replaced what it makes room for itself
 */
export async function assertRoom(
  { store, limits }: Pick<FileServices, 'store' | 'limits'>,
  bytes: number,
  { userId }: Pick<Caller, 'userId'>,
  replaced?: ReplacedFile,
): Promise<void> {
  const id = rowId(userId);
  const rows = await store.fileUsage.find({ _id: { $in: [id, TOTAL] } }).toArray();
  const of = (wanted: string): Usage => rows.find((row) => row._id === wanted) ?? NOTHING;
  const added = { bytes, files: 1 };
  const net = replaced ? { bytes: bytes - replaced.file_size, files: 0 } : added;
  const isOwn = replaced?.created_by === userId;
  if (isOwn && net.bytes <= 0) return;
  assertWithin(plus(of(id), isOwn ? net : added), plus(of(TOTAL), net), limits);
}

/** @param change negative for what is removed. @returns the user's own and the total, as they are then */
async function countChange(
  store: FileServices['store'],
  change: Usage,
  userId: number | null,
  session: Transaction,
): Promise<{ own: Usage; total: Usage }> {
  const count = async (_id: string): Promise<Usage> =>
    (await store.fileUsage.findOneAndUpdate(
      { _id },
      { $inc: { bytes: change.bytes, files: change.files } },
      { upsert: true, returnDocument: 'after', session },
    )) ?? NOTHING;
  return { own: await count(rowId(userId)), total: await count(TOTAL) };
}

/** Counts what changes; only more than before is refused. @throws ApiError upload_quota_exceeded, upload_files_limit_exceeded */
export async function addUsage(
  { store, limits }: Pick<FileServices, 'store' | 'limits'>,
  added: Usage,
  userId: number | null,
  session: Transaction,
): Promise<void> {
  const { own, total } = await countChange(store, added, userId, session);
  if (added.bytes > 0 || added.files > 0) assertWithin(own, total, limits);
}

/** Counts what is removed. */
export async function subtractUsage(
  store: FileServices['store'],
  { bytes, files }: Usage,
  userId: number | null,
  session: Transaction,
): Promise<void> {
  await countChange(store, { bytes: -bytes, files: -files }, userId, session);
}
