// The free space of a disk, which is read when a write asks for it (core/disk/disk-space.ts).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDiskSpace } from '../../../core/disk/disk-space.ts';
import { testLog } from '../../support/database/stores.ts';

let free: number;
let reads: number;
beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
});
afterEach(() => void vi.useRealTimers());

const DISK = { folder: '/nowhere', of: 'database', filesOnly: false };
const freeOf = (): Promise<number> => {
  reads++;
  return Promise.resolve(free);
};
const open = () => openDiskSpace([DISK], { reserve: 1_000, largestFile: 1, log: testLog, freeOf });

it('is read once a second at most, and by no process without writes', async () => {
  free = 10_000;
  const { assertRoom } = await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(1);
  await Promise.all([assertRoom('other'), assertRoom('other'), assertRoom('file')]);
  expect(reads).toBe(2);
  await vi.advanceTimersByTimeAsync(900);
  await assertRoom('other');
  expect(reads).toBe(2);
});

it('is known to the first write after a pause', async () => {
  free = 10_000;
  const { assertRoom } = await open();
  await vi.advanceTimersByTimeAsync(60_000);
  free = 900;
  await expect(assertRoom('other')).rejects.toThrow('The disk of the database is full');
  await expect(assertRoom('least')).resolves.toBeUndefined();
});

it('is read ten times as often when it is low', async () => {
  free = 2_900;
  const { assertRoom } = await open();
  await vi.advanceTimersByTimeAsync(150);
  free = 900;
  await expect(assertRoom('other')).rejects.toThrow('The disk of the database is full');
  await vi.advanceTimersByTimeAsync(150);
  free = 1_200;
  await expect(assertRoom('other')).resolves.toBeUndefined();
});
