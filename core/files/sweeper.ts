// Removes the remains of uploads that were aborted (core/files/file-store.ts) or never used (core/files/upload-tokens.ts).
import { recurring, type ScheduledWork } from '../jobs/job-services.ts';
import type { Logger } from '../log.ts';
import { LEASE_MS } from './file-store.ts';
import type { FileServices } from './file-services.ts';
import { sweepUploads } from './receive-file.ts';
import { sweepUploadTokens } from './upload-tokens.ts';

type Swept = Pick<FileServices, 'store' | 'fileStore' | 'clock' | 'uploadFolder'>;

const REMOVED = 'removed files without an owner';

/** Of this machine. */
export async function sweepOwnUploads(
  { clock, uploadFolder }: Pick<Swept, 'clock' | 'uploadFolder'>,
  log: Logger,
): Promise<void> {
  const uploads = await sweepUploads(uploadFolder, clock.now().getTime() - LEASE_MS);
  if (uploads > 0) log.info({ uploads }, REMOVED);
}

/** For all processes. */
export const unusedFileRemoval = (services: Swept, log: Logger): ScheduledWork =>
  recurring('remove unused files', async (signal) => {
    await sweepUploadTokens(services, signal);
    const files = await services.fileStore.sweep(signal);
    if (files > 0) log.info({ files }, REMOVED);
  });
