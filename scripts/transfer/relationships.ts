// The later passes of an import: links between existing objects (relations, places, files).
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pipeline } from 'node:stream/promises';
import type { Journal } from './journal.ts';
import type { Names } from './names.ts';
import type { SourceResource } from './resource.ts';
import { Refusal, walk, type Fault, type Identifier, type Answer, type Known, type Target } from './target.ts';

/** Identifiers of one request. */
const MOST_AT_ONCE = 500;

/** Created by separate requests. */
const OWN_WAYS: ReadonlySet<string> = new Set(['parents', 'parent', 'children', 'streams']);

/** Not content, or written by other lines. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'created_by_user',
  'modified_by_user',
  'translations',
  'roles',
  'object',
]);

/** Whether a relationship can be written together with its object. */
export const linkable = (name: string, identifiers: readonly unknown[]): boolean =>
  !OWN_WAYS.has(name) && !LEFT_OUT.has(name) && identifiers.length <= MOST_AT_ONCE;

export interface LinkPass {
  target: Target;
  names: Names;
  journal: Journal;
  /** Base of the paths of files. */
  folder: string;
}

/** A record and its line. */
export interface Linked {
  line: number;
  resource: SourceResource;
}

/** The object of a record: by its uname, or by the names in other records. */
export function objectOf(names: Names, resource: SourceResource): Known | undefined {
  const key = names.keyOf(resource);
  const byKey = key === undefined ? undefined : names.get(key);
  if (byKey || resource.id === undefined) return byKey;
  return names.resolve({ type: resource.type, id: resource.id });
}

/** Writes the relationships of a record, and its lock. Faults are recorded one by one; the rest is written. */
export async function writeRelationships(pass: LinkPass, { line, resource }: Linked): Promise<void> {
  const { journal, names, target } = pass;
  const object = objectOf(names, resource);
  const note = (fault: Fault): void => journal.fault(line, resource.id, fault);
  if (!object) {
    // For an object that could not be created the fault is already recorded.
    if (resource.attributes === undefined) {
      note({ status: 404, code: 'not_found', detail: `${resource.type} "${resource.id ?? ''}" was not found.` });
    }
    return;
  }
  const noting = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => journal.refused(line, resource.id, error));
  for (const [name, identifiers] of Object.entries(resource.relationships)) {
    if (LEFT_OUT.has(name)) continue;
    if (name === 'streams') {
      await noting(() => writeFiles(pass, { object, identifiers }));
      continue;
    }
    const data = identifiers.flatMap((identifier, index) => {
      const other = names.resolve(identifier);
      if (other) return [{ ...identifier, ...other }];
      const detail = `${identifier.type} "${identifier.id.slice(0, 100)}" was not found.`;
      note({ status: 404, code: 'not_found', detail, pointer: `/data/relationships/${name}/data/${index}` });
      return [];
    });
    if (data.length > 0) await noting(() => writeLinks(target, { object, name, data }));
  }
  if (resource.locked === true) await noting(() => target.update(object, { attributes: {}, locked: true }));
}

interface Links {
  object: Known;
  name: string;
  data: readonly Identifier[];
}

/** The pointers of a request with identifiers only, as those of the record. */
function ofRecord(error: unknown, name: string, from: number): unknown {
  if (!(error instanceof Refusal)) return error;
  return new Refusal(
    error.faults.map((fault) => {
      const rest = /^\/data(?:\/(\d+)(.*))?$/s.exec(fault.pointer ?? '/data');
      const item = rest?.[1] === undefined ? '' : `/data/${from + Number(rest[1])}${rest[2] ?? ''}`;
      return { ...fault, pointer: `/data/relationships/${name}${item}` };
    }),
  );
}

/** Adds missing links, in order; other links stay. @throws Refusal */
async function writeLinks(target: Target, { object, name, data }: Links): Promise<void> {
  const { type, id } = object;
  if (name === 'parent') {
    await target.call('PATCH', `/${type}/${id}/relationships/parent`, { data: data[0] ?? null });
    return;
  }
  for (let at = 0; at < data.length; at += MOST_AT_ONCE) {
    const part = data.slice(at, at + MOST_AT_ONCE);
    try {
      if (name === 'children' || name === 'parents') await writePlaces(target, { object, name, data: part });
      else await target.link(object, name, part);
    } catch (error) {
      throw ofRecord(error, name, at);
    }
  }
}

/** Unchanged places are not sent, as each would be a change. @throws Refusal */
async function writePlaces(target: Target, { object, name, data }: Links): Promise<void> {
  const described = data.filter(({ meta }) => meta?.relation);
  const present = new Map<string, Record<string, unknown>>();
  if (described.length > 0) {
    for (const child of name === 'children' ? described : [object]) {
      const way = child.type === 'folders' ? 'parent' : 'parents';
      const address = `/${child.type}/${child.id}/relationships/${way}`;
      const answer = await target.call<Answer<Identifier | Identifier[] | null>>('GET', `${address}?page_size=100`);
      for (const parent of [answer.data ?? []].flat()) {
        present.set(name === 'children' ? `${parent.id}/${child.id}` : parent.id, parent.meta?.relation ?? {});
      }
    }
  }
  const wanted = data.filter(({ id, meta }) => {
    const place = present.get(name === 'children' ? `${object.id}/${id}` : id);
    const given = Object.entries(meta?.relation ?? {});
    return !place || given.length === 0 || !given.every(([member, value]) => isDeepStrictEqual(place[member], value));
  });
  if (wanted.length === 0) return;
  await target.call('POST', `/${object.type}/${object.id}/relationships/${name}`, { data: wanted });
}

/**
 * A file of an import is untrusted: it can name none outside of its folder, not even by a link in it, and neither a pipe
 * nor a device, which would never end.
 * @returns its path @throws Refusal
 */
async function fileOf(folder: string, name: string, pointer: string): Promise<string> {
  const refusal = (status: number, code: string, detail: string): Refusal =>
    new Refusal([{ status, code, detail, pointer }]);
  const shown = name.slice(0, 100);
  const leads = (place: string): boolean => /^\.\.(?:$|[\\/])/.test(place) || path.isAbsolute(place);
  const file = path.resolve(folder, name);
  if (name.includes('\0') || leads(path.relative(folder, file)))
    throw refusal(400, 'outside', `${JSON.stringify(shown)} is outside of the folder.`);
  try {
    const real = await realpath(file);
    if (leads(path.relative(await realpath(folder), real)))
      throw refusal(400, 'outside', `${shown} is a link to a file outside of the folder.`);
    if (!(await stat(real)).isFile()) throw refusal(400, 'no_file', `${shown} is not an ordinary file.`);
    return real;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refusal(404, 'no_file', `${shown} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''}).`);
  }
}

/** @throws Refusal */
async function writeFiles(
  { target, folder }: LinkPass,
  { object, identifiers }: { object: Known; identifiers: readonly Identifier[] },
): Promise<void> {
  const present = new Set<string>();
  for await (const { meta } of walk(target, `/${object.type}/${object.id}/streams`))
    present.add(String(meta['hash_sha1']));
  for (const [index, { id, meta }] of identifiers.entries()) {
    const given = meta?.relation ?? {};
    const pointer = `/data/relationships/streams/data/${index}`;
    const name = String(given['file'] ?? id);
    const file = await fileOf(folder, name, pointer);
    const hash = createHash('sha1');
    await pipeline(createReadStream(file), hash).catch(({ code }: NodeJS.ErrnoException) => {
      throw new Refusal([{ status: 404, code: 'no_file', detail: `${name} cannot be read (${code ?? ''}).`, pointer }]);
    });
    if (present.has(hash.digest('hex'))) continue;
    const mediaType = typeof given['mime_type'] === 'string' ? given['mime_type'] : 'application/octet-stream';
    const fileName = encodeURIComponent(String(given['file_name'] ?? path.basename(name)));
    const isPrivate = given['private_url'] === true ? '?private_url=true' : '';
    await target.upload(`/streams/version/${object.id}/${fileName}${isPrivate}`, { path: file, mediaType });
  }
}
