// Creating, changing and trashing objects (service.md 4.4, D10 to D13, D46, D533, D538).
import { textIn } from '../../values.ts';
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidData } from '../../errors.ts';
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';
import type { ResolvedType } from '../../model/model.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import type { ObjectDocument } from '../../store/store.ts';
import {
  changedDocument,
  changedValues,
  changeWrite,
  creationWrite,
  revised,
  storedFields,
  omitEmpty,
  withoutNulls,
  type WriteAddition,
  type WriteRule,
} from '../changes/object-changes.ts';
import { isSameValue } from '../changes/change-values.ts';
import { derivedFields, publicationFields } from '../changes/object-document.ts';
import { withAudiences } from '../visibility/audiences.ts';
import { assertProvided, readObjectInput, type AttributeValues } from '../changes/object-input.ts';
import { assertMayWriteAttributes } from '../visibility/attribute-permissions.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import { requireType, type ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { ObjectRecord } from '../object-record.ts';
import { readRelationships, type RelationshipsInput } from '../relations/body-relationships.ts';
import { publicUnameSources } from '../visibility/shown-attributes.ts';
import { trashSubfolders } from '../tree/trash-folders.ts';
import { FOLDERS } from '../tree/tree-nodes.ts';
import { generatedUname } from '../../uname.ts';
import { statusLevel } from '../visibility/visibility.ts';

const dateIn = (value: unknown): Date | undefined => (value instanceof Date ? value : undefined);

/** A status that the configuration hides from all callers is refused (D534). @throws ApiError invalid_data */
export function assertStatusLevel(values: AttributeValues, context: RequestContext): void {
  const level = statusLevel(context);
  // cast: validated by the schema of the type
  const status = values['status'] as ObjectDocument['status'] | undefined;
  if (!level || status === undefined || level.includes(status)) return;
  const detail = `[status.level]: Status "${status}" is not consistent with configured Status.level "${level.at(-1)}".`;
  throw invalidData('/data/attributes/status', detail);
}

async function newDocument(
  services: ObjectServices,
  type: ResolvedType,
  values: AttributeValues,
  context: RequestContext,
): Promise<ObjectDocument> {
  const now = services.clock.now();
  const { base, custom } = storedFields(type, values);
  const all: AttributeValues = { ...omitEmpty(base), ...derivedFields(type, base, base) };
  const { userId } = context.caller;
  const title = textIn(all['title']) ?? null;
  const state = {
    // cast: validated by the schema of the type
    status: (all['status'] as ObjectDocument['status'] | undefined) ?? 'draft',
    publish_start: dateIn(all['publish_start']) ?? null,
    publish_end: dateIn(all['publish_end']) ?? null,
  };
  const document: ObjectDocument = withAudiences({
    _id: await services.store.sequences.next('objects'),
    ...omitEmpty(all),
    type: type.name,
    uname: textIn(all['uname']) || generatedUname(type, publicUnameSources(type, { title, username: all['username'] })),
    title,
    description: textIn(all['description']) ?? null,
    lang: textIn(all['lang']) ?? null,
    ...state,
    ...publicationFields(state, null, now),
    locked: false,
    trashed: false,
    created: now,
    modified: now,
    created_by: userId,
    modified_by: userId,
    revision: 1,
  });
  const kept = withoutNulls(custom);
  if (Object.keys(kept).length > 0) document.custom = kept;
  return document;
}

/** Objects whose type has no special rules. */
const NO_RULE: WriteRule = () => ({});

export interface NewObject {
  typeName: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Of the body (D331). */
  relationships?: RelationshipsInput | undefined;
  rule?: WriteRule;
  /** A required attribute that may be missing in this body. */
  allowMissing?: string;
  /** Names of attributes that the service sets instead of the caller. */
  own?: readonly string[];
  /** Skips the check of `Status.level`: the object is hidden for now. */
  skipStatusLevel?: true;
}

/** @throws ApiError invalid_data, abstract_type, and errors of the rule */
export function createObject(
  services: ObjectServices,
  { typeName, attributes, relationships = {}, rule = NO_RULE, allowMissing, own, skipStatusLevel }: NewObject,
  context: RequestContext,
): Promise<ObjectRecord> {
  return services.writer.commit(async (unit) => {
    const type = requireType(services, typeName);
    if (type.abstract) throw abstractType(typeName);
    const values = await readObjectInput(services, { type, mode: 'create', attributes, context, allowMissing, own });
    // Drafts that are hidden from all callers are useless (D533).
    if (attributes['status'] === undefined && statusLevel(context)?.length === 1) values['status'] = 'on';
    if (!skipStatusLevel) assertStatusLevel(values, context);
    const document = await newDocument(services, type, values, context);
    assertProvided(type, document, values);
    if (isTurnOver()) await nextTurn();
    const addition = await rule({ before: null, after: document, values });
    const links = await readRelationships(services, { type, document, isNew: true }, relationships, context);
    unit.write(creationWrite({ type, document }, addition, context));
    unit.place(...(addition.places ?? []));
    unit.link(...(addition.links ?? []), ...links);
    return { type, document };
  });
}

/** 403 `abstract_type`. */
export const abstractType = (typeName: string): ApiError =>
  new ApiError('abstract_type', `"${typeName}" is abstract: use the endpoint of one of its types.`);

/** 403 `locked`. */
const lockedError = (what: string): ApiError => new ApiError('locked', `The object is locked: ${what}.`);

export interface ObjectAddress {
  typeName: string;
  /** Id or uname. */
  id: string;
}

export interface ObjectChange {
  attributes: Readonly<Record<string, unknown>>;
  /** Names of those that the service sets instead of the caller. */
  own?: readonly string[];
  /** `data.meta.locked`: set by administrators only (D533, D407). */
  locked?: boolean | undefined;
  /** Stored values of read-only attributes that this caller may set. */
  readOnly?: AttributeValues;
  /** Stored fields other than attributes. */
  fields?: AttributeValues;
  /** Of the body (D331). */
  relationships?: RelationshipsInput | undefined;
}

export interface ObjectEdit {
  /** Finds the object, and checks that the caller may change it. */
  find: () => Promise<ObjectRecord>;
  /** Reads the body once the object is known; it may throw. */
  readChange: (found: ObjectRecord) => ObjectChange | Promise<ObjectChange>;
  rule?: WriteRule;
}

/** @throws ApiError not_found, forbidden, authentication_required */
async function findWritable(
  services: ObjectServices,
  { typeName, id }: ObjectAddress,
  context: RequestContext,
): Promise<ObjectRecord> {
  const found = await findVisible(services, typeName, id, context);
  assertWritable(found, context);
  return found;
}

/**
 * @param readChange reads the body once the object is known; it may throw
 * @throws ApiError invalid_data, locked, precondition_failed, not_found
 */
export function updateObject(
  services: ObjectServices,
  address: ObjectAddress,
  readChange: ObjectEdit['readChange'],
  context: RequestContext,
): Promise<ObjectRecord> {
  return editObject(services, { find: () => findWritable(services, address, context), readChange }, context);
}

/** @throws ApiError forbidden for callers other than administrators */
export function assertMayChangeMeta({ caller }: Pick<RequestContext, 'caller'>, name: string): void {
  if (caller.isAdmin) return;
  const source = { pointer: `/data/meta/${name}` };
  throw new ApiError('forbidden', { detail: `Only administrators change "${name}".`, source });
}

/** The document after a change, and the values that differ; undefined without any. @throws ApiError invalid_data, locked, forbidden */
export async function editedObject(
  services: ObjectServices,
  { type, document }: ObjectRecord,
  change: ObjectChange,
  context: RequestContext,
): Promise<{ after: ObjectDocument; values: AttributeValues } | undefined> {
  const { attributes, own = [] } = change;
  const input = { type, mode: 'change', attributes, context, own, mayRepeat: true, before: document } as const;
  const given = await readObjectInput(services, input);
  if (isTurnOver()) await nextTurn();
  const values = changedValues(type, document, { ...given, ...change.readOnly });
  const differing = Object.keys(attributes).filter((name) => name in values && !own.includes(name));
  assertMayWriteAttributes(type, differing, context);
  assertStatusLevel(values, context);
  const relock = change.locked !== undefined && change.locked !== document.locked;
  if (relock) assertMayChangeMeta(context, 'locked');
  const fields = Object.entries(change.fields ?? {}).filter(([name, value]) => !isSameValue(value, document[name]));
  if (Object.keys(values).length + fields.length === 0 && !relock) return undefined;
  if (document.locked && !(relock && change.locked === false)) {
    const refused = ['status', 'uname'].filter((name) => name in values);
    if (refused.length > 0) throw lockedError(`${refused.join(' and ')} cannot be changed`);
  }
  const after = changedDocument({ type, document }, values, services.clock.now(), context);
  if (relock) after.locked = change.locked === true;
  Object.assign(after, Object.fromEntries(fields));
  assertProvided(type, after, values);
  return { after, values };
}

/** @throws ApiError invalid_data, locked, precondition_failed, and errors of `edit` */
export function editObject(
  services: ObjectServices,
  { find, readChange, rule = NO_RULE }: ObjectEdit,
  context: RequestContext,
): Promise<ObjectRecord> {
  return services.writer.commit(async (unit) => {
    const { type, document } = await find();
    const change = await readChange({ type, document });
    checkPrecondition(context.precondition, document.revision);
    const edited = await editedObject(services, { type, document }, change, context);
    if (isTurnOver()) await nextTurn();
    // The write checks that the object is unchanged, and raises its revision.
    const linking = edited ? { ...context, precondition: undefined } : context;
    const found = { type, document, isNew: false };
    unit.link(...(await readRelationships(services, found, change.relationships ?? {}, linking)));
    if (!edited) return { type, document };
    const { after, values } = edited;
    const addition = await rule({ before: document, after, values });
    const write = changeWrite({ type, before: document, after }, { action: 'update', ...addition }, context);
    unit.write(write);
    unit.place(...(addition.places ?? []));
    unit.link(...(addition.links ?? []));
    return { type, document: write.document };
  });
}

/** Trashes an object, a folder with its subfolders (D28). @throws ApiError locked, precondition_failed, not_found */
export function trashObject(
  services: ObjectServices,
  typeName: string,
  id: string,
  context: RequestContext,
): Promise<void> {
  return trashFound(services, { find: () => findWritable(services, { typeName, id }, context) }, context);
}

/** @throws ApiError locked, precondition_failed, and errors of `trash` */
export function trashFound(
  services: ObjectServices,
  { find, rule = NO_RULE }: Pick<ObjectEdit, 'find' | 'rule'>,
  context: RequestContext,
): Promise<void> {
  return services.writer.commit(async (unit) => {
    const { type, document } = await find();
    checkPrecondition(context.precondition, document.revision);
    if (document.locked) throw lockedError('it cannot be deleted');
    const after = { ...revised(document, services.clock.now(), context), trashed: true };
    const addition = await rule({ before: document, after, values: {} });
    const below = type.name === FOLDERS ? await trashSubfolders(services, { type, document }, context) : undefined;
    const inTransaction: WriteAddition['inTransaction'] = async (transaction) => {
      await addition.inTransaction?.(transaction);
      await below?.inTransaction(transaction);
    };
    const added = { action: 'trash', ...addition, inTransaction } as const;
    unit.write(changeWrite({ type, before: document, after }, added, context), ...(below?.writes ?? []));
  });
}
