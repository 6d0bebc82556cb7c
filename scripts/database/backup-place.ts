// The place of `--out` and `--from`: a folder, or a bucket by an address of the form of STORAGE_URL.
import path from 'node:path';
import { isEntryName } from '../../core/backup/entry-names.ts';
import { folderPlace, storagePlace, type BackupPlace } from '../../core/backup/places.ts';
import { parseStorageUrl, STORAGE_FORMS } from '../../core/config/storage-setting.ts';
import { openStorage } from '../../core/files/storage/open-storage.ts';
import { CommandError } from '../command-line.ts';
import type { OpenDatabase } from './open-database.ts';

export const PLACE_NOTES = `A place is a folder, or a bucket: ${STORAGE_FORMS.split(' or ').at(-1)}, with the
credentials of the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY).`;

/** It is closed with the database. @param option its name @throws CommandError for a bucket that cannot be used */
export async function openPlace(
  option: string,
  text: string,
  { config, store, opened }: OpenDatabase,
): Promise<BackupPlace> {
  if (!text.startsWith('s3:')) return folderPlace(text);
  const storageUrl = parseStorageUrl(text);
  if (storageUrl?.kind !== 's3')
    throw new CommandError(`${option}: s3://bucket/prefix?endpoint=http://... is expected`);
  const { dataDir } = config;
  const storage = await openStorage({ storageUrl, dataDir }, store, isEntryName).catch((error: unknown) => {
    throw new CommandError((error as Error).message.replace(/^STORAGE_URL/, option), { cause: error });
  });
  opened.push(storage);
  return storagePlace(storage, `s3://${storageUrl.bucket}/${storageUrl.prefix}`, path.join(dataDir, 'uploads'));
}
