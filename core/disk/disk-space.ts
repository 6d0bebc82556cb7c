// Space on the disks that the service writes to. Writes are refused before a disk is full: mongod exits when it cannot
// write its journal, and then reads fail too (D619).
import { statfs } from 'node:fs/promises';
import { ApiError } from '../errors.ts';
import type { Logger } from '../log.ts';

export interface Disk {
  folder: string;
  /** Its content, such as `database`. */
  of: string;
  /** It is needed for files only. */
  filesOnly: boolean;
}

/** `least`: for requests that free space, and sign-ins of users who send them. */
export type WriteKind = 'file' | 'other' | 'least';

export interface DiskSpace {
  /** @param bytes of the file, if known @throws ApiError service_unavailable */
  assertRoom(kind: WriteKind, bytes?: number): Promise<void>;
}

/** Greatest age of what is known; less while the free space is less than three times the reserve. */
const KNOWN_MS = 1_000;
const SHORT_KNOWN_MS = 100;
const SHORT = 3;
const RETRY_AFTER = '30';
const MB = 1_048_576;
/** Share of the reserve below which all writes are refused. */
const LAST_PART = 0.25;
/** Share of the reserve above which writes are accepted again. */
const ENOUGH = 1.1;

/** Free bytes on the disk of a folder; undefined if unknown. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
}

interface DiskRules {
  /** Bytes that writes leave free; null disables the check. */
  reserve: number | null;
  /** Bytes; larger files are refused by their length, even with enough space. */
  largestFile: number;
  log: Logger;
  /** For tests. */
  freeOf?: typeof freeBytes;
}

/** Reads the free space when a write asks for it, and at the start (D894). */
export async function openDiskSpace(
  disks: readonly Disk[],
  { reserve, largestFile, log, freeOf = freeBytes }: DiskRules,
): Promise<DiskSpace> {
  const least = reserve ?? 0;
  const states = (reserve === null ? [] : disks).map((disk) => ({ disk, free: Infinity, isFull: false }));
  let read = 0;
  let reading: Promise<void> | undefined;

  async function look(): Promise<void> {
    for (const state of states) {
      const { folder, of } = state.disk;
      // A missing folder is no reason to refuse requests.
      state.free = (await freeOf(folder)) ?? Infinity;
      const isFull = state.free < (state.isFull ? least * ENOUGH : least);
      if (isFull === state.isFull) continue;
      state.isFull = isFull;
      const facts = { folder, free_mb: Math.floor(state.free / MB), reserve_mb: Math.ceil(least / MB) };
      if (isFull) log.error(facts, `the disk of the ${of} is full: writes are refused until there is room`);
      else log.info(facts, `the disk of the ${of} has room again: writes are taken`);
    }
    read = performance.now();
  }

  await look();
  const isShort = (): boolean => states.some(({ free }) => free < SHORT * least);
  return {
    async assertRoom(kind, bytes = 0) {
      if (performance.now() - read > (isShort() ? SHORT_KNOWN_MS : KNOWN_MS)) {
        await (reading ??= look().finally(() => void (reading = undefined)));
      }
      for (const { disk, free, isFull } of states) {
        if (kind !== 'file' && disk.filesOnly) continue;
        const isRefused =
          kind === 'least' ? free < least * LAST_PART : isFull || free - Math.min(bytes, largestFile) < least;
        if (!isRefused) continue;
        const detail = `The disk of the ${disk.of} is full: nothing can be written until there is room.`;
        throw new ApiError('service_unavailable', detail, { 'Retry-After': RETRY_AFTER });
      }
    },
  };
}
