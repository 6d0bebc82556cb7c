// Parts of the service: how they are opened and closed together, and those that are made of several others.
import path from 'node:path';
import type { AccessService } from '../core/access/access-service.ts';
import { resealParamsAtStart } from '../core/accounts/sealed-params.ts';
import type { Sealer } from '../core/accounts/sealed-secrets.ts';
import { createAccessTokens } from '../core/accounts/tokens.ts';
import { warnOfAudiences } from '../core/admin/auth-providers.ts';
import { reachWarning } from '../core/config/reach.ts';
import { countJobs } from '../core/admin/job-status.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { ExtensionsFolder } from '../core/extensions/load-extensions.ts';
import type { UploadsUnderWay } from '../core/files/uploads-under-way.ts';
import { storedFiles } from '../core/files/usage.ts';
import { watchDisks, type Disk, type DiskSpace } from '../core/disk-space.ts';
import { runningServerUri } from '../core/store/embedded-server.ts';
import { createMetrics, type Metrics } from '../core/metrics/metrics.ts';
import type { Logger } from '../core/log.ts';
import { secondaryReads } from '../core/http/secondary-reads.ts';
import type { RequestMetrics } from '../core/http/watch-requests.ts';
import { createJobs, type Jobs } from '../core/jobs/jobs.ts';
import { seedAccounts } from '../core/migrations/seed-accounts.ts';
import type { Migration } from '../core/store/migrations.ts';
import type { Store } from '../core/store/store.ts';
import { connect, type Connection } from '../core/store/connect.ts';
import type { Tracing } from '../core/tracing/spans.ts';
import { openTracing } from '../core/tracing/tracing.ts';

/** As Promise.all, but a failure is reported only after the others have settled. */
export async function allOf<Parts extends readonly unknown[]>(parts: {
  readonly [Index in keyof Parts]: Promise<Parts[Index]>;
}): Promise<Parts> {
  await Promise.allSettled(parts);
  return (await Promise.all(parts)) as unknown as Parts;
}

/** One after the other, all of them. @throws the first error */
export async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Where a project's own code is, and where it is never looked for. */
export function extensionsFolder({ extensionsDir, dataDir, storageUrl }: Config): ExtensionsFolder {
  const kept = [dataDir, ...(storageUrl?.kind === 'local' ? [storageUrl.folder] : [])];
  return { folder: extensionsDir ?? path.resolve('extensions'), required: extensionsDir !== undefined, kept };
}

/** The client of the database tells of its commands where they are traced. */
export async function connectTraced(
  { otlpEndpoint, otlpTracesEndpoint }: Config,
  mongodbUri: string,
  process: { version: string; log: Logger },
): Promise<Connection & { tracing: Tracing }> {
  const tracing = await openTracing((otlpTracesEndpoint ?? otlpEndpoint) !== undefined, process);
  try {
    const connection = await connect(mongodbUri, tracing.isOn);
    tracing.watchCommands(connection.client);
    return { ...connection, tracing };
  } catch (error) {
    await tracing.close();
    throw error;
  }
}

/** Traces are told of the answers as well. */
export const allRequestMetrics = (metrics: Metrics, tracing: Tracing): RequestMetrics => ({
  requestBegun: metrics.requestBegun,
  requestAnswered(answered) {
    metrics.requestAnswered(answered);
    tracing.requestAnswered(answered);
  },
});

/** The disks of this machine that the service writes to. */
export async function disksOf(
  {
    dataDir,
    storageUrl,
    diskReserveBytes,
    uploadMaxBytes,
  }: Pick<Config, 'dataDir' | 'storageUrl' | 'diskReserveBytes' | 'uploadMaxBytes'>,
  mongodbUri: string,
  log: Logger,
): Promise<DiskSpace> {
  const disks: Disk[] = [{ folder: dataDir, of: 'uploads', filesOnly: true }];
  // Also that of the first process of several.
  const own = await runningServerUri(dataDir);
  if (own !== undefined && mongodbUri.includes(`@${new URL(own).host}/`))
    disks.unshift({ folder: path.join(dataDir, 'mongo'), of: 'database', filesOnly: false });
  const folder =
    storageUrl === undefined ? path.join(dataDir, 'files') : storageUrl.kind === 'local' && storageUrl.folder;
  if (folder) disks.push({ folder, of: 'files', filesOnly: true });
  return watchDisks(disks, { reserve: diskReserveBytes, largestFile: uploadMaxBytes, log });
}

/** What whoever runs the service should know of its settings. */
export async function warnAtStart(
  config: Config,
  { store, sealer, log }: { store: Store; sealer: Sealer; log: Logger },
): Promise<void> {
  const warning = reachWarning(config);
  if (warning !== undefined) log.warn(warning);
  await resealParamsAtStart(store, sealer, log);
  await warnOfAudiences(store, sealer, log);
}

interface Measured {
  version: string;
  store: Store;
  clock: Clock;
  underWay: UploadsUnderWay;
}

export const metricsOf = ({ version, store, clock, underWay }: Measured): Metrics =>
  createMetrics({
    version,
    client: store.client,
    jobCounts: () => countJobs(store, clock.now()),
    storedFiles: () => storedFiles(store),
    uploadsUnderWay: underWay.count,
  });

export const jobsOf = (
  { metrics, tracing, ...parts }: { store: Store; clock: Clock; log: Logger; metrics: Metrics; tracing: Tracing },
  { processRole, jobsKeepDays: keepDays }: Config,
): Jobs =>
  createJobs({
    ...parts,
    isWorker: processRole !== 'api',
    keepDays,
    noteRun: metrics.jobRun,
    aroundRun: tracing.runJob,
  });

export const accessTokensOf = ({ jwtSecrets: secrets, jwtTtlSeconds: ttl }: Config, clock: Clock) =>
  createAccessTokens({ secrets, ttl, issuer: 'colophon' }, clock);

/** The handlers, of which some read from secondaries where the setting says so. */
export const readingBy = <Handlers extends object>(
  { readPreference }: Config,
  {
    handlers,
    bundle,
    access,
  }: { handlers: Handlers; bundle: Parameters<typeof secondaryReads>[1]; access: Pick<AccessService, 'current'> },
): Handlers =>
  readPreference === 'primary'
    ? handlers
    : secondaryReads(handlers, bundle, { mayAnonymousWrite: () => access.current().mayAnonymousWrite });

/** The migration that makes the first administrator, and the password when it has generated one. */
export function firstAccountsOf(
  store: Store,
  { adminUsername: username, adminPassword, passwordRule }: Config,
  clock: Clock,
): Migration & { password(): string | undefined } {
  let generated: string | undefined;
  return {
    name: 'first accounts',
    async run() {
      generated = await seedAccounts(store, { username, password: adminPassword, passwordRule }, clock.now());
    },
    password: () => generated,
  };
}
