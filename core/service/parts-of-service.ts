// Parts of the service: how they are opened and closed together, and those that are made of several others.
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { AccessService } from '../access/access-service.ts';
import { resealParamsAtStart, type Sealer } from '../accounts/sealed-secrets.ts';
import { unknownFactorRoles } from '../accounts/factors/factor-requirement.ts';
import { warnOfUncheckedAudiences } from '../admin/auth-providers.ts';
import { reachWarning } from '../config/reach.ts';
import type { Clock } from '../clock.ts';
import { openPasswordLists, type PasswordLists } from '../config/password-lists.ts';
import { malwareScan } from '../files/malware-scan.ts';
import { openHtmlSanitizer } from '../model/html-sanitizer.ts';
import type { Config } from '../config/config.ts';
import type { ExtensionsFolder } from '../extensions/load-extensions.ts';
import { openDiskSpace, type Disk, type DiskSpace } from '../disk/disk-space.ts';
import { runningServerUri } from '../store/mongod/embedded-server.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Logger } from '../log.ts';
import { clientAddress, createProxyHint } from '../http/limits/client-address.ts';
import { createLoadLimits, type LoadLimits } from '../http/limits/load-limits.ts';
import { watchLoopDelay } from '../http/limits/loop-delay.ts';
import type { RequestMetrics } from '../http/limits/watch-requests.ts';
import { seedAccounts } from '../migrations/seed-accounts.ts';
import type { Migration } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';
import { connect, type Connection } from '../store/connection/connect.ts';
import type { Tracing } from '../tracing/spans.ts';
import { openTracing } from '../tracing/tracing.ts';
import { allInTurn } from '../values.ts';

/** As Promise.all, but a failure is reported only after the others have settled. */
export async function allOf<Parts extends readonly unknown[]>(parts: {
  readonly [Index in keyof Parts]: Promise<Parts[Index]>;
}): Promise<Parts> {
  await Promise.allSettled(parts);
  // cast: Promise.all of a mapped tuple is not known to be the tuple
  return (await Promise.all(parts)) as unknown as Parts;
}

/** Records an opened service, so that it is closed before those opened earlier. */
export const keptIn =
  (opened: { close(): Promise<void> }[]) =>
  async <Part extends { close(): Promise<void> }>(part: Promise<Part>): Promise<Part> => {
    const it = await part;
    opened.unshift(it);
    return it;
  };

export const closeAll = (parts: readonly { close(): Promise<void> }[]): Promise<void> =>
  allInTurn(parts.map((part) => () => part.close()));

/** Where a project's own code is, and where it is never looked for. */
export function extensionsFolder({ extensionsDir, dataDir, storageUrl }: Config): ExtensionsFolder {
  const kept = [dataDir, ...(storageUrl?.kind === 'local' ? [storageUrl.folder] : [])];
  return { folder: extensionsDir ?? path.resolve('extensions'), required: extensionsDir !== undefined, kept };
}

/** A request waits no longer for a majority of the members to have a write, as the commit of a transaction does by itself (D659). */
const CONFIRM_MS = 10_000;

/** The client of the database reports its commands if they are traced. */
export async function connectTraced(
  { otlpEndpoint, otlpTracesEndpoint }: Config,
  mongodbUri: string,
  process: { version: string; log: Logger },
): Promise<Connection & { tracing: Tracing }> {
  const tracing = await openTracing((otlpTracesEndpoint ?? otlpEndpoint) !== undefined, process);
  try {
    const connection = await connect(mongodbUri, { monitorCommands: tracing.isOn, confirmMs: CONFIRM_MS });
    tracing.watchCommands(connection.client);
    return { ...connection, tracing };
  } catch (error) {
    await tracing.close();
    throw error;
  }
}

/** Traces include the responses as well. */
export const allRequestMetrics = (metrics: Metrics, tracing: Tracing): RequestMetrics => ({
  requestBegun() {
    metrics.requestBegun();
    tracing.requestBegun();
  },
  requestAnswered(answered) {
    metrics.requestAnswered(answered);
    tracing.requestAnswered(answered);
  },
});

/** Of the disks of this machine that the service writes to. */
export async function diskSpaceOf(
  { dataDir, storageUrl, diskReserveBytes: reserve, uploadMaxBytes: largestFile }: Config,
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
  return openDiskSpace(disks, { reserve, largestFile, log });
}

/** Advice on the settings, for the operator. */
export async function warnAtStart(
  config: Config,
  { store, sealer, access, log }: { store: Store; sealer: Sealer; access: AccessService; log: Logger },
): Promise<void> {
  const warning = reachWarning(config);
  if (warning !== undefined) log.warn(warning);
  await resealParamsAtStart(store, sealer, log);
  await warnOfUncheckedAudiences(store, sealer, log);
  const unknown = unknownFactorRoles(access, config.secondFactorRoles);
  if (unknown.length > 0) log.warn({ roles: unknown }, 'SECOND_FACTOR_ROLES has names that no role has');
}

/** The address of the client of a request; warns once of a proxy that is not trusted. */
export function addressReader({ trustProxy }: Config, log: Logger): (request: IncomingMessage) => string {
  const hint = createProxyHint(trustProxy, log);
  return (request) => {
    hint(request);
    return clientAddress(request, trustProxy);
  };
}

/** Closing it ends the measurement of the event loop. */
export function loadLimitsOf(config: Config, metrics: Metrics): { load: LoadLimits; close(): Promise<void> } {
  const loopDelay = watchLoopDelay();
  return {
    load: createLoadLimits(config, { delay: loopDelay.milliseconds, noteRefused: metrics.loadRefused }),
    close: loopDelay.close,
  };
}

/** What new passwords, rich text and files are checked by, where the settings say so. @throws ConfigError for an unusable list */
export async function contentRulesOf(config: Config, log: Logger) {
  return {
    passwordLists: await openPasswordLists(config, log),
    sanitizeHtml: config.richText === 'sanitized' ? await openHtmlSanitizer() : undefined,
    scan: config.malwareScanner && malwareScan(config.malwareScanner, log),
  };
}

/** The migration that makes the first administrator, and the password when it has generated one. */
export function firstAccountsOf(
  store: Store,
  { adminUsername: username, adminPassword: password, ...rules }: Config & { passwordLists: PasswordLists },
  clock: Clock,
): Migration & { password(): string | undefined } {
  let generated: string | undefined;
  return {
    name: 'first accounts',
    async run() {
      generated = await seedAccounts(store, { username, password, ...rules }, clock.now());
    },
    password: () => generated,
  };
}
