// Uploads of the legacy side (service.md 4.5, D32): the file comes first, and a later request creates an object with
// the token of the upload. Until then its row is hidden; it expires, and is then removed with its file.
import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { ApiError, invalidData } from '../errors.ts';
import type { ResolvedType } from '../model/model.ts';
import type { WriteRule } from '../objects/changes/object-changes.ts';
import { viewOf } from '../objects/changes/lock-objects.ts';
import { insertRow } from '../resources/resource-type.ts';
import { writeScope } from '../resources/write-rows.ts';
import { secretHash } from '../secret-hash.ts';
import type { DirectUploadRow, UploadTokenRow } from '../store/store.ts';
import { incomingKey } from './direct-uploads.ts';
import type { FileServices } from './file-services.ts';
import { newStream } from './streams/create-stream.ts';
import { storeUpload, type UploadRequest } from './streams/store-upload.ts';
import { findVisibleByHash, streamType } from './streams/read-streams.ts';
import { assertTakesStreams } from './streams/stream-owner.ts';
import { assertFits } from './type-fit.ts';
import { changeUsage, subtractUsage, usageOf } from './usage.ts';

/** Lifetime of a token. */
export const TOKEN_LIFE_MS = 30 * 60_000;

/** 409 where an object already has the file. @throws ApiError conflict */
async function assertNew(services: FileServices, hash: string, context: RequestContext): Promise<void> {
  const stream = await findVisibleByHash(services, hash, context);
  if (stream) throw new ApiError('conflict', `The file already belongs to /objects/${stream.object_id}.`);
}

/**
 * Stores a file for a future object of a concrete type; its usage counts from now on.
 * @returns the token, of which only the hash is stored
 * @throws ApiError authentication_required, forbidden, conflict, file_type_mismatch, and those of storeUpload and changeUsage
 */
export async function createUploadToken(
  services: FileServices,
  { type, fileName, upload }: Pick<UploadRequest, 'fileName' | 'upload'> & { type: ResolvedType },
  context: RequestContext,
): Promise<string> {
  assertTakesStreams(type, context);
  const check = async ({ mime_type, hash_sha1 }: { mime_type: string; hash_sha1: string }): Promise<void> => {
    assertFits(mime_type, type);
    await assertNew(services, hash_sha1, context);
  };
  const token = randomBytes(32).toString('base64url');
  await storeUpload(services, { fileName, upload, privateUrl: undefined, check }, context, async (file) => {
    const stream = newStream(services, file);
    const expires = new Date(services.clock.now().getTime() + TOKEN_LIFE_MS);
    const row: UploadTokenRow = { _id: secretHash(token), type: type.name, expires, stream };
    await services.objects.writer.writeRows({
      context,
      async write({ transaction }) {
        await services.fileStore.commit(file.file_key, transaction);
        await changeUsage(services, usageOf(stream), transaction);
        await services.store.uploadTokens.insertOne(row, { session: transaction });
      },
    });
  });
  return token;
}

const isToken = (row: UploadTokenRow | DirectUploadRow): row is UploadTokenRow => 'type' in row;

const unusable = (detail: string): ApiError => invalidData('/data/upload_token', detail);

/** Refuses tokens that are unknown, used, expired, of another user, or for another type. */
function assertUsable(
  row: UploadTokenRow | DirectUploadRow | null,
  typeName: string,
  { caller, now }: { caller: RequestContext['caller']; now: Date },
): asserts row is UploadTokenRow {
  if (!row || !isToken(row) || caller.userId === null || row.stream.created_by !== caller.userId) {
    throw unusable('The upload token is not yours, or has been used.');
  }
  if (row.expires <= now) throw unusable('The upload token has expired: upload the file again.');
  if (row.type !== typeName) throw unusable(`The upload token is for an object of type "${row.type}".`);
}

/**
 * Attaches an upload to a new object, in the transaction of its write: if that fails the token can be used again.
 * @param typeName of the new object
 * @throws ApiError invalid_data for a token that is unknown, used, expired, of another user, or for another type; so does the
 * rule
 */
export async function openUploadToken(
  services: FileServices,
  { token, typeName }: { token: string; typeName: string },
  context: RequestContext,
): Promise<WriteRule> {
  const { store, clock } = services;
  const _id = secretHash(token);
  const { caller } = context;
  assertUsable(await store.uploadTokens.findOne({ _id }), typeName, { caller, now: clock.now() });
  return ({ after }) => {
    // The stream carries a copy of the object's visibility, which is updated from now on.
    after.fence = 1;
    return {
      async inTransaction(transaction) {
        const row = await store.uploadTokens.findOneAndDelete({ _id }, { session: transaction });
        const now = clock.now();
        assertUsable(row, after.type, { caller, now });
        const stream = { ...row.stream, object_id: after._id, object: viewOf(after), created: now, modified: now };
        await insertRow(streamType(services, context), stream, writeScope(services, context, transaction));
      },
    };
  };
}

type Swept = Pick<FileServices, 'store' | 'fileStore' | 'clock'>;

/** Removes an expired one, unless it is being used. @returns how its file is to be removed */
function removeExpired({ store, fileStore, clock }: Swept, id: string): Promise<(() => Promise<void>) | undefined> {
  return store.transaction(async (transaction) => {
    const expired = { _id: id, expires: { $lte: clock.now() } };
    const row = await store.uploadTokens.findOneAndDelete(expired, { session: transaction });
    if (!row?.stream) return undefined;
    await subtractUsage(store, [row.stream], transaction);
    if (!isToken(row)) return () => fileStore.dismiss(incomingKey(id));
    const { file_key: key } = row.stream;
    await fileStore.release([key], transaction);
    return () => fileStore.purge([key]);
  });
}

/** Removes uploads with expired tokens and direct uploads that have ended, their files and their usage; several processes may do so at the same time. */
export async function sweepUploadTokens(services: Swept, signal?: AbortSignal): Promise<void> {
  const { store, clock } = services;
  const expired = { expires: { $lte: clock.now() } };
  const rows = await store.uploadTokens.find(expired, { projection: { _id: 1 } }).toArray();
  for (const { _id } of rows) {
    if (signal?.aborted) return;
    const removeFile = await removeExpired(services, _id);
    await removeFile?.();
  }
}
