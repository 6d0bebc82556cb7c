// Creating and changing objects in the legacy envelope: object, places, relations and file in one transaction
// (service.md 4.3, D567, D13, D38, D47, D49).
import { itemAt } from '../values.ts';
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData, invalidParameter } from '../errors.ts';
import { openUploadToken, createUploadToken } from '../files/upload-tokens.ts';
import type { LegacyObject } from '../format/legacy/object.ts';
import { changeWrite, type WriteRule } from '../objects/changes/object-changes.ts';
import { assertWritable } from '../objects/visibility/object-permissions.ts';
import { requireType } from '../objects/object-services.ts';
import type { LinkRequest, UnitOfWork } from '../objects/changes/unit-of-work.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { placeObjects } from '../objects/tree/change-places.ts';
import { createObject, editedObject, trashObject } from '../objects/writing/write-objects.ts';
import { checkPrecondition } from '../resources/precondition.ts';
import {
  assertWrittenFields,
  attributePointers,
  legacyAttributes,
  otherFields,
  linksIn,
  type LegacyData,
  type LegacyId,
} from './legacy-input.ts';
import { linkRequests } from './relations.ts';
import { changedParents, placeNew } from './legacy-parents.ts';
import { inLegacyBody, type PointerRule } from './body-pointers.ts';
import {
  findPublication,
  assertWritableType,
  creatableType,
  namedType,
  isWritableType,
  typeOfName,
  type LegacyServices,
} from './publication.ts';
import { reachObject, type ReachedObject } from './reachable-objects.ts';
import { representObjects } from './represent-objects.ts';
import type { BinaryUpload } from '../network/binary-body.ts';
import type { ResolvedType } from '../model/model.ts';

export interface WrittenObject {
  shown: LegacyObject;
  revision: number;
}

async function answer(
  services: LegacyServices,
  { found, publicationId }: ReachedObject,
  context: RequestContext,
): Promise<WrittenObject> {
  const shown = itemAt(await representObjects(services, { found: [found], publicationId }, context), 0);
  return { shown, revision: found.document.revision };
}

/** Without a place the legacy side could not reach it. @throws ApiError invalid_data */
function assertPlaced(data: LegacyData): void {
  if ((data.parents ?? []).length > 0 || linksIn(data).some(([, links = []]) => links.length > 0)) return;
  throw invalidData('/data/parents', '[parents._required]: parents or relations are needed.');
}

/** @throws ApiError invalid_data (also for hidden objects in `data`), not_found (the publication), forbidden */
export async function createLegacyObject(
  services: LegacyServices,
  data: LegacyData,
  context: RequestContext,
): Promise<WrittenObject> {
  const { objects } = services;
  const publicationId = (await findPublication(services, context)).document._id;
  const type = creatableType(services, data.object_type);
  if (context.access.grant(type.name, 'write') === 'none') {
    throw refusal(context.caller, 'Your roles do not allow this operation.');
  }
  assertPlaced(data);
  assertWrittenFields(type, data);
  const attributes = await legacyAttributes(objects.store, { type, before: null }, data);
  const { upload_token: token } = data;
  const requested = { token: token ?? '', typeName: type.name };
  const upload = token === undefined ? undefined : await openUploadToken(services.files, requested, context);
  const rule: WriteRule = async (write) => {
    const object = { type: requireType(objects, type.name), document: write.after };
    const placed = await placeNew(services, { publicationId, object, given: data.parents ?? [] }, context);
    const requested = { publicationId, found: object, isNew: true, how: 'add', relations: linksIn(data) } as const;
    const links = await linkRequests(services, requested, context);
    const file = await upload?.(write);
    return {
      changed: { ...placed.changed, ...file?.changed },
      links,
      places: placed.places,
      inTransaction: file?.inTransaction,
    };
  };
  const made = await inLegacyBody(attributePointers(type), () =>
    createObject(objects, { typeName: type.name, attributes, rule }, context),
  );
  return answer(services, { found: made, publicationId }, context);
}

/** @throws ApiError invalid_data for another value than that of the object */
function assertSameType(services: LegacyServices, found: ObjectRecord, name: string | undefined): void {
  if (name === undefined || namedType(services, name).name === found.type.name) return;
  throw invalidData('/data/object_type', `[object_type.immutable]: Object ${found.document._id} has another type.`);
}

/** Without a place the legacy side reaches it only through its relations. @throws ApiError invalid_data */
async function assertRelated(
  { objects }: LegacyServices,
  { document: { _id: id } }: ObjectRecord,
  links: readonly LinkRequest[],
): Promise<void> {
  if (links.some(({ wanted }) => wanted.length > 0)) return;
  if (await objects.store.objectRelations.findOne({ $or: [{ left_id: id }, { right_id: id }] })) return;
  throw invalidData('/data/parents', '[parents._required]: parents or relations are needed.');
}

/** One write of all differences. @returns the document after it */
async function update(
  { unit, ...services }: LegacyServices & { unit: UnitOfWork },
  { found, publicationId }: ReachedObject,
  data: LegacyData,
  context: RequestContext,
): Promise<ObjectRecord> {
  const { objects } = services;
  const { type, document: before } = found;
  if (otherFields(type, data).length > 0) {
    const { shown } = await answer(services, { found, publicationId }, context);
    assertWrittenFields(type, data, { ...shown });
  }
  const attributes = await legacyAttributes(objects.store, { type, before }, data);
  const edited = await inLegacyBody(attributePointers(type), () =>
    editedObject(objects, found, { attributes }, context),
  );
  const requested = { publicationId, found, how: 'replace', relations: linksIn(data) } as const;
  const links = await linkRequests(services, requested, context);
  const assertReachable = (): Promise<void> => assertRelated(services, found, links);
  const { parents: given } = data;
  const places = given && (await changedParents(services, { publicationId, found, given, assertReachable }, context));
  unit.link(...links);
  const alone = edited && changeWrite({ type, before, after: edited.after }, { action: 'update' }, context);
  const change = edited && { after: edited.after, changed: alone?.change.changed ?? {} };
  if (places) {
    const edits = { ...places, objects: places.objects.map((object) => ({ ...object, edited: change })) };
    const [write] = await placeObjects({ ...objects, unit }, edits, context);
    return { type, document: write?.document ?? before };
  }
  if (!alone) return found;
  unit.write(alone);
  return { type, document: alone.document };
}

/**
 * Changes the members of `data`; its parents and the named relations are replaced.
 * @throws ApiError not_found, also for objects out of reach; invalid_data, locked, precondition_failed, forbidden
 */
export async function updateLegacyObject(
  services: LegacyServices,
  { id, data }: { id: LegacyId; data: LegacyData },
  context: RequestContext,
): Promise<WrittenObject> {
  if (data.upload_token !== undefined) {
    throw invalidData('/data/upload_token', 'The file of an existing object cannot be changed.');
  }
  let places: readonly PointerRule[] = [];
  const commit = () =>
    services.objects.writer.commit(async (unit) => {
      const { found, publicationId } = await reachObject(services, String(id), context);
      places = attributePointers(found.type);
      assertWritableType(services, found.type);
      assertSameType(services, found, data.object_type);
      assertWritable(found, context);
      checkPrecondition(context.precondition, found.document.revision);
      return { found: await update({ ...services, unit }, { found, publicationId }, data, context), publicationId };
    });
  return answer(services, await inLegacyBody(() => places, commit), context);
}

/** Trashes a reachable object. @throws ApiError not_found, locked, precondition_failed, forbidden */
export async function trashLegacyObject(services: LegacyServices, id: string, context: RequestContext): Promise<void> {
  const { found, publicationId } = await reachObject(services, id, context);
  // Otherwise another root folder would become the publication, or none.
  if (found.document._id === publicationId) {
    throw new ApiError('bad_request', 'The publication cannot be deleted by the legacy API.');
  }
  assertWritableType(services, found.type);
  await trashObject(services.objects, found.type.name, String(found.document._id), context);
}

export interface LegacyUpload {
  /** As in the path. */
  typeName: string;
  fileName: string;
  upload: BinaryUpload;
}

/** @throws ApiError invalid_parameter; authentication_required, forbidden */
function fileType(services: LegacyServices, name: string, { access, caller }: RequestContext): ResolvedType {
  const type = typeOfName(services, name);
  const shown = name.slice(0, 100);
  if (!type?.served || type.name === 'users') throw invalidParameter('object_type', `There is no type "${shown}".`);
  if (type.abstract || !type.associations.has('Streams')) {
    throw invalidParameter('object_type', `Objects of type "${shown}" have no files.`);
  }
  if (!isWritableType(services, type)) {
    throw invalidParameter('object_type', `Objects of type "${shown}" cannot be created here.`);
  }
  if (access.grant(type.name, 'write') === 'none') throw refusal(caller, 'Your roles do not allow this operation.');
  return type;
}

/**
 * @returns the token for the creation of the object
 * @throws ApiError length_required, invalid_parameter, UPLOAD_MAX_FILESIZE_EXCEEDED, and those of createUploadToken
 */
export async function uploadLegacyFile(
  services: LegacyServices,
  { typeName, fileName, upload }: LegacyUpload,
  context: RequestContext,
): Promise<string> {
  if (upload.length === undefined) {
    throw new ApiError('length_required', 'Send the length of the file as Content-Length.', { Connection: 'close' });
  }
  const type = fileType(services, typeName, context);
  try {
    return await createUploadToken(services.files, { type, fileName, upload }, context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'payload_too_large') throw error;
    throw new ApiError('UPLOAD_MAX_FILESIZE_EXCEEDED', error.message, error.headers);
  }
}
