// The first pass of an import: the objects themselves, with relations whose targets already exist.
import { randomBytes } from 'node:crypto';
import type { Journal } from './journal.ts';
import type { Names } from './names.ts';
import { linkable, type Linked } from './relationships.ts';
import type { SourceResource } from './resource.ts';
import { Refusal, type Fault, type Known, type Relationships, type Target } from './target.ts';

interface ObjectPass {
  target: Target;
  names: Names;
  journal: Journal;
}

export const faultOf = (code: string, detail: string, pointer?: string): Fault => ({
  status: 400,
  code,
  detail,
  ...(pointer !== undefined && { pointer }),
});

export const typeConflict = (key: string, type: string): Refusal =>
  new Refusal([faultOf('type_conflict', `The uname "${key}" is that of an object of type ${type}.`, '/data/type')]);

/** Passwords are not exported: a new user gets a random one, and requests another by mail. */
function attributesFor(resource: SourceResource, key: string, isNew: boolean): Record<string, unknown> {
  const { password, ...attributes } = resource.attributes ?? {};
  if (isNew) attributes['uname'] = key;
  if (resource.type !== 'users' || !isNew) return attributes;
  return { ...attributes, password: password ?? randomBytes(24).toString('base64url') };
}

/** The relations whose targets all exist; undefined when some do not. */
function linksNow(names: Names, resource: SourceResource): Relationships | undefined {
  const ready: Relationships = {};
  for (const [name, identifiers] of Object.entries(resource.relationships)) {
    if (!linkable(name, identifiers)) return undefined;
    const found = identifiers.map((identifier) => ({ identifier, object: names.resolve(identifier) }));
    const data = found.flatMap(({ identifier, object }) => (object ? [{ ...identifier, ...object }] : []));
    if (data.length < identifiers.length) return undefined;
    ready[name] = { data };
  }
  return ready;
}

/** Whether the fault of a request is in its relationships alone. */
const isOfLinks = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.every(({ pointer }) => pointer?.startsWith('/data/relationships/'));

/** undefined, with a fault, for a record that could not be found again. */
export function keyOf({ names, journal }: Omit<ObjectPass, 'target'>, { line, resource }: Linked): string | undefined {
  const key = names.keyOf(resource);
  if (key === undefined)
    journal.fault(line, undefined, faultOf('no_key', 'A record needs an id or a uname, by which it is known again.'));
  return key;
}

/**
 * Creates the object of a record, or changes the existing one.
 * @returns whether its relationships are written too
 */
export async function writeObject(pass: ObjectPass, { line, resource }: Linked): Promise<boolean> {
  const { journal, names } = pass;
  const key = keyOf(pass, { line, resource });
  if (key === undefined) return true;
  try {
    const present = names.get(key);
    const isWhole = present ? await change(pass, { resource, key }, present) : await make(pass, { resource, key });
    journal.counts[present ? 'present' : 'made'] += 1;
    return isWhole && resource.locked !== true;
  } catch (error) {
    journal.refused(line, resource.id ?? key, error);
    return true;
  }
}

interface ObjectWork {
  resource: SourceResource;
  key: string;
}

/** The second pass writes its links. @throws Refusal */
async function change({ target }: ObjectPass, { resource, key }: ObjectWork, present: Known): Promise<boolean> {
  if (present.type !== resource.type) {
    throw typeConflict(key, present.type);
  }
  await target.update(present, { attributes: attributesFor(resource, key, false) });
  return Object.keys(resource.relationships).length === 0;
}

/** @throws Refusal */
async function make(pass: ObjectPass, work: ObjectWork): Promise<boolean> {
  const { target, names } = pass;
  const { resource, key } = work;
  const links = linksNow(names, resource);
  const attributes = attributesFor(resource, key, true);
  const create = (relationships: Relationships) => target.create(resource.type, attributes, relationships);
  let isWhole = links !== undefined;
  const written = await create(links ?? {}).catch((error: unknown) => {
    if (!links || !isOfLinks(error)) throw error;
    // The second pass reports the links; the object is created without them.
    isWhole = false;
    return create({});
  });
  if (written.uname === key) {
    names.set(key, { type: resource.type, id: written.id });
    return isWhole;
  }
  await remove(target, resource.type, written.id);
  // Created since, such as by a request of a killed import.
  const present = (await target.find([key])).get(key);
  if (present) {
    names.set(key, present);
    return change(pass, work, present);
  }
  const detail = `The uname "${key}" is taken by an object in the trash.`;
  throw new Refusal([faultOf('uname_taken', detail, '/data/attributes/uname')]);
}

/** Permanently. */
async function remove(target: Target, type: string, id: string): Promise<void> {
  await target.call('DELETE', `/${type}/${id}`);
  await target.call('DELETE', `/trash/${id}`);
}
