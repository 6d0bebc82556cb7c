// The storage of STORAGE_URL.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../../config/config.ts';
import type { BucketSetting, DirectSetting } from '../../config/storage-setting.ts';
import { openGridFs } from '../../store/grid-fs.ts';
import type { Store } from '../../store/store.ts';
import { withPackage, withPackages } from '../../optional-package.ts';
import { messageOf } from '../../disk/storage-fault.ts';
import { isFileKey } from './file-key.ts';
import type { DirectStorage, FileStorage } from './file-storage.ts';
import { createGridFsStorage } from './grid-fs-storage.ts';
import { assertFolder, createLocalStorage } from './local-storage.ts';

/** Time limit; some file systems never respond. */
const OPEN_LIMIT_MS = 10_000;

/** Of the service; others need no signed addresses. */
type StorageConfig = Pick<Config, 'storageUrl' | 'dataDir'> & Partial<Pick<Config, 'storageDirect'>>;

/** @param isKeyInBucket what is stored in a bucket, when it is no files @throws ConfigError for an unusable storage */
export async function openStorage(
  config: StorageConfig,
  store: Pick<Store, 'db'>,
  isKeyInBucket = isFileKey,
): Promise<FileStorage> {
  const ended = new AbortController();
  const late = sleep(OPEN_LIMIT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new ConfigError(`STORAGE_URL: the storage could not be opened within ${OPEN_LIMIT_MS / 1_000} s`);
  });
  late.catch(() => undefined);
  const opened = open(config, store, isKeyInBucket);
  try {
    return await Promise.race([opened, late]);
  } catch (error) {
    opened.then((storage) => storage.close()).catch(() => undefined);
    throw error;
  } finally {
    ended.abort();
  }
}

async function open(
  { storageUrl: setting, dataDir, storageDirect = null }: StorageConfig,
  { db }: Pick<Store, 'db'>,
  isKeyInBucket: typeof isFileKey,
): Promise<FileStorage> {
  if (storageDirect !== null && setting?.kind !== 's3') {
    throw new ConfigError(
      'STORAGE_DIRECT: only a bucket has signed addresses: set STORAGE_URL to s3://..., or this to off',
    );
  }
  if (!setting) return createLocalStorage(path.join(dataDir, 'files'));
  if (setting.kind === 'gridfs') return createGridFsStorage(await openGridFs(db));
  try {
    if (setting.kind === 'local') {
      await assertFolder(setting.folder);
      return createLocalStorage(setting.folder);
    }
    // It would warn at each start about versions of Node.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    // Loading the client takes time, and few services have a bucket.
    const { openS3Storage } = await withPackage('@aws-sdk/client-s3', () => import('./s3-storage.ts'));
    const storage = await openS3Storage(setting, undefined, isKeyInBucket);
    return storageDirect === null ? storage : { ...storage, direct: await openDirect(setting, storageDirect) };
  } catch (error) {
    throw new ConfigError(`STORAGE_URL: ${messageOf(error)}`);
  }
}

async function openDirect(setting: BucketSetting, given: Exclude<DirectSetting, null>): Promise<DirectStorage> {
  const names = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'];
  const { openS3Direct } = await withPackages(names, () => import('./s3-direct.ts'));
  return openS3Direct(setting, given === 'on' ? setting.endpoint : given.endpoint);
}
