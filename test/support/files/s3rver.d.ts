// The parts of s3rver that the tests and the benchmark use; the package has no types.
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
    logger: { close(): void; exceptions: { unhandle(): void } };
  }
}
