// The writes that the service has acknowledged, and the check that the database has them.
import type { ReadCurrent } from '../../core/store/recorded/current-reads.ts';
import type { Store } from '../../core/store/store.ts';

export interface Written {
  id: number;
  /** The last acknowledged title, and those of writes since whose responses did not come. */
  titles: Set<string>;
  /** It was purged, or a purge of it had no response. */
  gone: 'no' | 'maybe' | 'yes';
  /** It was published, by a change of several objects. */
  isOn: boolean;
}

/** A folder that is moved about. */
export interface Moved {
  id: number;
  /** The last acknowledged parent, and those of moves since whose responses did not come. */
  parents: Set<number>;
}

/** A property of the model. */
export interface Described {
  name: string;
  isThere: 'no' | 'maybe' | 'yes';
}

export interface Mail {
  /** Of its job. */
  id: string;
  subject: string;
}

export interface Ledger {
  acknowledged: number;
  documents: Map<number, Written>;
  links: { from: number; to: number }[];
  places: { folder: number; child: number }[];
  files: { id: string; sha1: string }[];
  tags: string[];
  moved: Moved[];
  properties: Described[];
  mails: Mail[];
  /** For the next check. */
  unchecked: Set<Written>;
}

export const createLedger = (): Ledger => ({
  acknowledged: 0,
  documents: new Map(),
  links: [],
  places: [],
  files: [],
  tags: [],
  moved: [],
  properties: [],
  mails: [],
  unchecked: new Set(),
});

type Row = { title?: unknown; status?: unknown } | undefined;

/** @param before the known state when its row was read, since writes go on */
function faultOf(before: Written, now: Written, row: Row): string[] {
  const { id } = before;
  if (!row) return now.gone === 'no' ? [`document ${id} is missing`] : [];
  if (before.gone === 'yes') return [`document ${id} was purged and still exists`];
  const titles = new Set([...before.titles, ...now.titles]);
  const title = String(row.title ?? '');
  if (!titles.has(title)) return [`document ${id} is "${title}", should be "${[...titles].join('" or "')}"`];
  return before.isOn && row.status !== 'on' ? [`document ${id} is not published`] : [];
}

async function lostDocuments(store: Store, looked: readonly Written[]): Promise<string[]> {
  const before = looked.map((written) => ({ ...written, titles: new Set(written.titles) }));
  const rows = await store
    .documents('documents')
    .find({ _id: { $in: looked.map(({ id }) => id) } }, { projection: { title: 1, status: 1 } })
    .toArray();
  const byId = new Map(rows.map((row) => [row._id, row as Row]));
  return looked.flatMap((now, at) => faultOf(before[at] ?? now, now, byId.get(now.id)));
}

/** Folders and properties that are changed again and again. */
async function lostChanges(store: Store, { moved, properties }: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const now of moved) {
    const before = new Set(now.parents);
    const place = await store.trees.findOne({ object_id: now.id });
    const parent = Number(place?.parent_id);
    if (!before.has(parent) && !now.parents.has(parent)) lost.push(`folder ${now.id} is in ${parent}`);
  }
  for (const now of properties) {
    const before = now.isThere;
    const found = (await store.properties.findOne({ name: now.name })) !== null;
    const isSettled = before === now.isThere && before !== 'maybe';
    if (isSettled && found !== (before === 'yes')) lost.push(`property ${now.name} is there: ${String(found)}`);
  }
  return lost;
}

/** @param mails that have come, by their subjects */
async function lostMails(store: Store, { mails }: Ledger, came: ReadonlySet<string>): Promise<string[]> {
  const missing = mails.filter(({ subject }) => !came.has(subject));
  const rows = await store.asyncJobs.find({ _id: { $in: missing.map(({ id }) => id) } }).toArray();
  const waiting = new Set(rows.filter(({ due }) => due !== null).map(({ _id }) => _id));
  return missing.filter(({ id }) => !waiting.has(id)).map(({ id }) => `mail ${id} did not come, and its job has ended`);
}

export interface Looking {
  /** Subjects of mails. */
  came?: ReadonlySet<string>;
  /** Reads again, if the response came from a member that is no longer the primary. */
  readCurrent?: ReadCurrent;
}

const readOnce: ReadCurrent = (read) => read();

/** @param all includes documents that were found before @returns acknowledged writes that are missing, one line each */
export async function findLost(
  store: Store,
  ledger: Ledger,
  all: boolean,
  { came = new Set(), readCurrent = readOnce }: Looking = {},
): Promise<string[]> {
  const looked = all ? [...ledger.documents.values()] : [...ledger.unchecked];
  ledger.unchecked.clear();
  const links = ledger.links.splice(0);
  const places = ledger.places.splice(0);
  const files = ledger.files.splice(0);
  const tags = ledger.tags.splice(0);
  return readCurrent(async () => {
    const lost = await lostDocuments(store, looked);
    for (const { from, to } of links)
      if (!(await store.objectRelations.findOne({ left_id: from, right_id: to }))) lost.push(`link ${from} to ${to}`);
    for (const { folder, child } of places)
      if (!(await store.trees.findOne({ object_id: child, parent_id: folder })))
        lost.push(`place ${child} in ${folder}`);
    for (const { id, sha1 } of files)
      if ((await store.streams.findOne({ _id: id }))?.hash_sha1 !== sha1) lost.push(`file ${id}`);
    for (const name of tags) if (!(await store.tags.findOne({ name }))) lost.push(`tag ${name}`);
    return [...lost, ...(await lostChanges(store, ledger)), ...(await lostMails(store, ledger, came))];
  });
}
