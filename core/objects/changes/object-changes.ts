// From attributes to a write: stored values, the fields that differ, and the update that stores the difference.
import type { RequestContext } from '../../context.ts';
import type { Attribute, ResolvedType } from '../../model/model.ts';
import { changeRow, versionOf, type Change, type ChangeAction } from '../../store/history/changes.ts';
import type { ObjectDocument } from '../../store/store.ts';
import { audiencesOf } from '../visibility/audiences.ts';
import { changedAttributes, isSameValue } from './change-values.ts';
import { countDelta, derivedFields, objectRow, publicationFields, rowChange, storedValue } from './object-document.ts';
import type { AttributeValues } from './object-input.ts';
import { publicationChange } from '../visibility/publication-dates.ts';
import type { LinkRequest, ObjectWrite } from './unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { PlaceSteps } from './place-plan.ts';

/** Clients may send it and never read it: no document holds it. */
const isWriteOnly = (attribute: Pick<Attribute, 'custom' | 'schema'>): boolean =>
  !attribute.custom && attribute.schema['writeOnly'] === true;

/** Values by the place where they are stored: custom properties under `custom`. */
export function storedFields(
  type: ResolvedType,
  values: AttributeValues,
): { base: AttributeValues; custom: AttributeValues } {
  const base: AttributeValues = {};
  const custom: AttributeValues = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    // A password is stored by the rules of users, never in a document.
    if (attribute && isWriteOnly(attribute)) continue;
    if (attribute?.custom) custom[name] = value;
    else base[name] = value;
  }
  return { base, custom };
}

/** Shown as `[]` when no value is stored, so that their sparse indexes hold only objects with items. */
const INLINE_LISTS = new Set(['categories', 'tags', 'date_ranges', 'geo_tags']);

const isEmpty = (name: string, value: unknown): boolean =>
  value === null || value === undefined || (INLINE_LISTS.has(name) && Array.isArray(value) && value.length === 0);

export const withoutNulls = (values: AttributeValues): AttributeValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** null is not stored, except in base fields, which every row has. */
export const omitEmpty = (values: AttributeValues): AttributeValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEmpty(name, value)));

export function changedValues(type: ResolvedType, document: ObjectDocument, values: AttributeValues): AttributeValues {
  const changed: AttributeValues = {};
  for (const [name, value] of Object.entries(values)) {
    const attribute = type.attribute.get(name);
    if (!attribute) continue;
    const stored = storedValue(document, attribute);
    if (!isSameValue(!attribute.custom && isEmpty(name, value) ? null : value, stored)) changed[name] = value;
  }
  return changed;
}

/** The additions of a type's rules to a write. */
export interface WriteAddition {
  /** Rows of other collections, written in the same transaction. */
  inTransaction?: ObjectWrite['inTransaction'];
  places?: readonly PlaceSteps[];
  links?: readonly LinkRequest[];
  /** Members of the change row, in addition to the attributes that differ. */
  changed?: Record<string, unknown>;
}

/** Rules of a type for a write; they run at each attempt, and may throw to refuse it. */
export type WriteRule = (write: {
  before: ObjectDocument | null;
  after: ObjectDocument;
  /** The attributes of the request, as stored values; for a change only those that differ. */
  values: AttributeValues;
}) => WriteAddition | Promise<WriteAddition>;

interface Difference {
  type: ResolvedType;
  before: ObjectDocument;
  after: ObjectDocument;
}

/** Stored paths to set and to remove, from `before` to `after`. */
function differences(before: ObjectDocument, after: ObjectDocument): Pick<ObjectWrite, 'set' | 'unset'> {
  const set: AttributeValues = {};
  const unset: string[] = [];
  const compare = (prefix: string, from: AttributeValues, to: AttributeValues): void => {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      if ((prefix === '' && name === 'custom') || isSameValue(from[name], to[name])) continue;
      if (to[name] === undefined) unset.push(prefix + name);
      else set[prefix + name] = to[name];
    }
  };
  compare('', before, after);
  compare('custom.', before.custom ?? {}, after.custom ?? {});
  return { set, unset };
}

/** The write of a new document, with the additions of its type's rules. */
export function creationWrite(
  { type, document }: ObjectRecord,
  { inTransaction, changed: more }: WriteAddition,
  context: RequestContext,
): ObjectWrite {
  document.audiences = audiencesOf(document);
  const changed = { ...changedAttributes(type, document, null), ...more };
  const change = {
    type: 'objects',
    id: document._id,
    action: 'create',
    changed,
    at: document.created,
    version: versionOf(document, document.revision),
    audit: auditOf(type, {}, {}),
  } as const;
  return {
    type: type.name,
    schema: type.revision,
    id: document._id,
    expectedRevision: null,
    document,
    row: objectRow(type, document),
    set: {},
    unset: [],
    rowSet: {},
    takesUname: true,
    counts: countDelta(null, document),
    change: changeRow(change, context),
    ...publicationPart(null, document, document.created),
    inTransaction,
  };
}

const publicationPart = (...change: Parameters<typeof publicationChange>): Pick<ObjectWrite, 'publication'> => {
  const publication = publicationChange(...change);
  return publication ? { publication } : {};
};

const DATES = ['visible_from', 'visible_to'] as const;

const seenBefore = (document: ObjectDocument): NonNullable<ObjectWrite['viewBefore']> => {
  const { status, visible_from, visible_to, trashed, created_by, reader_roles = null } = document;
  return { status, visible_from, visible_to, trashed, created_by, reader_roles };
};

/** For the audit trail, which records users only; roles are stored under another name. */
function auditOf(
  { name }: { name: string },
  before: Readonly<Record<string, unknown>>,
  changed: object,
): Change['audit'] {
  if (name !== 'users') return undefined;
  const valueOf = (member: string): unknown => before[member === 'roles' ? 'role_ids' : member];
  const known = Object.keys(changed).filter((member) => valueOf(member) !== undefined);
  return { type: name, before: Object.fromEntries(known.map((member) => [member, valueOf(member)])) };
}

/** The write from `before` to `after`, with the additions of its type's rules. */
export function changeWrite(
  { type, before, after }: Difference,
  { action, inTransaction, changed: more }: WriteAddition & { action: ChangeAction },
  context: RequestContext,
): ObjectWrite {
  after.audiences = audiencesOf(after);
  const { set, unset } = differences(before, after);
  const paths = new Set([...Object.keys(set), ...unset]);
  const changed = action === 'update' ? { ...changedAttributes(type, after, paths), ...more } : {};
  // A removal does not raise the revision.
  const version = after.revision === before.revision ? undefined : versionOf(after, after.revision);
  const audit = auditOf(type, before, changed);
  const isViewChanged = action !== 'update' || paths.has('audiences') || DATES.some((name) => paths.has(name));
  return {
    type: type.name,
    schema: type.revision,
    id: before._id,
    expectedRevision: before.revision,
    document: after,
    row: null,
    set,
    unset,
    rowSet: rowChange(type, after, paths),
    takesUname: after.uname !== before.uname,
    counts: countDelta(before, after),
    change: changeRow(
      { type: 'objects', id: before._id, at: after.modified, action, changed, version, audit },
      context,
    ),
    ...(isViewChanged && { viewBefore: seenBefore(before) }),
    ...publicationPart(before, action === 'remove' ? null : after, after.modified),
    inTransaction,
  };
}

/** The next revision of an object, by the caller. */
export const revised = (document: ObjectDocument, now: Date, { caller }: RequestContext): ObjectDocument => ({
  ...document,
  modified: now,
  modified_by: caller.userId,
  revision: document.revision + 1,
});

export function changedDocument(
  { type, document: before }: ObjectRecord,
  changed: AttributeValues,
  now: Date,
  context: RequestContext,
): ObjectDocument {
  const { base, custom } = storedFields(type, changed);
  const after: ObjectDocument = { ...before };
  const KEEP_NULL = new Set(['title', 'description', 'lang', 'publish_start', 'publish_end']);
  const apply = (values: AttributeValues): void => {
    for (const [name, value] of Object.entries(values)) {
      if (isEmpty(name, value) && !KEEP_NULL.has(name)) delete after[name];
      else after[name] = value;
    }
  };
  apply(base);
  apply(derivedFields(type, base, after));
  after.custom = withoutNulls({ ...before.custom, ...custom });
  if (Object.keys(after.custom).length === 0) delete after.custom;
  return revised({ ...after, ...publicationFields(after, before, now) }, now, context);
}
