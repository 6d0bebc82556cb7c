// Which requests are handled: those of orchestrators always, all others only when a response in time can be expected.
import type { DiskSpace } from '../../disk/disk-space.ts';
import { ApiError } from '../../errors.ts';
import type { LoadLimits } from './load-limits.ts';
import type { Operation } from '../routing/operation.ts';

export interface AdmissionOptions {
  /** It handles `/health`, `/ready` and `/metrics` only (D252). */
  jobsOnly: boolean;
  primary: {
    /** Milliseconds since a database last accepted writes; 0 while one does. */
    awayMs(): number;
    /** Calls `listener` when that has lasted so long that running requests are ended with an error. */
    onLost(listener: () => void): void;
  };
  disks: Pick<DiskSpace, 'assertRoom'>;
  load: LoadLimits;
}

export type AlwaysAnswered = ReturnType<typeof alwaysAnswered>;

/** Paths that are answered in states in which others are not. */
export function alwaysAnswered(operations: readonly Operation[]) {
  const pathsOf = (is: (operation: Operation) => boolean) => new Set(operations.filter(is).map(({ path }) => path));
  return {
    /** Of orchestrators and monitoring: whatever the load, and by a process that runs jobs. */
    probes: pathsOf(({ facts }) => facts.cost === 'probe'),
    /** While the database is away. */
    withoutDatabase: pathsOf(({ facts }) => facts.withoutDatabase),
  };
}

export const databaseDown = (): ApiError =>
  new ApiError('service_unavailable', 'The database cannot be reached.', { 'Retry-After': '2' });
