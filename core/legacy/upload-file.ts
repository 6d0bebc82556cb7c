// A file for an object that a later request creates (service.md 4.5, D568): the rules of uploads, with the names and statuses
// of the legacy side.
import type { BinaryUpload } from '../network/binary-body.ts';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidParameter } from '../errors.ts';
import { createUploadToken } from '../files/upload-tokens.ts';
import type { ResolvedType } from '../model/model.ts';
import { refusal } from '../access/authorization.ts';
import type { LegacyServices } from './publication.ts';
import { isWritableType, typeOfName } from './legacy-types.ts';

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
