/** Vitest's globalSetup: the folder in which workers store the statuses they have seen (seen-statuses.ts). */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of files with lines `{operationId} {status}`. */
    seenStatuses: string;
  }
}

export default async function makeFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-statuses-'));
  project.provide('seenStatuses', folder);
  return () => rm(folder, { recursive: true, force: true });
}
