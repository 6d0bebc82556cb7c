// The storage that STORAGE_URL names.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, type Config } from '../../config.ts';
import type { FileStorage } from './file-storage.ts';
import { createLocalStorage } from './local-storage.ts';

/** @throws ConfigError for a storage that cannot be used */
export function openStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<FileStorage> {
  if (!storageUrl) return Promise.resolve(createLocalStorage(path.join(dataDir, 'files')));
  if (storageUrl.protocol === 'file:') return Promise.resolve(createLocalStorage(fileURLToPath(storageUrl)));
  throw new ConfigError(`STORAGE_URL: ${storageUrl.protocol} is not known`);
}
