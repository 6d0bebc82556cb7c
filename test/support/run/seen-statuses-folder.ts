/** Vitest's globalSetup: the folders in which workers store the statuses they have seen (seen-statuses.ts), and their time (phases.ts). */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of files with lines `{operationId} {status}`. */
    seenStatuses: string;
    /** Folder of files with the phases of a worker. */
    phases: string;
  }
}

export default async function makeFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-statuses-'));
  project.provide('seenStatuses', folder);
  const phases = await mkdtemp(path.join(os.tmpdir(), 'colophon-phases-'));
  project.provide('phases', phases);
  return async () => {
    for (const made of [folder, phases]) await rm(made, { recursive: true, force: true });
  };
}
