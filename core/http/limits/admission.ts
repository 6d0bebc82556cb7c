// Decides which requests are handled: those of orchestrators always, all others only when a response in time can be
// expected.
import type { IncomingMessage } from 'node:http';
import type { DiskSpace } from '../../disk/disk-space.ts';
import { ApiError } from '../../errors.ts';
import type { LoadLimits } from './load-limits.ts';
import type { Operation } from '../routing/operation.ts';
import { takesFile } from '../request/upload-body.ts';

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

/** A planned change of the primary does not take longer. */
const GRACE_MS = 500;

/** Paths that are answered in states in which others are not. */
export interface AlwaysAnswered {
  /** Of orchestrators and monitoring: whatever the load, and by a process that runs jobs. */
  probes: ReadonlySet<string>;
  /** While the database is away. */
  withoutDatabase: ReadonlySet<string>;
}

export function alwaysAnswered(operations: readonly Operation[]): AlwaysAnswered {
  const pathsOf = (is: (operation: Operation) => boolean) => new Set(operations.filter(is).map(({ path }) => path));
  return {
    probes: pathsOf(({ facts }) => facts.cost === 'probe'),
    withoutDatabase: pathsOf(({ facts }) => facts.withoutDatabase),
  };
}

/** @throws ApiError service_unavailable */
export function assertAdmitted(
  path: string,
  { probes, withoutDatabase }: AlwaysAnswered,
  { jobsOnly, primary }: AdmissionOptions,
): void {
  if (probes.has(path)) return;
  if (jobsOnly) throw new ApiError('service_unavailable', 'This process runs jobs, and answers no requests.');
  // Immediately, not after the driver's time limit for selecting a server (D620).
  if (!withoutDatabase.has(path) && primary.awayMs() > GRACE_MS) throw databaseDown();
}

/** Refuses requests that would write to a full disk (D619). @throws ApiError service_unavailable */
export function assertDiskRoom(
  operation: Operation,
  request: IncomingMessage,
  { disks }: AdmissionOptions,
): void | Promise<void> {
  const { method, facts } = operation;
  if (method === 'get') return;
  if (takesFile(operation)) return disks.assertRoom('file', Number(request.headers['content-length'] ?? 0));
  // Without signing in no user could free space.
  return disks.assertRoom(method === 'delete' || facts.access === 'signIn' ? 'least' : 'other');
}

export const databaseDown = (): ApiError =>
  new ApiError('service_unavailable', 'The database cannot be reached.', { 'Retry-After': '2' });
