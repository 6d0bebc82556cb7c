// Files in the database: replicated and backed up with the data, for several machines without a bucket.
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../network/binary-body.ts';
import { CHUNK_SIZE, type GridFs } from '../../store/grid-fs.ts';
import { withCheckedKeys } from './file-key.ts';
import { FileMissing, onThisMachine, type FileStorage, type LocalFile } from './file-storage.ts';

export function createGridFsStorage(gridFs: GridFs): FileStorage {
  async function fileOf(key: string): Promise<{ length: number; chunkSize: number }> {
    const file = await gridFs.find(key);
    if (!file) throw new FileMissing(key);
    return file;
  }

  /** Chunk by chunk, and not by a cursor, which the database would close on a client that reads slowly. */
  async function* bytesOf(key: string, { start, end }: ByteRange, chunkSize: number): AsyncGenerator<Uint8Array> {
    const last = Math.floor(end / chunkSize);
    for (let n = Math.floor(start / chunkSize); n <= last; n++) {
      const bytes = await gridFs.readChunk(key, n);
      if (!bytes) throw new FileMissing(key);
      const from = Math.max(0, start - n * chunkSize);
      yield bytes.subarray(from, Math.min(chunkSize, end + 1 - n * chunkSize));
    }
  }

  return withCheckedKeys({
    async put(key: string, { path }: LocalFile): Promise<void> {
      const handle = await onThisMachine(open(path));
      try {
        const chunk = Buffer.allocUnsafeSlow(CHUNK_SIZE);
        let length = 0;
        for (let n = 0; ; n++) {
          const size = await onThisMachine(fill(chunk, (free) => handle.read(free)));
          if (size > 0) await gridFs.addChunk(key, n, chunk.subarray(0, size));
          length += size;
          if (size < CHUNK_SIZE) break;
        }
        await gridFs.addFile(key, length);
      } finally {
        await handle.close();
      }
    },
    async copy(from: string, to: string): Promise<void> {
      const { length, chunkSize } = await fileOf(from);
      const copied = await gridFs.copyChunks(from, to);
      // It may have been removed since.
      if (copied < Math.ceil(length / chunkSize)) throw new FileMissing(from);
      await gridFs.addFile(to, length);
    },
    async read(key: string, range?: ByteRange): Promise<Readable> {
      const { length, chunkSize } = await fileOf(key);
      const end = Math.min(range?.end ?? length, length - 1);
      return Readable.from(bytesOf(key, { start: range?.start ?? 0, end }, chunkSize), { objectMode: false });
    },
    remove: (key: string) => gridFs.remove(key),
    keys: () => gridFs.keys(),
    close: () => Promise.resolve(),
  });
}

/** Reads until the buffer is full or the file ends: one read may give less. @returns bytes read */
async function fill(buffer: Buffer, read: (free: Buffer) => Promise<{ bytesRead: number }>): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await read(buffer.subarray(filled));
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
