// Files in the database, in the layout of GridFS, so that its tools read them too. Its own streams are not used: they hold 16
// MB at a time for a read, and a write leaves unfinished chunks visible.
import { Binary, type Collection, type Db } from 'mongodb';
import { inSlices } from './connection/decode-in-slices.ts';

/** Size of all chunks of a file but the last. */
export const CHUNK_SIZE = 1_048_576;

interface GridFile {
  _id: string;
  /** Bytes. */
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
}

interface Chunk {
  files_id: string;
  n: number;
  data: Binary;
}

export type GridFs = Awaited<ReturnType<typeof openGridFs>>;

/** Collections `files.files` and `files.chunks`. */
export async function openGridFs(db: Db) {
  const files: Collection<GridFile> = db.collection('files.files');
  const chunks: Collection<Chunk> = db.collection('files.chunks');
  await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
  return {
    /** Writes a chunk of a new file; the buffer may be reused afterwards. */
    async addChunk(files_id: string, n: number, bytes: Uint8Array): Promise<void> {
      await chunks.insertOne({ files_id, n, data: new Binary(bytes) });
    },
    /** Makes the file visible, after all of its chunks. */
    async addFile(_id: string, length: number): Promise<void> {
      await files.insertOne({ _id, length, chunkSize: CHUNK_SIZE, uploadDate: new Date(), filename: _id });
    },
    find: (_id: string) => files.findOne({ _id }),
    /** Undefined for a removed one. */
    async readChunk(files_id: string, n: number): Promise<Uint8Array | undefined> {
      return (await chunks.findOne({ files_id, n }, { projection: { data: 1 } }))?.data.buffer;
    },
    /** Copies the chunks of another file within the server. @returns their number */
    async copyChunks(from: string, to: string): Promise<number> {
      const stages = [
        { $match: { files_id: from } },
        { $project: { _id: 0, files_id: { $literal: to }, n: 1, data: 1 } },
        { $merge: { into: chunks.collectionName, whenMatched: 'fail' } },
      ];
      await chunks.aggregate(stages).toArray();
      return chunks.countDocuments({ files_id: to });
    },
    /** Of all visible files. */
    async *keys(): AsyncGenerator<string> {
      for await (const { _id } of inSlices(files.find({}, { projection: { _id: 1 } }))) yield _id;
    },
    /** Removes a file with its chunks, or chunks without a file. */
    async remove(key: string): Promise<void> {
      // First, so that no new download starts.
      await files.deleteOne({ _id: key });
      await chunks.deleteMany({ files_id: key });
    },
  };
}
