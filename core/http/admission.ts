// Decides which requests are handled: those of orchestrators always, all others only when a response in time can be
// expected.
import type { IncomingMessage } from 'node:http';
import type { DiskSpace } from '../disk-space.ts';
import { ApiError } from '../errors.ts';
import type { LoadLimits } from './load-limits.ts';
import type { Operation } from './operation.ts';
import { PROBES } from './probes.ts';
import { takesFile } from './upload-body.ts';

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

/** Reports the state of the database itself. */
const STATUS = '/status';

/** A planned change of the primary does not take longer. */
const GRACE_MS = 500;

/** @throws ApiError service_unavailable */
export function assertAdmitted(path: string, { jobsOnly, primary }: AdmissionOptions): void {
  if (PROBES.has(path)) return;
  if (jobsOnly) throw new ApiError('service_unavailable', 'This process runs jobs, and answers no requests.');
  // Immediately, not after the driver's time limit for selecting a server (D620).
  if (path !== STATUS && primary.awayMs() > GRACE_MS) throw databaseDown();
}

/** Signing in: without it no user could free space. */
const SIGN_IN = '/auth';

/** Refuses requests that would write to a full disk (D619). @throws ApiError service_unavailable */
export function assertDiskRoom(operation: Operation, request: IncomingMessage, { disks }: AdmissionOptions): void {
  const { method, path } = operation;
  if (method === 'get') return;
  if (takesFile(operation)) return disks.assertRoom('file', Number(request.headers['content-length'] ?? 0));
  disks.assertRoom(method === 'delete' || path === SIGN_IN ? 'least' : 'other');
}

export const authenticationRequired = (): ApiError =>
  new ApiError('authentication_required', 'Authentication is required to continue.', { 'WWW-Authenticate': 'Bearer' });

export const databaseDown = (): ApiError =>
  new ApiError('service_unavailable', 'The database cannot be reached.', { 'Retry-After': '2' });
