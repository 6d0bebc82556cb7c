// Signed addresses of a bucket, by which clients exchange files with it themselves (D599).
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketSetting } from '../../config/storage-setting.ts';
import { StorageUnavailable } from '../../storage-fault.ts';
import type { DirectStorage, SentHeaders } from './file-storage.ts';
import { createClient } from './s3-client.ts';

/** Time in which a download is to begin, s. */
const DOWNLOAD_SECONDS = 300;

/** Credentials may come over the network. */
const signed = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new StorageUnavailable(error);
  });

/** @param endpoint of the addresses; undefined for Amazon's */
export function openS3Direct(setting: BucketSetting, endpoint: string | undefined): DirectStorage {
  // It signs and sends nothing, so it has no connection to close.
  const client: S3Client = createClient({ ...setting, endpoint });
  const at = (key: string) => ({ Bucket: setting.bucket, Key: setting.prefix + key });
  return {
    downloadAddress(key: string, { mediaType, disposition, cacheControl }: SentHeaders): Promise<string> {
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mediaType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: cacheControl,
      });
      return signed(getSignedUrl(client, command, { expiresIn: DOWNLOAD_SECONDS }));
    },
  };
}
