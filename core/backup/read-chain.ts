// The backups of a restore: a full one, and those of changes that follow it (D661).
import {
  dateOfMoment,
  momentAfter,
  parseMoment,
  type StoredChange,
  type Timestamp,
} from '../store/history/change-feed.ts';
import { isFileKey, keyInMessage } from '../files/storage/file-key.ts';
import { parseRow, readRow } from '../store/history/dump.ts';
import { BackupError } from './backup-error.ts';
import { checkListedFile } from './check-manifest.ts';
import { FILE_KEYS, keyAfter } from './dump-files.ts';
import type { Secret } from './encryption.ts';
import { checkEntry, readEntry, rowsOf, type BackupTarget } from './entries.ts';
import { CHANGES, isOwnCollection } from './entry-names.ts';
import type { DumpedFile, Manifest } from './backup-format.ts';
import { readManifest } from './manifest.ts';
import type { BackupPlace } from './places.ts';

interface Read {
  place: BackupTarget;
  manifest: Manifest;
}

interface Link extends Read {
  files: DumpedFile[];
}

export interface Chain {
  whole: Link;
  increments: Link[];
  /** Changes of this moment and later ones are omitted; undefined: none. */
  end: Timestamp | undefined;
}

/** Characters. */
const MOST_LINE = 4_096;

async function listFiles(place: BackupTarget, { fileList, files }: Manifest): Promise<DumpedFile[]> {
  const listed: DumpedFile[] = [];
  await readEntry(place, fileList.path, async (plain) => {
    let rest = '';
    for await (const chunk of plain) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) listed.push(checkListedFile(line));
      if (listed.length > files) throw new BackupError(`the list of files has more than ${files} files`);
      if (rest.length > MOST_LINE) throw new BackupError('the list of files is damaged');
    }
  });
  if (listed.length !== files) throw new BackupError(`the list of files has ${listed.length} of ${files} files`);
  return listed;
}

/** @throws BackupError */
function assertFollows(before: Read, { manifest, place: { at } }: Read): void {
  if (!manifest.since || !manifest.changes)
    throw new BackupError(`${at.name} is a whole backup: only the first one may be one`);
  if (manifest.since.id !== before.manifest.id)
    throw new BackupError(`${at.name} has the changes since another backup than ${before.place.at.name}`);
}

/** The backups that reach up to the end. @throws BackupError for a time that they do not have */
function upTo(reads: Read[], until: Date | undefined): { used: Read[]; end: Timestamp | undefined } {
  if (until === undefined) return { used: reads, end: undefined };
  const end = momentAfter(until);
  const moments = reads.map(({ manifest }) => parseMoment(manifest.moment ?? ''));
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) throw new BackupError('a backup of an earlier release has no times');
  const [from, to] = [first, last].map((moment) => dateOfMoment(moment).toISOString());
  if (first.greaterThanOrEqual(end) || end.greaterThan(momentAfter(dateOfMoment(last))))
    throw new BackupError(`the backups reach from ${from} to ${to}, and ${until.toISOString()} is outside of it`);
  const used = reads.filter((_read, at) => at === 0 || moments[at - 1]?.lessThan(end) === true);
  return { used, end };
}

/**
 * @param places a full backup, and those of changes in their order
 * @throws BackupError for backups that do not belong together, or of a newer release
 */
export async function readChain(
  places: readonly BackupPlace[],
  { secret, knownVersion, until }: { secret?: Secret | undefined; knownVersion: number; until?: Date | undefined },
): Promise<Chain> {
  const reads: Read[] = [];
  for (const at of places) {
    const { manifest, key } = await readManifest(at, secret);
    if (manifest.databaseVersion > knownVersion) {
      throw new BackupError(
        `the backup is of a database at version ${manifest.databaseVersion}, and this release knows ${knownVersion} only`,
      );
    }
    const read = { place: { at, key }, manifest };
    const before = reads.at(-1);
    if (before) assertFollows(before, read);
    else if (manifest.since) throw new BackupError(`${at.name} has changes only: give the whole backup first`);
    reads.push(read);
  }
  const { used, end } = upTo(reads, until);
  const links: Link[] = [];
  for (const { place, manifest } of used) {
    await checkEntry(place, manifest.fileList);
    links.push({ place, manifest, files: await listFiles(place, manifest) });
  }
  const [whole, ...increments] = links;
  if (!whole) throw new BackupError('there is no backup');
  return { whole, increments, end };
}

/** @throws BackupError for an entry that is missing or damaged, and for rows that no backup has */
export async function checkChain(
  { whole, increments }: Chain,
  onProgress?: (done: number, total: number, what: string) => void,
): Promise<void> {
  const entries = [whole, ...increments].flatMap(({ place, manifest, files }) =>
    [
      ...manifest.collections.map(({ entry }) => entry),
      ...(manifest.changes ? [manifest.changes.entry] : []),
      ...files,
    ].map((entry) => ({ place, entry })),
  );
  for (const [index, { place, entry }] of entries.entries()) {
    await checkEntry(place, entry);
    onProgress?.(index + 1, entries.length, 'checksums');
  }
  await checkRows(whole);
  for (const link of increments) await checkChanges(link);
}

/** @throws BackupError for the key of a file that is none, before anything is written */
function assertKey(key: unknown, entry: string): void {
  if (key === undefined || key === null || isFileKey(key)) return;
  throw new BackupError(`a row of ${entry} names the file ${keyInMessage(key)}, which is not the key of a file`);
}

async function checkRows({ place, manifest }: Link): Promise<void> {
  for (const { name, entry } of manifest.collections) {
    const keyIn = FILE_KEYS[name];
    if (!keyIn) continue;
    await readEntry(place, entry.path, async (plain) => {
      for await (const row of rowsOf(plain)) assertKey(keyIn(readRow(row)), entry.path);
    });
  }
}

async function checkChanges(link: Link): Promise<void> {
  await readChanges(link, undefined, async (changes) => {
    for await (const change of changes) {
      const names = change.to === undefined ? [change.collection] : [change.collection, change.to];
      const stray = names.find((name) => !isOwnCollection(name));
      if (stray !== undefined)
        throw new BackupError(`${CHANGES} has a change of the collection ${keyInMessage(stray)}`);
      assertKey(keyAfter(change), CHANGES);
    }
  });
}

/** Passes the changes of a backup to `read`, except omitted ones. @throws BackupError */
export async function readChanges(
  { place, manifest }: Link,
  end: Timestamp | undefined,
  read: (changes: AsyncIterable<StoredChange>) => Promise<void>,
): Promise<void> {
  const { changes } = manifest;
  if (!changes) return;
  let count = 0;
  async function* parsed(plain: AsyncIterable<Buffer>): AsyncGenerator<StoredChange> {
    for await (const bytes of rowsOf(plain)) {
      count++;
      // cast: the entry is as a backup has written it, or readEntry fails at its end
      const change = parseRow(bytes) as StoredChange;
      // The rest is read too, so that its end is checked.
      if (!end || change.at.lessThan(end)) yield change;
    }
  }
  await readEntry(place, changes.entry.path, (plain) => read(parsed(plain)));
  if (count !== changes.count) throw new BackupError(`${changes.entry.path} has ${count} of ${changes.count} changes`);
}
