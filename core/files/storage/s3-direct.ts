// Signed addresses of a bucket, by which clients exchange files with it directly (D599).
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketSetting } from '../../config/storage-setting.ts';
import { StorageUnavailable } from '../../disk/storage-fault.ts';
import { directWithCheckedKeys } from './file-key.ts';
import type { AnnouncedFile, DirectStorage, SentHeaders, SignedUpload } from './file-storage.ts';
import { createClient } from './s3-client.ts';

/** Time in which a download has to begin, s. */
const DOWNLOAD_SECONDS = 300;

/** Credentials may come over the network. */
const signed = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new StorageUnavailable(error);
  });

const SHA256_HEADER = 'x-amz-checksum-sha256';

/** @returns the checksum for S3: as a parameter of its command, and as the signed header */
function checksumOf({ checksum: { algorithm, hex } }: AnnouncedFile) {
  const base64 = Buffer.from(hex, 'hex').toString('base64');
  return algorithm === 'md5'
    ? { parameter: { ContentMD5: base64 }, header: { 'Content-MD5': base64 } }
    : { parameter: { ChecksumSHA256: base64 }, header: { [SHA256_HEADER]: base64 } };
}

/** @param endpoint of the addresses; undefined for Amazon's */
export function openS3Direct(setting: BucketSetting, endpoint: string | undefined): DirectStorage {
  // It only signs, so it has no connection to close.
  const client: S3Client = createClient(setting, undefined, endpoint);
  const at = (key: string) => ({ Bucket: setting.bucket, Key: setting.prefix + key });
  return directWithCheckedKeys({
    downloadAddress(key: string, { mediaType, disposition, cacheControl }: SentHeaders): Promise<string> {
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mediaType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: cacheControl,
      });
      return signed(getSignedUrl(client, command, { expiresIn: DOWNLOAD_SECONDS }));
    },
    async uploadAddress(key: string, file: AnnouncedFile, seconds: number): Promise<SignedUpload> {
      const { mediaType, size } = file;
      const { parameter, header } = checksumOf(file);
      const content = { ContentType: mediaType, ContentLength: size, ...parameter };
      const url = await signed(
        getSignedUrl(client, new PutObjectCommand({ ...at(key), ...content }), {
          expiresIn: seconds,
          // By default the type is not signed, and headers of Amazon become parameters, which not every server heeds.
          signableHeaders: new Set(['content-type']),
          unhoistableHeaders: new Set([SHA256_HEADER]),
        }),
      );
      return { url, headers: { 'Content-Type': mediaType, 'Content-Length': String(size), ...header } };
    },
  });
}
