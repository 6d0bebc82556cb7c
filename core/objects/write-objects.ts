// Creating, changing and trashing objects (service.md 4.4, D10 to D13, D46, reference/jsonapi.md 4.2 to 4.6).
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import { changeRow, type ChangeAction } from '../store/changes.ts';
import type { ObjectDocument, ObjectRow } from '../store/store.ts';
import { formatChanged } from './change-values.ts';
import { countDelta, derivedFields, objectRow, publicationFields, storedValue } from './object-document.ts';
import { readObjectInput, type Values } from './object-input.ts';
import { servedType, type ObjectServices } from './object-services.ts';
import { RevisionConflict, SchemaConflict, type ObjectWrite } from './object-writer.ts';
import { findVisible, type FoundObject } from './read-objects.ts';
import { generatedUname } from './uname.ts';

const MAX_ATTEMPTS = 20;

/** Runs a write again when the model or the object changed under it. */
async function retrying<T>(services: ObjectServices, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const again = error instanceof SchemaConflict || error instanceof RevisionConflict;
      if (!again || attempt >= MAX_ATTEMPTS) throw error;
      if (error instanceof SchemaConflict) await services.modelService.refresh();
    }
  }
}

/** Values split by where they are stored: custom properties under `custom`. */
function storedFields(type: ResolvedType, values: Values): { base: Values; custom: Values } {
  const base: Values = {};
  const custom: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    if (attribute?.custom) custom[name] = value;
    else base[name] = value;
  }
  return { base, custom };
}

/** Lists that are shown as `[]` when nothing is stored, so that their sparse indexes hold only objects that have some. */
const INLINE_LISTS = new Set(['categories', 'tags', 'date_ranges']);

const isNothing = (name: string, value: unknown): boolean =>
  value === null || value === undefined || (INLINE_LISTS.has(name) && Array.isArray(value) && value.length === 0);

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Nothing is stored for what is null, except base fields that every row has. */
const withoutNothing = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isNothing(name, value)));

async function newDocument(
  services: ObjectServices,
  type: ResolvedType,
  values: Values,
  context: RequestContext,
): Promise<ObjectDocument> {
  const now = services.clock.now();
  const { base, custom } = storedFields(type, values);
  const all: Values = { ...withoutNothing(base), ...derivedFields(type, base, base) };
  const { userId } = context.caller;
  const title = (all['title'] as string | undefined) ?? null;
  const state = {
    status: (all['status'] as ObjectDocument['status'] | undefined) ?? 'draft',
    publish_start: (all['publish_start'] as Date | undefined) ?? null,
    publish_end: (all['publish_end'] as Date | undefined) ?? null,
  };
  const document: ObjectDocument = {
    _id: await services.store.sequences.next('objects'),
    ...withoutNothing(all),
    type: type.name,
    uname: (all['uname'] as string | undefined) || generatedUname({ name: type.name, table: type.row.table }, title),
    title,
    description: (all['description'] as string | undefined) ?? null,
    lang: (all['lang'] as string | undefined) ?? null,
    ...state,
    ...publicationFields(state, null, now),
    locked: false,
    trashed: false,
    created: now,
    modified: now,
    created_by: userId,
    modified_by: userId,
    revision: 1,
  };
  const kept = withoutNulls(custom);
  if (Object.keys(kept).length > 0) document.custom = kept;
  return document;
}

/**
 * @throws ApiError invalid_data, abstract_type
 * @returns the new document and its type
 */
export function createObject(
  services: ObjectServices,
  typeName: string,
  attributes: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<{ type: ResolvedType; document: ObjectDocument }> {
  return retrying(services, async () => {
    const type = servedType(services, typeName);
    if (type.abstract) throw abstractType(typeName);
    const values = await readObjectInput(services, { type, mode: 'create', attributes, context });
    const document = await newDocument(services, type, values, context);
    const change = {
      type: 'objects',
      id: document._id,
      action: 'create',
      changed: formatChanged(type, values),
      at: document.created,
    } as const;
    await services.writer.write({
      type: type.name,
      schema: type.revision,
      id: document._id,
      expectedRevision: null,
      document,
      row: objectRow(type, document),
      set: {},
      unset: [],
      rowSet: {},
      uname: { take: document.uname, release: null },
      counts: countDelta(null, document),
      change: changeRow(change, context),
    });
    return { type, document };
  });
}

/** 403 `abstract_type`. */
export const abstractType = (typeName: string): ApiError =>
  new ApiError('abstract_type', `"${typeName}" is abstract: use the endpoint of one of its types.`);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function changedValues(type: ResolvedType, document: ObjectDocument, values: Values): Values {
  const changed: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    if (!attribute) continue;
    const stored = storedValue(document, attribute);
    if (!same(!attribute.custom && isNothing(name, value) ? null : value, stored)) changed[name] = value;
  }
  return changed;
}

/** 403 `locked`. */
const lockedError = (what: string): ApiError => new ApiError('locked', `The object is locked: ${what}.`);

const ROW_FIELDS: readonly (keyof ObjectRow)[] = [
  'uname',
  'title',
  'description',
  'status',
  'lang',
  'publish_start',
  'publish_end',
  'visible_from',
  'visible_to',
  'locked',
  'trashed',
  'modified',
  'published',
  'modified_by',
  'revision',
  'search',
];

interface Difference {
  type: ResolvedType;
  before: ObjectDocument;
  after: ObjectDocument;
}

/** Stored paths to set and to remove so that `before` becomes `after`. */
function differences(before: ObjectDocument, after: ObjectDocument): Pick<ObjectWrite, 'set' | 'unset'> {
  const set: Values = {};
  const unset: string[] = [];
  const compare = (prefix: string, from: Values, to: Values): void => {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      if ((prefix === '' && name === 'custom') || same(from[name], to[name])) continue;
      if (to[name] === undefined) unset.push(prefix + name);
      else set[prefix + name] = to[name];
    }
  };
  compare('', before, after);
  compare('custom.', before.custom ?? {}, after.custom ?? {});
  return { set, unset };
}

/** Builds the write that turns `before` into `after`. */
function changeWrite(
  { type, before, after }: Difference,
  change: { action: ChangeAction; changed: Values },
  context: RequestContext,
): ObjectWrite {
  const row = objectRow(type, after);
  const rowBefore = objectRow(type, before);
  const rowSet: Values = {};
  for (const name of ROW_FIELDS) if (!same(row[name], rowBefore[name])) rowSet[name] = row[name];
  return {
    type: type.name,
    schema: type.revision,
    id: before._id,
    expectedRevision: before.revision,
    document: after,
    row,
    ...differences(before, after),
    rowSet,
    uname: after.uname === before.uname ? null : { take: after.uname, release: before.uname },
    counts: countDelta(before, after),
    change: changeRow({ type: 'objects', id: before._id, at: after.modified, ...change }, context),
  };
}

function changedDocument(
  { type, document: before }: FoundObject,
  changed: Values,
  now: Date,
  context: RequestContext,
): ObjectDocument {
  const { base, custom } = storedFields(type, changed);
  const after: ObjectDocument = { ...before };
  const KEEP_NULL = new Set(['title', 'description', 'lang', 'publish_start', 'publish_end']);
  const apply = (values: Values): void => {
    for (const [name, value] of Object.entries(values)) {
      if (isNothing(name, value) && !KEEP_NULL.has(name)) delete after[name];
      else after[name] = value;
    }
  };
  apply(base);
  apply(derivedFields(type, base, after));
  after.custom = withoutNulls({ ...before.custom, ...custom });
  if (Object.keys(after.custom).length === 0) delete after.custom;
  return {
    ...after,
    ...publicationFields(after, before, now),
    modified: now,
    modified_by: context.caller.userId,
    revision: before.revision + 1,
  };
}

export interface ObjectAddress {
  typeName: string;
  /** Id or uname. */
  id: string;
}

export interface ObjectChange {
  attributes: Readonly<Record<string, unknown>>;
  /** `data.meta.locked`: set by admins only, ignored from others (reference/jsonapi.md 4.2). */
  locked?: boolean | undefined;
}

/**
 * @param readChange reads the body once the object is known; it may throw
 * @throws ApiError invalid_data, locked, precondition_failed, not_found
 */
export function updateObject(
  services: ObjectServices,
  address: ObjectAddress,
  readChange: (found: FoundObject) => ObjectChange,
  context: RequestContext,
): Promise<{ type: ResolvedType; document: ObjectDocument }> {
  return retrying(services, async () => {
    const { type, document } = await findVisible(services, address.typeName, address.id, context);
    const change = readChange({ type, document });
    checkPrecondition(context.precondition, document.revision);
    const values = await readObjectInput(services, { type, mode: 'change', attributes: change.attributes, context });
    const changed = changedValues(type, document, values);
    const relock = context.caller.isAdmin && change.locked !== undefined && change.locked !== document.locked;
    if (Object.keys(changed).length === 0 && !relock) return { type, document };
    if (document.locked && !(relock && change.locked === false)) {
      const refused = ['status', 'uname'].filter((name) => name in changed);
      if (refused.length > 0) throw lockedError(`${refused.join(' and ')} cannot be changed`);
    }
    const after = changedDocument({ type, document }, changed, services.clock.now(), context);
    if (relock) after.locked = change.locked === true;
    const told = { ...formatChanged(type, changed), ...(relock && { locked: after.locked }) };
    const write = changeWrite({ type, before: document, after }, { action: 'update', changed: told }, context);
    await services.writer.write(write);
    return { type, document: write.document };
  });
}

/** Moves an object to the trash. @throws ApiError locked, precondition_failed, not_found */
export function trashObject(
  services: ObjectServices,
  typeName: string,
  id: string,
  context: RequestContext,
): Promise<void> {
  return retrying(services, async () => {
    const { type, document } = await findVisible(services, typeName, id, context);
    checkPrecondition(context.precondition, document.revision);
    if (document.locked) throw lockedError('it cannot be deleted');
    const after: ObjectDocument = {
      ...document,
      trashed: true,
      modified: services.clock.now(),
      modified_by: context.caller.userId,
      revision: document.revision + 1,
    };
    await services.writer.write(
      changeWrite({ type, before: document, after }, { action: 'trash', changed: {} }, context),
    );
  });
}
