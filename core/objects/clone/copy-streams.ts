// Streams of a copy: those of the original that the caller sees, with files of their own, versions kept (D55, D166).
import { refusal } from '../../accounts/authorization.ts';
import type { RequestContext } from '../../context.ts';
import type { FileServices } from '../../files/file-services.ts';
import { copyFile, copyOfStream } from '../../files/streams/clone-stream.ts';
import { insertStream } from '../../files/streams/create-stream.ts';
import { hasStreams, seenOfSeen, STREAMS } from '../../files/streams/object-streams.ts';
import { assertRoom, usageOf } from '../../files/usage.ts';
import type { ObjectDocument, StreamRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { FoundObject } from '../read-objects.ts';
import { viewOf } from '../touch-objects.ts';

/**
 * Copies the files, and hands the rows for them to `use`, whose transaction writes them. They are removed when that fails.
 * @throws ApiError authentication_required, forbidden, upload_quota_exceeded, upload_files_limit_exceeded, not_found
 */
export async function withCopiedStreams<T>(
  files: FileServices,
  { type, document }: FoundObject,
  context: RequestContext,
  use: (rows: readonly StreamRow[]) => Promise<T>,
): Promise<T> {
  const { access, caller } = context;
  const seen = hasStreams(type) ? seenOfSeen(context) : undefined;
  const filter = { object_id: document._id, ...seen };
  const originals = seen ? await files.store.streams.find(filter).sort({ version: 1 }).toArray() : [];
  if (originals.length === 0) return use([]);
  if (access.grant(STREAMS, 'write') === 'none') throw refusal(caller, 'Your roles do not allow to copy streams.');
  const copies = originals.flatMap(({ file_size }) => usageOf({ file_size, created_by: caller.userId }));
  await assertRoom(files, copies);
  const rows: StreamRow[] = [];
  try {
    for (const original of originals) {
      const copy = copyOfStream(files, original, await copyFile(files, original), context);
      rows.push({ ...copy, version: original.version });
    }
    return await use(rows);
  } catch (error) {
    await files.keeper.removeNow(rows.map(({ file_key: key }) => key));
    throw error;
  }
}

/** Writes the rows as those of a new object. @throws ApiError upload_quota_exceeded, upload_files_limit_exceeded */
export async function writeStreams(
  files: FileServices,
  { rows, document }: { rows: readonly StreamRow[]; document: ObjectDocument },
  context: RequestContext,
  session: Transaction,
): Promise<void> {
  for (const row of rows) {
    await insertStream(files, { ...row, object_id: document._id, object: viewOf(document) }, context, session);
  }
}
