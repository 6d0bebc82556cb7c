// The storage of STORAGE_URL.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Config } from '../../config/config.ts';
import { openGridFs } from '../../store/grid-fs.ts';
import type { Store } from '../../store/store.ts';
import { withPackage } from '../../optional-package.ts';
import { messageOf } from '../../storage-fault.ts';
import type { FileStorage } from './file-storage.ts';
import { createGridFsStorage } from './grid-fs-storage.ts';
import { assertFolder, createLocalStorage } from './local-storage.ts';

/** Time limit; some file systems never answer. */
const OPEN_LIMIT_MS = 10_000;

/** @throws ConfigError for an unusable storage */
export async function openStorage(
  config: Pick<Config, 'storageUrl' | 'dataDir'>,
  store: Pick<Store, 'db'>,
  limit = OPEN_LIMIT_MS,
): Promise<FileStorage> {
  const ended = new AbortController();
  const late = sleep(limit, undefined, { signal: ended.signal }).then(() => {
    throw new ConfigError(`STORAGE_URL: the storage could not be opened within ${limit / 1000} s`);
  });
  late.catch(() => undefined);
  const opened = open(config, store);
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
  { storageUrl: setting, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>,
  { db }: Pick<Store, 'db'>,
): Promise<FileStorage> {
  if (!setting) return createLocalStorage(path.join(dataDir, 'files'));
  if (setting.kind === 'gridfs') return createGridFsStorage(await openGridFs(db));
  try {
    if (setting.kind === 'local') {
      await assertFolder(setting.folder);
      return createLocalStorage(setting.folder);
    }
    // It would warn at each start about versions of Node.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    // Loading the client takes a while, and few have a bucket.
    const { openS3Storage } = await withPackage('@aws-sdk/client-s3', () => import('./s3-storage.ts'));
    return await openS3Storage(setting);
  } catch (error) {
    throw new ConfigError(`STORAGE_URL: ${messageOf(error)}`);
  }
}
