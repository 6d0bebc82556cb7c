// Whether rows that were written straight are those that the service writes: the same population made over HTTP, compared row by row.
import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import { canonicalJson } from '../../../core/model/schemas/linear-keywords.ts';
import { create, type Send } from '../../admin-requests.ts';
import {
  attributesOf,
  EDITS,
  folderOf,
  folderUname,
  isTranslated,
  kindName,
  KINDS,
  kindOf,
  LANGUAGES,
  linksOf,
  nearlyEmptyName,
  parentFolder,
  RELATION,
  titleOf,
  translatedFields,
  userName,
  type ScalePlan,
} from './scale-plan.ts';

const PASSWORD = 'correct horse battery staple';

export async function fillOverHttp(send: Send, plan: ScalePlan): Promise<void> {
  const make = async (type: string, attributes: object): Promise<string> =>
    (await create(send, `/${type}`, attributes)).id;
  const folders: string[] = [];
  for (let number = 0; number < plan.folders; number++) {
    const parent = parentFolder(number);
    const attributes = { uname: folderUname(number), title: `Folder ${number}`, status: 'on' };
    folders.push(
      await make('folders', { ...attributes, ...(parent !== undefined && { parent_id: Number(folders[parent]) }) }),
    );
  }
  const ids: string[] = [];
  for (let number = 0; number < plan.objects; number++) {
    const id = await make(kindOf(number), attributesOf(number, plan));
    for (let edit = 1; edit <= EDITS; edit++) {
      const attributes = { title: titleOf(number, edit) };
      await send('PATCH', `/${kindOf(number)}/${id}`, { data: { type: kindOf(number), id, attributes } });
    }
    const child = [{ type: kindOf(number), id }];
    await send('POST', `/folders/${folders[folderOf(number, plan)]}/relationships/children`, { data: child });
    ids.push(id);
  }
  for (let number = 0; number < plan.objects; number++) {
    const data = linksOf(number, plan).map((other) => ({ type: kindOf(other), id: ids[other] }));
    if (data.length > 0) await send('POST', `/${kindOf(number)}/${ids[number]}/relationships/${RELATION}`, { data });
    if (!isTranslated(number)) continue;
    for (const lang of LANGUAGES) {
      const fields = { lang, status: 'on', translated_fields: translatedFields(number, lang) };
      await make('translations', { object_id: Number(ids[number]), ...fields });
    }
  }
  for (let number = 0; number < plan.users; number++) {
    const names = { uname: userName(number), username: userName(number), name: 'User', surname: String(number) };
    await make('users', { ...names, status: 'on', password: PASSWORD });
  }
  for (let index = 0; index < plan.nearlyEmptyTypes; index++)
    await make(nearlyEmptyName(index), { uname: `alone-${index}`, title: `Alone ${index}`, status: 'on' });
}

/** Ids of rows, keys of siblings of other folders, times, counters of locks, and what comes of the password. */
const LEFT_OUT = new Set([
  '_id',
  'created',
  'modified',
  'published',
  'fence',
  'link_fence',
  'password_modified',
  'password',
  // Events are of writes, and a filled database has no listener.
  'events',
  'numbers',
  'pending',
]);
/** Fields with ids of objects, or of places. */
const IDS = /(^|_)(id|ids|ancestors|parents|added)$/;

type NameOf = ReadonlyMap<number, string>;

function plain(value: unknown, name: string, nameOf: NameOf): unknown {
  if (value instanceof Date) return 'a time';
  if (Array.isArray(value)) return value.map((item) => plain(item, name, nameOf));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([each]) => !LEFT_OUT.has(each));
    return Object.fromEntries(fields.map(([each, item]) => [each, plain(item, each, nameOf)]));
  }
  if (IDS.test(name) && (typeof value === 'number' || typeof value === 'string')) {
    return nameOf.get(Number(value)) ?? value;
  }
  return value;
}

/** The replacement of each id: the uname of an object, the language of a translation, the object of a place. */
async function namesIn(db: Db): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for await (const { _id, uname } of db.collection<Document>('objects').find())
    names.set(_id as unknown as number, String(uname));
  const translations = db.collection<Document>('translations');
  for await (const { _id, object_id: object, lang } of translations.find())
    names.set(_id as unknown as number, `${names.get(object as number)} ${lang}`);
  return names;
}

async function rowsIn(db: Db, collection: string): Promise<Map<string, number>> {
  const names = await namesIn(db);
  const places = new Map<number, string>();
  if (collection === 'trees')
    for await (const row of db.collection<Document>('trees').find())
      places.set(row['_id'] as unknown as number, names.get(row['object_id'] as number) ?? '');
  const rows = new Map<string, number>();
  for await (const { _id, ...row } of db.collection<Document>(collection).find()) {
    if ('parent_node_id' in row) row['parent_node_id'] = places.get(row['parent_node_id'] as number) ?? null;
    const of = names.get(_id as unknown as number) ?? '';
    const text = canonicalJson({ of, ...(plain(row, '', names) as object) });
    rows.set(text, (rows.get(text) ?? 0) + 1);
  }
  return rows;
}

async function totalsIn(db: Db): Promise<Document[]> {
  const sums = { on: { $sum: '$n.on' }, draft: { $sum: '$n.draft' }, off: { $sum: '$n.off' } };
  return db
    .collection('object_counts')
    .aggregate([{ $group: { _id: '$type', ...sums } }, { $sort: { _id: 1 } }])
    .toArray();
}

/** @returns how the databases differ, a line for each collection that does; none when they are equal but for ids and times */
export async function differences(straight: Db, overHttp: Db): Promise<string[]> {
  const kinds = Array.from({ length: KINDS }, (_, kind) => `documents.${kindName(kind)}`);
  const others = 'documents.folders documents.users objects trees object_relations translations usernames changes';
  const found: string[] = [];
  for (const collection of [...kinds, ...others.split(' ')]) {
    const [ours, theirs] = [await rowsIn(straight, collection), await rowsIn(overHttp, collection)];
    if (isDeepStrictEqual(ours, theirs)) continue;
    const only = (one: Map<string, number>, other: Map<string, number>) =>
      [...one.keys()].filter((row) => one.get(row) !== other.get(row)).map((row) => row.slice(0, 800));
    found.push(`${collection}: straight ${only(ours, theirs)[0]}\n  over HTTP ${only(theirs, ours)[0]}`);
  }
  if (!isDeepStrictEqual(await totalsIn(straight), await totalsIn(overHttp))) found.push('object_counts: other totals');
  return found;
}
