// Creates media objects from their file (D562).
import type { RequestContext } from '../context.ts';
import type { ResolvedType } from '../model/model.ts';
import type { WriteRule } from '../objects/changes/object-changes.ts';
import { readObjectInput } from '../objects/changes/object-input.ts';
import { requireType } from '../objects/object-services.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import { viewOf } from '../objects/changes/lock-objects.ts';
import { abstractType, createObject } from '../objects/writing/write-objects.ts';
import { checkFileName } from './file-name.ts';
import { writeScope } from '../resources/write-rows.ts';
import type { FileServices } from './file-services.ts';
import { insertStream, newStream } from './streams/create-stream.ts';
import { storeUpload, type StoredFile, type UploadRequest } from './streams/store-upload.ts';
import { assertTakesStreams } from './streams/stream-owner.ts';
import { assertFits } from './type-fit.ts';

/** @throws ApiError not_found, abstract_type, forbidden, authentication_required */
function mediaType({ objects }: FileServices, typeName: string, context: RequestContext): ResolvedType {
  const type = requireType(objects, typeName);
  if (type.abstract) throw abstractType(typeName);
  assertTakesStreams(type, context);
  return type;
}

/**
 * An object with the name of a file as its title and the file as its first stream; both or none.
 * @throws ApiError abstract_type, forbidden, invalid_data when the type requires more than a title, and those of storeUpload
 */
export async function createFromUpload(
  services: FileServices,
  { typeName, fileName, ...upload }: Omit<UploadRequest, 'check' | 'replaces' | 'owner'> & { typeName: string },
  context: RequestContext,
): Promise<ObjectRecord> {
  const { objects } = services;
  const type = mediaType(services, typeName, context);
  const attributes = { title: checkFileName(fileName) };
  // Known refusals come before the body is read.
  await readObjectInput(objects, { type, mode: 'create', attributes, context });

  const withStream = (file: StoredFile): WriteRule => {
    const stream = newStream(services, file);
    return ({ after }) => {
      // The stream carries a copy of the object's visibility, which is updated from now on.
      after.fence = 1;
      const row = { ...stream, object_id: after._id, object: viewOf(after) };
      return {
        inTransaction: (transaction) => insertStream(services, row, writeScope(services, context, transaction)),
      };
    };
  };
  const check = ({ mime_type }: { mime_type: string }): void =>
    assertFits(mime_type, mediaType(services, typeName, context));
  return storeUpload(services, { ...upload, fileName, check }, context, (file) =>
    createObject(objects, { typeName, attributes, rule: withStream(file) }, context),
  );
}
