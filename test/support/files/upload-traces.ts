// The traces of uploads in a service of a test: files, rows, and counts.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestService } from '../service.ts';

/** All files below a folder, as paths. */
export const filesUnder = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
    () => [],
  );

/** All traces of uploads: files of streams, of tokens and of running uploads, rows, and counts. */
export async function traces({ service, dataDir }: TestService) {
  const { store } = service.services;
  const [stored, underWay, thumbnails, unclaimed, linked, tokens, usage] = await Promise.all([
    filesUnder(path.join(dataDir, 'files')),
    filesUnder(path.join(dataDir, 'uploads')),
    store.thumbnails.countDocuments(),
    store.unclaimedFiles.countDocuments(),
    store.streams.find({}, { projection: { file_size: 1, created_by: 1, version: 1, object_id: 1 } }).toArray(),
    store.uploadTokens.find().toArray(),
    store.fileUsage.find({ $or: [{ bytes: { $ne: 0 } }, { files: { $ne: 0 } }] }).toArray(),
  ]);
  const streams = [...linked, ...tokens.flatMap(({ stream }) => stream ?? [])];
  return { stored: stored.length, underWay: underWay.length, thumbnails, unclaimed, streams, usage };
}

export const NO_TRACES = { stored: 0, underWay: 0, thumbnails: 0, unclaimed: 0, streams: [], usage: [] };

/** Differences between stored files and counts and the rows of streams and thumbnails; none when they agree. */
export async function bookkeepingFaults(test: TestService): Promise<string[]> {
  const { stored, thumbnails, underWay, unclaimed, streams, usage } = await traces(test);
  const counted = new Map<string, { bytes: number; files: number }>();
  for (const { created_by, file_size } of streams) {
    for (const id of [String(created_by), 'total']) {
      const { bytes, files } = counted.get(id) ?? { bytes: 0, files: 0 };
      counted.set(id, { bytes: bytes + file_size, files: files + 1 });
    }
  }
  const faults = usage.flatMap(({ _id, bytes, files }) => {
    const right = counted.get(_id) ?? { bytes: 0, files: 0 };
    counted.delete(_id);
    return right.bytes === bytes && right.files === files ? [] : [`${_id}: ${bytes} bytes, ${files} files`];
  });
  faults.push(...[...counted.keys()].map((id) => `${id} is not counted`));
  if (stored !== streams.length + thumbnails)
    faults.push(`${stored} files for ${streams.length} streams and ${thumbnails} thumbnails`);
  if (underWay > 0) faults.push(`${underWay} uploads under way`);
  if (unclaimed > 0) faults.push(`${unclaimed} files that nobody names`);
  return faults;
}
