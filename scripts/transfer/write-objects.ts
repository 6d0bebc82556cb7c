// The first pass of an import: the objects themselves, with the relations whose other ends are there already.
import { randomBytes } from 'node:crypto';
import type { Journal } from './journal.ts';
import type { Names } from './names.ts';
import { linkable } from './relationships.ts';
import type { SourceResource } from './resource.ts';
import { Refusal, type Fault, type Known, type Relationships, type Target } from './target.ts';

export interface ObjectPass {
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

/** Passwords are not exported: a new user gets one that nobody knows, and asks for another by mail. */
function attributesFor(resource: SourceResource, key: string, isNew: boolean): Record<string, unknown> {
  const { password, ...attributes } = resource.attributes ?? {};
  if (isNew) attributes['uname'] = key;
  if (resource.type !== 'users' || !isNew) return attributes;
  return { ...attributes, password: password ?? randomBytes(24).toString('base64url') };
}

/** The relations whose other ends are all there; undefined when some are not. */
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

/** Whether the fault of a request lies in its relationships alone. */
const isOfLinks = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.every(({ pointer }) => pointer?.startsWith('/data/relationships/'));

/**
 * Makes the object of a record, or changes the one that is there.
 * @returns whether its relationships are written too
 */
export async function writeObject(
  pass: ObjectPass,
  { line, resource }: { line: number; resource: SourceResource },
): Promise<boolean> {
  const { journal, names } = pass;
  const key = names.keyOf(resource);
  if (key === undefined) {
    journal.fault(line, undefined, faultOf('no_key', 'A record needs an id or a uname, by which it is known again.'));
    return true;
  }
  try {
    const present = names.get(key);
    const isWhole = present ? await change(pass, { resource, key }, present) : await make(pass, { resource, key });
    journal.counts[present ? 'present' : 'made'] += 1;
    return isWhole && resource.locked !== true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const fault of error.faults) journal.fault(line, resource.id ?? key, fault);
    return true;
  }
}

interface ObjectWork {
  resource: SourceResource;
  key: string;
}

/** Its links are a matter of the second pass. @throws Refusal */
async function change({ target }: ObjectPass, { resource, key }: ObjectWork, present: Known): Promise<boolean> {
  if (present.type !== resource.type) {
    const detail = `The uname "${key}" is that of an object of type ${present.type}.`;
    throw new Refusal([faultOf('type_conflict', detail, '/data/type')]);
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
    // Said of the links in the second pass; the object is made without them.
    isWhole = false;
    return create({});
  });
  if (written.uname === key) {
    names.set(key, { type: resource.type, id: written.id });
    return isWhole;
  }
  await remove(target, resource.type, written.id);
  // Made meanwhile, by a request of an import that was killed, say.
  const present = (await target.find([key])).get(key);
  if (present) {
    names.set(key, present);
    return change(pass, work, present);
  }
  const detail = `The uname "${key}" is taken by an object in the trash.`;
  throw new Refusal([faultOf('uname_taken', detail, '/data/attributes/uname')]);
}

/** For good. */
async function remove(target: Target, type: string, id: string): Promise<void> {
  await target.call('DELETE', `/${type}/${id}`);
  await target.call('DELETE', `/trash/${id}`);
}
