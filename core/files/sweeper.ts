// Removes, at intervals, the remains of uploads that were aborted (core/files/file-store.ts) or never used
// (core/files/upload-tokens.ts). Every process does so; they do not interfere with each other.
import type { Logger } from '../log.ts';
import { LEASE_MS } from './file-store.ts';
import type { FileServices } from './file-services.ts';
import { sweepUploads } from './receive-file.ts';
import { sweepUploadTokens } from './upload-tokens.ts';
import { asError } from '../values.ts';

/** From the start to the first sweep, and between sweeps; ms. */
const WAITS = { first: 20_000, next: 5 * 60_000 };

type Swept = Pick<FileServices, 'store' | 'fileStore' | 'clock' | 'uploadFolder'>;

/** @returns the numbers of removed stored files and uploads */
export async function sweepFiles(services: Swept, signal?: AbortSignal): Promise<{ files: number; uploads: number }> {
  const { fileStore, clock, uploadFolder } = services;
  const uploads = await sweepUploads(uploadFolder, clock.now().getTime() - LEASE_MS);
  await sweepUploadTokens(services, signal);
  return { files: await fileStore.sweep(signal), uploads };
}

export interface Sweeper {
  /** Ends a running sweep. */
  stop(): Promise<void>;
}

/**
 * Sweeps soon after the start and then about every five minutes, at random intervals, so that processes do not all sweep at the
 * same time.
 */
export function startSweeper(swept: Swept, log: Logger, waits = WAITS): Sweeper {
  const stopped = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    try {
      const removed = await sweepFiles(swept, stopped.signal);
      if (removed.files + removed.uploads > 0) log.info(removed, 'removed files without an owner');
    } catch (error) {
      log.warn({ error: asError(error).message }, 'files without an owner could not be removed yet');
    }
    if (!stopped.signal.aborted) plan(waits.next);
  }

  function plan(wait: number): void {
    const begin = (): void => {
      running = run();
    };
    timer = setTimeout(begin, wait * (1 + Math.random() / 2)).unref();
  }

  plan(waits.first);
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
