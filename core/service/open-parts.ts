// The parts of the service, opened in the order in which they need each other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openAccessService } from '../access/access-service.ts';
import { createAuthorization } from '../access/authorization.ts';
import { followTextOrder } from '../access/follow-text-order.ts';
import { createKeyUse } from '../access/key-use.ts';
import { createAuthentication } from '../accounts/credentials/bearer.ts';
import { createAccessTokens } from '../accounts/credentials/tokens.ts';
import { countJobs } from '../admin/job-status.ts';
import { PASSWORD_RULE_ENTRY } from '../config/password-policy.ts';
import { createSealer } from '../accounts/sealed-secrets.ts';
import { createAuditedEvents } from '../accounts/audited-events.ts';
import { createAudit } from '../audit.ts';
import { inSeconds, type Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createEvents } from '../events/events.ts';
import { readExtensions } from '../extensions/open-extensions.ts';
import { createFileStore } from '../files/file-store.ts';
import { ownedFiles } from '../files/streams/remove-streams.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { createStreamUrls } from '../files/streams/stream-resource.ts';
import { createThumbnailMaker } from '../files/thumbnails/thumbnail-maker.ts';
import { createActiveUploads } from '../files/active-uploads.ts';
import { createUrlSigner } from '../files/url-signer.ts';
import { storedFiles } from '../files/usage.ts';
import { createBaseUrl } from '../http/response/base-url.ts';
import type { Description } from '../http/routing/operation.ts';
import { assertDescription } from '../http/routing/openapi-backend.ts';
import { createJobs } from '../jobs/jobs.ts';
import { recurringAges } from '../jobs/scheduled-runs.ts';
import type { Logger } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { OpenApiDocument } from '../description/openapi-document.ts';
import { createCleanupJobs } from '../model/cleanup-jobs.ts';
import { openModelService } from '../model/model-service.ts';
import { remakeSearch } from '../objects/translations/remake-search.ts';
import { createFeed } from '../objects/feed/listen-to-feed.ts';
import { createLargePurges } from '../objects/trash/large-purges.ts';
import { objectProposer, objectEventPublisher } from '../objects/writing/object-events.ts';
import { maxIdleMs, watchOtherProcesses } from '../store/transactions/abandoned-transactions.ts';
import { allMigrations } from '../migrations/all-migrations.ts';
import { migrate } from '../store/migrations.ts';
import { createReleaseWatch } from '../store/connection/newer-release.ts';
import { createStore } from '../store/store.ts';
import { accountServices } from './assemble-accounts.ts';
import { eventServices } from './assemble-events.ts';
import { objectServices, trashServices } from './assemble-objects.ts';
import { openWebhooks } from './assemble-webhooks.ts';
import {
  allOf,
  type connectTraced,
  extensionsFolder,
  type contentRulesOf,
  firstAccountsOf,
  loadLimitsOf,
  type keptIn,
  warnAtStart,
} from './parts-of-service.ts';

export const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

let readBundle: (Description & OpenApiDocument) | undefined;
/** The bundled description; all services of a process share it, and what is derived from it. */
const bundledDescription = (): Description & OpenApiDocument =>
  // cast: generated and validated by the build
  (readBundle ??= readJson('../../generated/openapi.json') as Description & OpenApiDocument);

export interface ServiceOptions {
  config: Config;
  mongodbUri: string;
  log: Logger;
  clock?: Clock;
}

/** The description, with the operations of a project's own code. @throws ExtensionError */
export const readOwn = (config: Config) =>
  readExtensions(bundledDescription(), extensionsFolder(config), assertDescription);

export interface Start extends Required<ServiceOptions> {
  version: string;
  own: Awaited<ReturnType<typeof readOwn>>;
  rules: Awaited<ReturnType<typeof contentRulesOf>>;
  /** Parts to close, each before those that it uses. */
  opened: { close(): Promise<void> }[];
  open: ReturnType<typeof keptIn>;
}

/** The database, brought to the version of this release. */
export async function openDatabase(
  { config, log, clock, version, rules, opened, open }: Start,
  { client, db, primary, tracing }: Awaited<ReturnType<typeof connectTraced>>,
) {
  const release = createReleaseWatch(log);
  opened.unshift(watchOtherProcesses(client, { log, stalledMs: maxIdleMs(config), release }));
  const events = createEvents();
  const recorded = eventServices({ clock, log });
  const store = createStore(client, db, { ...release, ...recorded, onChanges: objectEventPublisher(events, log) });
  const firstAccounts = firstAccountsOf(store, { ...config, ...rules }, clock);
  const migrations = allMigrations({ clock, publication: config.legacyRoot, firstAccounts });
  const databaseVersion = release.follow(store, await migrate(store, migrations, log));
  const recordedEvents = await open(recorded.open(store, primary));
  // Before what follows the database, so that a wrong setting ends the start at once.
  const storage = await open(openStorage(config, store));
  const underWay = createActiveUploads(config.uploadConcurrency);
  const metrics = createMetrics({
    version,
    client,
    jobCounts: () => countJobs(store, clock.now()),
    storedFiles: () => storedFiles(store),
    recurringAges: () => recurringAges(store),
    uploadsUnderWay: underWay.count,
  });
  const jobs = createJobs({
    ...{ store, clock, log, keepDays: config.jobsKeepDays, isWorker: config.processRole !== 'api' },
    noteRun: metrics.jobRun,
    aroundRun: tracing.runJob,
  });
  return {
    ...{ release, primary, tracing, events, store, firstAccounts, databaseVersion, recordedEvents, storage },
    ...{ underWay, metrics, jobs },
  };
}

/** The model and the access rules, which follow the database. */
export async function openRules(
  { config, log, clock, own, opened, open }: Start,
  { store, jobs }: Awaited<ReturnType<typeof openDatabase>>,
) {
  const defaults = new Map(config.passwordRule === undefined ? [] : [[PASSWORD_RULE_ENTRY, config.passwordRule]]);
  const [modelService, access] = await allOf([
    open(openModelService({ store, log, clock, remakeSearch, extensionSegments: own.segments })),
    open(openAccessService({ store, log, extensionEndpoints: own.segments, defaults })),
  ]);
  opened.unshift(await followTextOrder({ modelService, access, log }));
  const sealer = createSealer(config.sealingKeys);
  await warnAtStart(config, { store, sealer, access, log });
  opened.unshift(jobs);
  const noteUse = createKeyUse({ store, clock, log });
  const authorization = createAuthorization(access, { requireApiKey: config.requireApiKey, clock, noteUse });
  return { modelService, access, sealer, authorization, baseUrl: createBaseUrl(config) };
}

/** Everything that handlers use. */
export async function openDomains(
  { config, log, clock, rules, opened, open }: Start,
  parts: Awaited<ReturnType<typeof openDatabase>> & Awaited<ReturnType<typeof openRules>>,
) {
  const { store, storage, modelService, access, sealer, authorization, baseUrl, events, recordedEvents } = parts;
  const { scan, ...writeRules } = rules;
  const tokenSettings = { secrets: config.jwtSecrets, ttl: config.jwtTtlSeconds, issuer: 'colophon' };
  const accessTokens = createAccessTokens(tokenSettings, clock);
  const signer = createUrlSigner(config.jwtSecrets, clock);
  const fileStore = createFileStore({ store, storage, clock, log });
  const rowClock = inSeconds(clock);
  // Of the same moments as all visibility.
  const streamUrls = createStreamUrls({ ...config, ...authorization, signer, modelService, clock: rowClock });
  const objects = objectServices({
    store,
    modelService,
    clock: rowClock,
    files: ownedFiles({ store, fileStore }, streamUrls),
    ...writeRules,
    propose: objectProposer(events, modelService),
    noteBatch: parts.metrics.batchCommitted,
    queryTimeLimit: config.queryTimeoutMs,
  });
  const uploadFolder = path.join(config.dataDir, 'uploads');
  const audit = createAudit(log);
  const auditedEvents = createAuditedEvents(audit, { store, clock, log });
  opened.unshift(auditedEvents);
  const accountParts = { store, clock, access, accessTokens, audit, sealer, log, objects };
  const accounts = await accountServices({ ...accountParts, ownUrl: () => baseUrl.own() }, config);
  const files = {
    ...{ store, objects, fileStore, signer, log, clock: rowClock, limits: config },
    ...{ uploadFolder, scan, underWay: parts.underWay },
    thumbnails: createThumbnailMaker({ store, fileStore, clock, limits: config, uploadFolder }),
  };
  const authenticate = createAuthentication({ store, accessTokens, access, clock });
  const feed = createFeed({ objects, ...recordedEvents, ...authorization, authenticate });
  const { load } = await open(Promise.resolve(loadLimitsOf(config, parts.metrics)));
  const { numbering, reader, readCurrent } = recordedEvents;
  const { accessOf } = authorization;
  const webhookParts = { numbering, reader, readCurrent, store, clock, log, objects, accessOf, baseUrl, load };
  const webhooks = await open(openWebhooks(webhookParts, config));
  return {
    ...{ rowClock, objects, audit, auditedEvents, accounts, files, authenticate, feed, load, webhooks },
    trash: trashServices(objects),
    purges: createLargePurges(objects, { accessOf }),
    cleanups: createCleanupJobs({ store, clock, modelService }),
  };
}

/** All parts, once they are open. */
export type Parts = Start &
  Awaited<ReturnType<typeof openDatabase>> &
  Awaited<ReturnType<typeof openRules>> &
  Awaited<ReturnType<typeof openDomains>>;
