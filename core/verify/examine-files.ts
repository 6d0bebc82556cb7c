// Files: streams and thumbnails with their bytes, files to be removed, and files without a row.
import { createHash } from 'node:crypto';
import { LEASE_MS } from '../files/file-store.ts';
import { isFileKey } from '../files/storage/file-key.ts';
import { FileMissing } from '../files/storage/file-storage.ts';
import type {
  Collection,
  DirectUploadRow,
  StreamRow,
  ThumbnailRow,
  UnclaimedFileRow,
  UploadTokenRow,
} from '../store/store.ts';
import { inSnapshot, type Transaction } from '../store/transactions/transaction.ts';
import { byId, type Finding, type VerifiedDatabase, type View } from './check.ts';
import { copyFindings, ownersOf } from './examine-copies.ts';
import { withRowType } from '../store/untyped-collection.ts';

interface Named {
  _id: string;
  file_key: string;
}

/** A file in use is not among those to be removed. */
async function claimFindings(what: string, rows: readonly Named[], { store, transaction }: View): Promise<Finding[]> {
  const filter = { _id: { $in: rows.map((row) => row.file_key) } };
  const unclaimed = byId(await store.unclaimedFiles.find(filter, { session: transaction }).toArray());
  return rows.flatMap((row) => {
    const found = unclaimed.get(row.file_key);
    if (!found) return [];
    const mend = (view: View) =>
      view.store.unclaimedFiles.deleteOne({ _id: row.file_key }, { session: view.transaction });
    const detail = `the file of ${what} ${row._id} is to be removed at ${found.due.toISOString()}`;
    // A file that is being removed cannot be kept.
    return [{ invariant: 'unclaimed files', detail, row: row._id, ...(!found.taken && { mend }) }];
  });
}

export async function examineStreams(rows: readonly StreamRow[], view: View): Promise<Finding[]> {
  const owned = rows.filter((row): row is StreamRow & { object_id: number } => row.object_id !== null);
  const free = rows.filter((row) => row.object_id === null && row.object !== undefined);
  const mendFree = (id: string) => (at: View) =>
    at.store.streams.updateOne({ _id: id }, { $unset: { object: '' } }, { session: at.transaction });
  return [
    ...copyFindings('streams', owned, await ownersOf(owned, view)),
    ...free.map(({ _id }) => ({
      invariant: 'copies',
      detail: `streams ${_id}: it belongs to no object and has a copy of one`,
      row: _id,
      mend: mendFree(_id),
    })),
    ...(await claimFindings('stream', rows, view)),
  ];
}

/** Removes a thumbnail, which is made again on demand. */
const removeThumbnail =
  (row: ThumbnailRow) =>
  async (view: View): Promise<void> => {
    const { store, transaction: session, clock } = view;
    const { _id, file_key } = row;
    const { deletedCount } = await store.thumbnails.deleteOne({ _id, file_key }, { session });
    if (deletedCount === 0) return;
    const due = { $setOnInsert: { due: clock.now() } };
    await store.unclaimedFiles.updateOne({ _id: file_key }, due, { session, upsert: true });
  };

export async function examineThumbnails(rows: readonly ThumbnailRow[], view: View): Promise<Finding[]> {
  const { store, transaction } = view;
  const filter = { _id: { $in: rows.map((row) => row.stream_id) } };
  const streams = byId(
    await store.streams.find(filter, { session: transaction, projection: { file_key: 1 } }).toArray(),
  );
  const wrong = rows.filter((row) => streams.get(row.stream_id)?.file_key !== row.made_of);
  return [
    ...wrong.map((row) => ({
      invariant: 'thumbnails',
      detail: `thumbnail ${row._id} is made of a file that stream ${row.stream_id} does not have`,
      row: row._id,
      mend: removeThumbnail(row),
    })),
    ...(await claimFindings('thumbnail', rows, view)),
  ];
}

/** Without direct uploads, whose files have no row yet. */
const tokensOf = (rows: readonly (UploadTokenRow | DirectUploadRow)[]): UploadTokenRow[] =>
  rows.filter((row) => 'type' in row);

export const examineUploadTokens = (
  found: readonly (UploadTokenRow | DirectUploadRow)[],
  view: View,
): Promise<Finding[]> =>
  claimFindings(
    'upload',
    tokensOf(found).map((row) => ({ _id: row._id, file_key: row.stream.file_key })),
    view,
  );

/** Size and hashes of a stored file; undefined when it is missing. */
async function readBytes(
  { storage }: VerifiedDatabase,
  key: string,
  pace: (bytes: number) => Promise<void>,
): Promise<{ size: number; sha1: string; md5: string } | undefined> {
  try {
    const [sha1, md5] = [createHash('sha1'), createHash('md5')];
    let size = 0;
    for await (const chunk of await storage.read(key)) {
      size += chunk.length;
      sha1.update(chunk);
      md5.update(chunk);
      await pace(chunk.length);
    }
    return { size, sha1: sha1.digest('hex'), md5: md5.digest('hex') };
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

async function isStored({ storage }: VerifiedDatabase, key: string): Promise<boolean> {
  try {
    (await storage.read(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

export interface BytesOptions {
  /** Checks only whether files exist. */
  quick: boolean;
  /** Waits according to the rate. */
  pace(bytes: number): Promise<void>;
}

/** The fault of the bytes of a file, as text. */
async function bytesFault(
  database: VerifiedDatabase,
  row: Pick<StreamRow, 'file_key' | 'file_size'> & Partial<Pick<StreamRow, 'hash_sha1' | 'hash_md5'>>,
  { quick, pace }: BytesOptions,
): Promise<string | undefined> {
  if (quick) return (await isStored(database, row.file_key)) ? undefined : 'its file is missing';
  const bytes = await readBytes(database, row.file_key, pace);
  if (!bytes) return 'its file is missing';
  if (bytes.size !== row.file_size) return `its file has ${bytes.size} bytes, not ${row.file_size}`;
  if (row.hash_sha1 !== undefined && bytes.sha1 !== row.hash_sha1) return 'its file has another SHA-1';
  if (row.hash_md5 !== undefined && bytes.md5 !== row.hash_md5) return 'its file has another MD5';
  return undefined;
}

type FileRow = StreamRow | ThumbnailRow;

/** Rows whose files are read; a file that has been replaced or removed since belongs to no row. */
const bytesOf =
  <Row extends FileRow>(
    collectionOf: (database: VerifiedDatabase) => Collection<Row>,
    findingOf: (row: Row, fault: string) => Finding,
  ) =>
  (options: BytesOptions) =>
  async (rows: readonly Row[], database: VerifiedDatabase): Promise<Finding[]> => {
    const findings: Finding[] = [];
    for (const row of rows) {
      const fault = await bytesFault(database, row, options);
      if (fault === undefined) continue;
      const filter = { _id: row._id, file_key: row.file_key };
      if (await withRowType(collectionOf(database)).findOne(filter)) findings.push(findingOf(row, fault));
    }
    return findings;
  };

export const streamBytes = bytesOf<StreamRow>(
  ({ store }) => store.streams,
  ({ _id }, fault) => ({ invariant: 'bytes of files', detail: `stream ${_id}: ${fault}`, row: _id }),
);

export const thumbnailBytes = bytesOf<ThumbnailRow>(
  ({ store }) => store.thumbnails,
  (row, fault) => ({
    invariant: 'thumbnails',
    detail: `thumbnail ${row._id}: ${fault}`,
    row: row._id,
    mend: removeThumbnail(row),
  }),
);

const bitsOf = (key: string): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);

/** Keys of files, by 48 bits of each: a million use about 50 MB. */
export class KeySet {
  readonly #known = new Set<number>();

  add(key: string): void {
    // A row of a forged backup may name anything; the storage has no file of such a key.
    if (isFileKey(key)) this.#known.add(bitsOf(key));
  }

  has(key: string): boolean {
    return this.#known.has(bitsOf(key));
  }
}

export const keysOf = {
  streams: (rows: readonly StreamRow[]) => rows.map((row) => row.file_key),
  thumbnails: (rows: readonly ThumbnailRow[]) => rows.map((row) => row.file_key),
  upload_tokens: (rows: readonly (UploadTokenRow | DirectUploadRow)[]) =>
    tokensOf(rows).map((row) => row.stream.file_key),
  unclaimed_files: (rows: readonly UnclaimedFileRow[]) => rows.map((row) => row._id),
};

const BATCH_SIZE = 500;

/** The keys among some that a row names, as a file to be removed as well. */
async function namedKeys(
  { store }: VerifiedDatabase,
  keys: readonly string[],
  transaction: Transaction,
): Promise<Set<string>> {
  const $in = [...keys];
  const ofRows = { session: transaction, projection: { file_key: 1 } };
  const streams = await store.streams.find({ file_key: { $in } }, ofRows).toArray();
  const thumbnails = await store.thumbnails.find({ file_key: { $in } }, ofRows).toArray();
  const tokens = await store.uploadTokens.find({ 'stream.file_key': { $in } }, { session: transaction }).toArray();
  const unclaimed = await store.unclaimedFiles.find({ _id: { $in } }, { session: transaction }).toArray();
  return new Set([
    ...keysOf.streams(streams),
    ...keysOf.thumbnails(thumbnails),
    ...keysOf.upload_tokens(tokens),
    ...keysOf.unclaimed_files(unclaimed),
  ]);
}

async function strayAmong(database: VerifiedDatabase, keys: readonly string[]): Promise<Finding[]> {
  const named = await inSnapshot(database.store.client, (transaction) => namedKeys(database, keys, transaction));
  const findings: Finding[] = [];
  for (const key of keys) {
    // A file is announced before it is stored and until it is removed, so an existing file without a row is stray.
    if (named.has(key) || !(await isStored(database, key))) continue;
    const mend = ({ store, transaction, clock }: View) => {
      const $setOnInsert = { due: new Date(clock.now().getTime() + LEASE_MS) };
      return store.unclaimedFiles.updateOne({ _id: key }, { $setOnInsert }, { session: transaction, upsert: true });
    };
    const detail = `the file ${key} is in the storage without a row`;
    findings.push({ invariant: 'unclaimed files', detail, row: key, mend });
  }
  return findings;
}

/** Further ones are not reported separately. */
const MAX_STRAY = 10_000;

/**
 * Files in the storage that no row names. If they are more than the others, another database uses the storage as well:
 * then they are only reported.
 * @param known keys that rows name, or named shortly before
 */
export async function findStrayFiles(database: VerifiedDatabase, known: KeySet): Promise<Finding[]> {
  let unknown: string[] = [];
  let count = 0;
  const stray: Finding[] = [];
  const look = async (): Promise<void> => {
    if (unknown.length > 0) stray.push(...(await strayAmong(database, unknown)));
    unknown = [];
  };
  for await (const key of database.storage.keys()) {
    count++;
    if (!known.has(key)) unknown.push(key);
    if (unknown.length === BATCH_SIZE) await look();
    if (stray.length >= MAX_STRAY) break;
  }
  await look();
  if (stray.length * 2 <= count) return stray;
  const also = 'another database may use this storage';
  return stray.map(({ mend: _mend, detail, ...finding }) => ({ ...finding, detail: `${detail}; ${also}` }));
}
