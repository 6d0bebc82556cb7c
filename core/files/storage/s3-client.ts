// The client of a bucket, of Amazon S3 or of a compatible server.
import { S3Client } from '@aws-sdk/client-s3';
import type { BucketSetting } from '../../config/storage-setting.ts';

const ignore = (): void => undefined;

/** @param requestTimeout ms @param endpoint another way to the same server, whose region is the same */
export function createClient(
  { endpoint: own, region: given, pathStyle }: BucketSetting,
  requestTimeout?: number,
  endpoint = own,
): S3Client {
  // Private servers have no region, or any. That of Amazon's is also in shared files, which the client reads.
  const region = given ?? (own !== undefined && !process.env['AWS_REGION'] ? 'us-east-1' : undefined);
  return new S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    // Other servers do not know the newer checksums; a signature or an MD5 already covers the bytes of a request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // No `Expect: 100-continue`: with it every request would need a separate connection.
    expectContinueHeader: false,
    // It would warn about each part that it does not retry; this file does.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: 5_000,
      ...(requestTimeout !== undefined && { requestTimeout }),
      throwOnRequestTimeout: true,
      // Every download holds a connection, and more downloads than the usual 50 must not block uploads.
      httpAgent: { keepAlive: true, maxSockets: 1_000 },
      httpsAgent: { keepAlive: true, maxSockets: 1_000 },
    },
  });
}
