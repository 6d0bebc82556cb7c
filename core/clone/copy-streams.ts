// Streams of a copy: the visible ones of the original, with separate files and all versions (D55, D166).
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import type { FileServices } from '../files/file-services.ts';
import { copyFile, copyOfStream } from '../files/streams/clone-stream.ts';
import { insertStreams } from '../files/streams/create-stream.ts';
import { hasStreams, STREAMS } from '../objects/owned-files.ts';
import { readableStreamsFilter } from '../files/streams/object-streams.ts';
import { assertRoom, usageOf } from '../files/usage.ts';
import { writeScope } from '../resources/write-rows.ts';
import type { ObjectDocument, StreamRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { viewOf } from '../objects/changes/lock-objects.ts';

/** Rows for a copy of the object: the files are copied, the rows are to be inserted. */
export type CopyStreams = (original: ObjectRecord) => Promise<StreamRow[]>;

/** The streams that a copy gets. */
async function originalsOf(
  { store, objects }: FileServices,
  { type, document }: ObjectRecord,
  context: RequestContext,
): Promise<StreamRow[]> {
  const seen = hasStreams(type) ? readableStreamsFilter(objects, context) : undefined;
  return seen
    ? store.streams
        .find({ object_id: document._id, ...seen })
        .sort({ version: 1 })
        .toArray()
    : [];
}

/**
 * Passes a function that copies streams to `work`, which inserts the rows. No file is copied twice, although a write may be
 * retried. Copies without a row in the end are removed.
 * @throws ApiError authentication_required, forbidden, UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED, not_found
 */
export async function withCopiedStreams<T>(
  files: FileServices,
  context: RequestContext,
  work: (copyStreams: CopyStreams) => Promise<T>,
): Promise<T> {
  const { access, caller } = context;
  /** Keys of the copies by the keys of their originals. */
  const copied = new Map<string, string>();
  let latest: readonly StreamRow[] = [];

  async function copyStreams(original: ObjectRecord): Promise<StreamRow[]> {
    const originals = await originalsOf(files, original, context);
    if (originals.length === 0) return [];
    if (access.grant(STREAMS, 'write') === 'none') throw refusal(caller, 'Your roles do not allow copying streams.');
    const copies = originals.flatMap(({ file_size }) => usageOf({ file_size, created_by: caller.userId }));
    await assertRoom(files, copies);
    const rows: StreamRow[] = [];
    for (const each of originals) {
      const key = copied.get(each.file_key) ?? (await copyFile(files, each));
      copied.set(each.file_key, key);
      const past = each.past && { past: each.past };
      rows.push({ ...copyOfStream(files, each, key, context), version: each.version, ...past });
    }
    latest = rows;
    return rows;
  }

  const removeBut = async (kept: readonly StreamRow[]): Promise<void> => {
    const keys = new Set(kept.map(({ file_key: key }) => key));
    await files.fileStore.purge([...copied.values()].filter((key) => !keys.has(key)));
  };
  try {
    const result = await work(copyStreams);
    await removeBut(latest);
    return result;
  } catch (error) {
    await removeBut([]);
    throw error;
  }
}

/** Inserts the rows as those of a new object. @throws ApiError UPLOAD_QUOTA_EXCEEDED, UPLOAD_FILES_LIMIT_EXCEEDED */
export const writeStreams = (
  files: FileServices,
  { rows, document }: { rows: readonly StreamRow[]; document: ObjectDocument },
  context: RequestContext,
  transaction: Transaction,
): Promise<void> => {
  const own = rows.map((row) => ({ ...row, object_id: document._id, object: viewOf(document) }));
  return insertStreams(files, own, writeScope(files, context, transaction));
};
