// An atomic operation as its equivalent request (jsonapi.org/ext/atomic, D491).
import { invalidData, type ApiError } from '../../errors.ts';
import type { Schema } from '../handler.ts';

export type AtomicOperation = Schema<'AtomicOperation'>;
type Identifier = Schema<'AtomicIdentifier'>;
type Resource = NonNullable<Schema<'AtomicResource'>>;

const METHODS = { add: 'post', update: 'patch', remove: 'delete' } as const;

type LocalIds = ReturnType<typeof createLocalIds>;

/** Ids of resources that earlier operations have added, by type and local id. */
export function createLocalIds() {
  const ids = new Map<string, string>();
  const keyOf = (type: string, lid: string): string => JSON.stringify([type, lid]);
  const shown = (lid: string): string => JSON.stringify(lid.slice(0, 100));
  return {
    /** @param pointer of the local id @throws ApiError invalid_data for one that no earlier operation has added */
    idOf(type: string, lid: string, pointer: string): string {
      const id = ids.get(keyOf(type, lid));
      if (id !== undefined) return id;
      throw invalidData(pointer, `[lid._existsIn]: No earlier operation adds ${shown(lid)} to ${shown(type)}.`);
    },
    /** @throws ApiError invalid_data for a duplicate */
    assertNew(type: string, lid: string, pointer: string): void {
      if (!ids.has(keyOf(type, lid))) return;
      throw invalidData(pointer, `[lid._isUnique]: An earlier operation has added ${shown(lid)} to ${shown(type)}.`);
    },
    add: (type: string, lid: string, id: string) => void ids.set(keyOf(type, lid), id),
  };
}

export interface AtomicPart {
  method: (typeof METHODS)[keyof typeof METHODS];
  path: string;
  body: { data: unknown } | undefined;
  /** Of the added resource. */
  added?: { type: string; lid: string };
}

interface PartOptions {
  lids: LocalIds;
  /** Base of addresses, without a trailing slash. */
  base: string;
  /** Path of the resources of a type. */
  collectionOf(type: string): string;
}

const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The id of an identifier with an id or a local one. @throws ApiError invalid_data for both */
function idIn(
  { type, id, lid }: Pick<Identifier, 'type' | 'id' | 'lid'>,
  pointer: string,
  lids: LocalIds,
): string | number | undefined {
  if (lid === undefined) return id;
  if (id !== undefined) throw invalidData(`${pointer}/lid`, '[lid._unknown]: Send an id or a lid, not both.');
  return lids.idOf(type, lid, `${pointer}/lid`);
}

/** Members with the id instead of the local one. */
function withId<Item extends Pick<Identifier, 'type' | 'id' | 'lid'>>(
  item: Item,
  pointer: string,
  lids: LocalIds,
): Item {
  if (item.lid === undefined) return item;
  const { lid: _lid, ...members } = item;
  // cast: an identifier without `lid` is one with an id, which is set here
  return { ...members, id: idIn(item, pointer, lids) } as Item;
}

function withIds(data: Identifier | Identifier[] | null | undefined, pointer: string, lids: LocalIds) {
  if (Array.isArray(data)) return data.map((item, index) => withId(item, `${pointer}/${index}`, lids));
  return data && withId(data, pointer, lids);
}

/** Types with an attribute that repeats the id of their object; an attribute can hold no local id (D491). */
const NAMES_OBJECT_TWICE: ReadonlySet<string> = new Set(['translations', 'annotations']);

/** The attribute for a relationship with a local id. */
function attributeOfLocalId({ type, relationships }: Resource, resolved: Resource['relationships']) {
  const [given, identifier] = [relationships?.['object']?.data, resolved?.['object']?.data];
  if (!NAMES_OBJECT_TWICE.has(type) || !given || !identifier) return {};
  if (Array.isArray(given) || Array.isArray(identifier) || given.lid === undefined) return {};
  return { object_id: Number(identifier.id) };
}

/** The relationships of a resource with ids instead of local ones. */
function withRelatedIds(resource: Resource, lids: LocalIds): Resource {
  const { relationships } = resource;
  if (!relationships) return resource;
  const entries = Object.entries(relationships).map(([name, relationship]) => {
    if (relationship.data === undefined) return [name, relationship] as const;
    const data = withIds(relationship.data, `/data/relationships/${step(name)}/data`, lids);
    return [name, { ...relationship, data }] as const;
  });
  // cast: the same names and members; only ids are replaced
  const resolved = Object.fromEntries(entries) as NonNullable<Resource['relationships']>;
  const attributes = { ...attributeOfLocalId(resource, resolved), ...resource.attributes };
  return { ...resource, ...(Object.keys(attributes).length > 0 && { attributes }), relationships: resolved };
}

/** @throws ApiError invalid_data for an address of another service, or one with a query */
function pathOf(href: string, base: string): string {
  const path = href.startsWith(`${base}/`) ? href.slice(base.length) : href;
  if (!path.startsWith('/') || path.startsWith('//')) {
    throw invalidData('/href', `[href.format]: A path, or an address that begins with ${base}/, is expected.`);
  }
  if (/[?#]/.test(path)) throw invalidData('/href', '[href.format]: A query is not allowed here.');
  return path;
}

/** @throws ApiError invalid_data */
function pathOfItem(item: Pick<Identifier, 'type' | 'id' | 'lid'>, pointer: string, options: PartOptions): string {
  const id = idIn(item, pointer, options.lids);
  if (id === undefined || id === '') throw invalidData(`${pointer}/id`, '[id._required]: An id or a lid is needed.');
  return `${options.collectionOf(item.type)}/${encodeURIComponent(id)}`;
}

const isResource = (data: AtomicOperation['data']): data is Resource =>
  data !== null && data !== undefined && !Array.isArray(data);

/** @throws ApiError invalid_data, client_id_forbidden */
function addition(operation: AtomicOperation, options: PartOptions): AtomicPart {
  const { data } = operation;
  if (!isResource(data)) throw invalidData('/data', '[data.type]: The resource to add is expected.');
  const { lid, ...members } = data;
  if (lid !== undefined) options.lids.assertNew(data.type, lid, '/data/lid');
  return {
    method: METHODS.add,
    path: operation.href === undefined ? options.collectionOf(data.type) : pathOf(operation.href, options.base),
    body: { data: withRelatedIds(members, options.lids) },
    ...(lid !== undefined && { added: { type: data.type, lid } }),
  };
}

const isRelationship = (path: string): boolean => path.includes('/relationships/');

/** The path of an operation other than the addition of a resource. @throws ApiError invalid_data */
function targetOf({ op, ref, href, data }: AtomicOperation, options: PartOptions): string {
  if (ref) {
    const path = pathOfItem(ref, '/ref', options);
    return ref.relationship === undefined ? path : `${path}/relationships/${encodeURIComponent(ref.relationship)}`;
  }
  if (href !== undefined) return pathOf(href, options.base);
  if (op === 'update' && isResource(data)) return pathOfItem(data, '/data', options);
  throw invalidData('/ref', '[ref._required]: A ref or an href is needed.');
}

/** @throws ApiError invalid_data for contradictory members */
function assertMembers(operation: AtomicOperation): void {
  const { op, ref, href } = operation;
  if (ref && href !== undefined) throw invalidData('/href', '[href._unknown]: Send a ref or an href, not both.');
  if (op === 'add' && ref && ref.relationship === undefined) {
    throw invalidData('/ref', '[ref._unknown]: A resource is added to its type; a ref of "add" names a relationship.');
  }
  if (op !== 'remove' && !Object.hasOwn(operation, 'data')) {
    throw invalidData('/data', '[data._required]: This field is required.');
  }
}

/** A change or a removal of the resource at a path. @throws ApiError invalid_data */
function changeAt(path: string, operation: AtomicOperation, { lids }: PartOptions): AtomicPart {
  const { op, data } = operation;
  if (op === 'remove') {
    if (!Object.hasOwn(operation, 'data')) return { method: METHODS.remove, path, body: undefined };
    throw invalidData('/data', '[data._unknown]: A resource is removed without data.');
  }
  if (!isResource(data)) throw invalidData('/data', '[data.type]: The resource to update is expected.');
  return { method: METHODS[op], path, body: { data: withRelatedIds(withId(data, '/data', lids), lids) } };
}

/** @throws ApiError invalid_data, with pointers into the operation */
export function partOf(operation: AtomicOperation, options: PartOptions): AtomicPart {
  assertMembers(operation);
  const { op, ref, href, data } = operation;
  if (op === 'add' && !ref && !isRelationship(href ?? '')) return addition(operation, options);
  const path = targetOf(operation, options);
  if (!isRelationship(path)) return changeAt(path, operation, options);
  const hasData = Object.hasOwn(operation, 'data');
  // cast: the operation of the relationship validates it when the part is performed
  const body = hasData ? { data: withIds(data as Identifier[] | Identifier | null, '/data', options.lids) } : undefined;
  return { method: METHODS[op], path, body };
}

/** The error of one operation, with pointers to its place in the body. */
export function errorInOperation(error: ApiError, index: number): ApiError {
  const at = `/atomic:operations/${index}`;
  const faults = error.faults.map(({ source, ...fault }) => {
    // An error in the path is an error in the members that gave it.
    const pointer = source?.pointer === undefined ? at : `${at}${source.pointer}`;
    return { ...fault, source: { pointer } };
  });
  return error.withFaults(faults);
}
