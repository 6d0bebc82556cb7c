// Removes files without an owner, and remains of uploads, as the service does in the course of time.
import { LEASE_MS } from '../../../core/files/file-store.ts';
import type { FileServices } from '../../../core/files/file-services.ts';
import { sweepUploads } from '../../../core/files/receive-file.ts';
import { sweepUploadTokens } from '../../../core/files/upload-tokens.ts';

/** @returns the numbers of removed stored files and uploads */
export async function sweepFiles({
  uploadFolder,
  ...services
}: Pick<FileServices, 'store' | 'fileStore' | 'clock' | 'uploadFolder'>): Promise<{ files: number; uploads: number }> {
  const uploads = await sweepUploads(uploadFolder, services.clock.now().getTime() - LEASE_MS);
  await sweepUploadTokens(services);
  return { files: await services.fileStore.sweep(), uploads };
}
