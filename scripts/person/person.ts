/** Exports or erases the data of a person in the database (`npm run tool -- person`). */
import { parseArgs } from 'node:util';
import { storeAuditEvent } from '../../core/accounts/audited-events.ts';
import { assertErasable, erasePerson } from '../../core/accounts/person/erase-person.ts';
import { PLACES, type PersonalData } from '../../core/accounts/person/person-places.ts';
import { findPerson, type Person } from '../../core/accounts/person/person.ts';
import { ADMIN_ROLE_ID, USERS } from '../../core/access/access-rules.ts';
import { ANONYMOUS, SERVICE_CONTEXT, type RequestContext } from '../../core/context.ts';
import { sweepUploadTokens } from '../../core/files/upload-tokens.ts';
import type { Store } from '../../core/store/store.ts';
import { isReserved } from '../../core/uname.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { withDatabase, type OpenDatabase } from '../database/open-database.ts';
import { withOwnService } from '../database/own-service.ts';
import { makeExportFolder, OUTSIDE, writeExport } from './write-export.ts';
import type { LazyProgress } from '../transfer/progress.ts';

const help = `Usage: npm run tool -- person export USER --out FOLDER
       npm run tool -- person erase USER [options]

Exports or erases the data of a person with an account. USER is its id or its user name.

export writes a folder with a JSON file for each place, which the person can read, and index.json, which explains them. Hashes
of passwords, tokens and secrets are omitted.

  --out FOLDER      a new or empty folder; only its owner can read it

erase removes the account with all data of the person alone, and removes the person's values from the history and the audit
trail, whose chain remains valid. Content for others is kept, without a name. It may be repeated, also by the id of a removed
account, and continues after an interrupted run. User 1 and the last administrator are refused.

  --also ID,ID      objects that are purged with it, such as the profile of the person
  --dry-run         lists the data to remove and the data that remain, and changes nothing

  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). The service may be running. Both add
an entry to the audit trail. The exit code is 0, or 1 when it could not run, or data remain that it should have erased.`;

const options = { out: TEXT, also: TEXT, 'dry-run': FLAG, help: HELP };
const read = () => parseArgs({ options, allowPositionals: true });

/** As an administrator who is no user: the history names no user. */
const CONTEXT: RequestContext = {
  ...SERVICE_CONTEXT,
  caller: { ...ANONYMOUS, isAdmin: true, roles: new Set([ADMIN_ROLE_ID]) },
};

async function countRows({ rows }: PersonalData, store: Store, person: Person): Promise<number> {
  let count = 0;
  for await (const _row of rows(store, person)) count += 1;
  return count;
}

async function countAll(store: Store, person: Person, progress: LazyProgress): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, place] of PLACES.entries()) {
    progress.show(at, PLACES.length, place.name);
    counts.set(place.name, await countRows(place, store, person));
  }
  progress.stop();
  return counts;
}

async function idsOf(name: string, store: Store, person: Person): Promise<number[]> {
  const ids: number[] = [];
  const place = PLACES.find((each) => each.name === name);
  if (place) for await (const row of place.rows(store, person)) ids.push(Number((row as { id?: unknown }).id));
  return ids;
}

function report(counts: ReadonlyMap<string, number>, profiles: readonly number[]): void {
  for (const { name, then, why } of PLACES) {
    const count = counts.get(name) ?? 0;
    if (count > 0) console.log(`${then.padEnd(8)} ${name.padEnd(22)} ${count}${why === undefined ? '' : `  (${why})`}`);
  }
  if (profiles.length > 0) console.log(`profiles: ${profiles.join(', ')}`);
  for (const line of OUTSIDE) console.log(`elsewhere ${line}`);
}

async function exportPerson(
  database: OpenDatabase,
  person: Person,
  out: string,
  progress: LazyProgress,
): Promise<void> {
  await makeExportFolder(out);
  const { rows, missing } = await writeExport(out, database, { person, onPlace: progress.show });
  progress.stop();
  const { store, clock } = database;
  const facts = { address: '', params: { user_id: String(person.id) } };
  await store.transaction((transaction) =>
    storeAuditEvent(store, ['person_exported', facts, clock.now()], transaction),
  );
  const total = [...rows.values()].reduce((sum, each) => sum + each, 0);
  console.log(`exported user ${person.id}: ${total} rows in ${out}`);
  if (missing.length === 0) return;
  console.log(`missing in the storage: ${missing.join(', ')}`);
  process.exitCode = 1;
}

async function erase(
  database: OpenDatabase,
  { person, also }: { person: Person; also: readonly number[] },
  progress: LazyProgress,
): Promise<void> {
  const { store } = database;
  const before = await countAll(store, person, progress);
  const profiles = await idsOf('profiles', store, person);
  await withOwnService(database, async ({ services }) => {
    const sweepUploads = (): Promise<void> => sweepUploadTokens(services.files);
    await erasePerson({ ...services, sweepUploads }, { person, also, onStep: progress.show }, CONTEXT);
    progress.stop();
  });
  const document = await store.documents(USERS).findOne({ _id: person.id });
  const account = document && !isReserved(document.uname) ? document : undefined;
  // By the former address as well.
  const after = await countAll(store, { ...person, account }, progress);
  const undone = PLACES.filter(({ name, then }) => then !== 'remains' && (after.get(name) ?? 0) > 0);
  if (undone.length > 0)
    throw new CommandError(`something is left: ${undone.map(({ name }) => name).join(', ')}. Run the command again`);
  console.log(`erased user ${person.id}`);
  // The remaining data are counted afterwards, without the objects of --also; profiles are no longer linked.
  const kept = PLACES.flatMap(({ name, then }) => (then === 'remains' ? [name] : []));
  const counts = new Map(before);
  for (const name of kept) counts.set(name, after.get(name) ?? 0);
  const left = await store.objects.find({ _id: { $in: profiles } }, { projection: { _id: 1 } }).toArray();
  report(
    counts.set('profiles', left.length),
    left.map(({ _id }) => _id),
  );
}

/** @throws CommandError */
function readIds(text: string | undefined): number[] {
  if (text === undefined) return [];
  const ids = text.split(',').map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw new CommandError('--also has ids: see --help');
  return ids;
}

/** @returns `out` of an export alone @throws CommandError */
function requestOf({ values, positionals }: ReturnType<typeof read>) {
  const [action, user, ...rest] = positionals;
  if ((action !== 'export' && action !== 'erase') || user === undefined || rest.length > 0)
    throw new CommandError('say export or erase, and who: see --help');
  const { out, also, 'dry-run': isDry = false } = values;
  if (action === 'export' && out === undefined) throw new CommandError('--out is needed: see --help');
  const isForeign = action === 'export' ? also !== undefined || isDry : out !== undefined;
  if (isForeign) throw new CommandError(`an option is not one of ${action}: see --help`);
  return { user, out, also: readIds(also), isDry };
}

await runCommandLine({ help, read, fail: inLines('person') }, async (given) => {
  const { user, out, also, isDry } = requestOf(given);
  await withDatabase(async (database, progress) => {
    const person = await findPerson(database.store, user);
    if (!person) throw new CommandError(`there is no user "${user}"`);
    if (out !== undefined) return await exportPerson(database, person, out, progress);
    if (!isDry) return await erase(database, { person, also }, progress);
    const refusal = await assertErasable(database.store, person).then(
      () => undefined,
      (error: Error) => error.message,
    );
    console.log(refusal === undefined ? `would erase user ${person.id}` : `would be refused: ${refusal}`);
    report(await countAll(database.store, person, progress), await idsOf('profiles', database.store, person));
  });
});
