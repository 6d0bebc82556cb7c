// An export of a person: a folder with a JSON file for each place, and the files that belong to no one else.
import { createWriteStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, OWNER_ONLY } from '../../core/disk/make-folder.ts';
import { PLACES } from '../../core/accounts/person/person-places.ts';
import type { Person } from '../../core/accounts/person/person.ts';
import { FileMissing } from '../../core/files/storage/file-storage.ts';
import { CommandError } from '../command-line.ts';
import type { OpenDatabase } from '../database/open-database.ts';

/** Where something of a person may be that no command reaches; said at the end of each report. */
export const OUTSIDE: readonly string[] = [
  'backups: restore none without erasing the person again; note the number',
  'logs: user numbers, addresses of clients and, of failed sign-ins, user names that exist',
  'mails that were sent, and those in DATA_DIR/mail where no mail server is set',
  'what receivers of webhooks, search engines and shared caches have kept',
  'answers to requests that may be repeated (Idempotency-Key): encrypted with the key of their client, a day at most',
  'counters of attempts: hashes of names and addresses, an hour at most; sign-ins under way at providers: twenty minutes',
];

/** Only the owner of the folder reads it. */
const FILE_MODE = 0o600;

/** @throws CommandError for one with something in it */
export async function makeExportFolder(folder: string): Promise<void> {
  await makeFolder(folder, OWNER_ONLY);
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty: give another folder`);
}

/** A list with a row on each line, however many there are. @returns their number */
async function writeRows(file: string, rows: AsyncIterable<object>): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    yield '[';
    for await (const row of rows) yield `${count++ === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
    yield '\n]\n';
  }
  await pipeline(lines, createWriteStream(file, { mode: FILE_MODE }));
  return count;
}

/** A part of a file name, which cannot lead out of its folder, whatever a restored row has. */
const safe = (text: unknown): string =>
  String(text)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .slice(-100);

/** @returns keys of files that are not in the storage */
async function writeFiles(folder: string, { store, storage }: OpenDatabase, { id }: Person): Promise<string[]> {
  const missing: string[] = [];
  for await (const row of store.streams.find({ object_id: null, created_by: id })) {
    await makeFolder(path.join(folder, 'files'), OWNER_ONLY);
    const name = `${safe(row._id)}-${safe(row.file_name)}`;
    try {
      const bytes = await storage.read(row.file_key);
      await pipeline(bytes, createWriteStream(path.join(folder, 'files', name), { mode: FILE_MODE }));
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(row.file_key);
    }
  }
  return missing;
}

/** @param onPlace called with each place before it is read */
export async function writeExport(
  folder: string,
  database: OpenDatabase,
  { person, onPlace }: { person: Person; onPlace(done: number, total: number, what: string): void },
): Promise<{ rows: Map<string, number>; missing: string[] }> {
  const rows = new Map<string, number>();
  const places: { file: string; about: string; rows: number }[] = [];
  for (const [at, { name, about, rows: read }] of PLACES.entries()) {
    onPlace(at, PLACES.length, name);
    const file = `${name}.json`;
    const count = await writeRows(path.join(folder, file), read(database.store, person));
    rows.set(name, count);
    places.push({ file, about, rows: count });
  }
  const missing = await writeFiles(folder, database, person);
  const index = { user: person.id, made: new Date(), places, not_in_here: OUTSIDE };
  await writeFile(path.join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`, { mode: FILE_MODE });
  return { rows, missing };
}
