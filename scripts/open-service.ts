// Assembles the service from its parts: the one place where they meet. Used by scripts/start.ts and by the tests.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestListener } from 'node:http';
import { openAccessService } from '../core/access/access-service.ts';
import { followTextOrder } from '../core/access/follow-text-order.ts';
import { createAuthentication } from '../core/accounts/bearer.ts';
import { PASSWORD_RULE_ENTRY } from '../core/config/password-policy.ts';
import { mailedJobs } from '../core/accounts/credentials.ts';
import { createSealer } from '../core/accounts/sealed-secrets.ts';
import { createRateLimit } from '../core/accounts/rate-limit.ts';
import { signupJobs } from '../core/accounts/signup-expiry.ts';
import { createAuditedEvents } from '../core/accounts/audited-events.ts';
import { createAudit } from '../core/audit.ts';
import { homeEndpoints } from '../core/http/home.ts';
import { homeSource } from '../handlers/service.ts';
import { inSeconds, systemClock, type Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { statedLimits } from '../core/config/stated-limits.ts';
import { createEvents } from '../core/events/events.ts';
import { openExtensions, readExtensions } from '../core/extensions/open-extensions.ts';
import { createFileStore } from '../core/files/file-store.ts';
import { ownedFiles } from '../core/files/streams/remove-streams.ts';
import { openStorage } from '../core/files/storage/open-storage.ts';
import { startSweeper } from '../core/files/sweeper.ts';
import { createStreamUrls } from '../core/files/streams/stream-resource.ts';
import { createThumbnailMaker } from '../core/files/thumbnails/thumbnail-maker.ts';
import { createActiveUploads } from '../core/files/active-uploads.ts';
import { createUrlSigner } from '../core/files/url-signer.ts';
import { ANONYMOUS } from '../core/context.ts';
import { createBrowserPages } from '../core/browser/browser-pages.ts';
import { createApp, type App } from '../core/http/app.ts';
import { createBaseUrl } from '../core/http/base-url.ts';
import type { Description } from '../core/http/operation.ts';
import { watchRequests } from '../core/http/watch-requests.ts';
import { keptAnswersOf } from './kept-answers.ts';
import { keysOfRequests } from './keys-of-requests.ts';
import { createLiveDescription } from '../core/description/live-description.ts';
import { assertDescription } from '../core/http/openapi-backend.ts';
import type { Logger } from '../core/log.ts';
import { createMailService } from '../core/mail/mail-service.ts';
import { loadMailTemplates } from '../core/mail/mail-templates.ts';
import type { OpenApiDocument } from '../core/description/expand-description.ts';
import { withMetricsToken } from '../core/metrics/metrics-access.ts';
import { createCleanupJobs } from '../core/model/cleanup-jobs.ts';
import { openModelService } from '../core/model/model-service.ts';
import { restrictedAttributes } from '../core/objects/attribute-permissions.ts';
import { remakeSearch } from '../core/objects/remake-search.ts';
import { createFeed } from '../core/objects/feed/listen-to-feed.ts';
import { areGone } from '../core/objects/past-objects.ts';
import { objectProposer, objectEventPublisher } from '../core/objects/object-events.ts';
import { maxIdleMs, watchAbandonedTransactions } from '../core/store/abandoned-transactions.ts';
import { allMigrations } from '../core/migrations/all-migrations.ts';
import { migrate } from '../core/store/migrations.ts';
import { createReleaseWatch, withReleaseCheck } from '../core/store/newer-release.ts';
import { createStore } from '../core/store/store.ts';
import { createHandlers } from '../handlers/index.ts';
import type { Services } from '../handlers/services.ts';
import { accountServices, authorizationOf } from './account-services.ts';
import { eventServices } from './event-services.ts';
import { objectServices, trashServices } from './object-services.ts';
import { openWebhooks } from './webhook-services.ts';
import {
  accessTokensOf,
  addressReader,
  allOf,
  allRequestMetrics,
  closeAll,
  connectTraced,
  disksOf,
  extensionsFolder,
  contentRulesOf,
  firstAccountsOf,
  jobsOf,
  loadLimitsOf,
  keptIn,
  metricsOf,
  secondariesOf,
  warnAtStart,
} from './parts-of-service.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

export interface ServiceOptions {
  config: Config;
  mongodbUri: string;
  log: Logger;
  clock?: Clock;
}

export interface Service {
  app: RequestListener;
  /** Of the first administrator, when it was generated at this very start. */
  adminPassword: string | undefined;
  services: Services;
  /** Base of links, where the Host header does not give it (D58). */
  setPublicUrl(url: string): void;
  /** Ends responses without an end. */
  endStreams(): void;
  close(): Promise<void>;
}

/** @throws Error of one line when the database cannot be used */
export async function openService({ config, mongodbUri, log, clock = systemClock }: ServiceOptions): Promise<Service> {
  // Before the first write: if the first start failed later, the generated password would be lost.
  const templates = loadMailTemplates(config.mailTemplates);
  const { scan, ...writeRules } = await contentRulesOf(config, log);
  const bundle = readJson('../generated/openapi.json') as Description & OpenApiDocument;
  const own = await readExtensions(bundle, extensionsFolder(config), assertDescription);
  const { version } = readJson('../package.json') as { version: string };
  const { tracing, client, db, primary } = await connectTraced(config, mongodbUri, { version, log });
  /** Open services, to be closed before the services that they use. */
  const opened: { close(): Promise<void> }[] = [client, tracing];
  const open = keptIn(opened);
  const release = createReleaseWatch(log);
  opened.unshift(release, watchAbandonedTransactions(client, { log, stalledMs: maxIdleMs(config) }));
  const events = createEvents();
  const recorded = eventServices({ clock, log });
  const store = createStore(client, db, { ...release, ...recorded, onChanges: objectEventPublisher(events, log) });
  const firstAccounts = firstAccountsOf(store, { ...config, ...writeRules }, clock);
  const sealer = createSealer(config.sealingKeys);
  try {
    const migrations = allMigrations({ clock, publication: config.legacyRoot, firstAccounts, sealer });
    const databaseVersion = release.follow(store, await migrate(store, migrations, log));
    const recordedEvents = await open(recorded.open(store, primary));
    const { reader } = recordedEvents;
    // Before what follows the database, so that a wrong setting ends the start at once.
    const storage = await open(openStorage(config, store));
    const defaults = new Map(config.passwordRule === undefined ? [] : [[PASSWORD_RULE_ENTRY, config.passwordRule]]);
    const underWay = createActiveUploads(config.uploadConcurrency);
    const metrics = metricsOf({ version, store, clock, underWay });
    const jobs = jobsOf({ store, clock, log, metrics, tracing }, config);
    const [modelService, access] = await allOf([
      open(openModelService({ store, log, clock, remakeSearch, wake: jobs.wake, extensionSegments: own.segments })),
      open(openAccessService({ store, log, extensionEndpoints: own.segments, defaults })),
    ]);
    opened.unshift(await followTextOrder({ modelService, access, log }));
    const authorization = authorizationOf({ access, store, clock, log }, config);
    const baseUrl = createBaseUrl(config);
    await warnAtStart(config, { store, sealer, access, log });
    const accessTokens = accessTokensOf(config, clock);
    const signer = createUrlSigner(config.jwtSecrets, clock);
    opened.unshift(jobs);
    const cleanups = createCleanupJobs({ store, clock, modelService, wake: jobs.wake });
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
      noteBatch: metrics.batchCommitted,
      queryTimeLimit: config.queryTimeoutMs,
    });
    const { trash, purges } = trashServices(objects, { ...authorization, ...jobs });
    const uploadFolder = path.join(config.dataDir, 'uploads');
    const audit = createAudit(log);
    const auditedEvents = createAuditedEvents(audit, { store, clock, log });
    opened.unshift(auditedEvents);
    const accounts = await accountServices(
      { store, clock, access, accessTokens, audit, jobs, sealer, log, objects, ownUrl: () => baseUrl.own() },
      config,
    );
    const files = {
      ...{ store, objects, fileStore, signer, log, clock: rowClock, limits: config },
      ...{ uploadFolder, scan, underWay },
      thumbnails: createThumbnailMaker({ store, fileStore, clock, limits: config, uploadFolder }),
    };
    const authenticate = createAuthentication({ store, accessTokens, access, clock });
    const feed = createFeed({ objects, ...recordedEvents, ...authorization, authenticate });
    const { load } = await open(Promise.resolve(loadLimitsOf(config, metrics)));
    const webhookParts = { store, clock, log, jobs, objects, authorization, recordedEvents, baseUrl, load };
    const webhooks = await open(openWebhooks(webhookParts, config));
    const { pageSizeMax, countLimit, debug, extensionTimeoutSeconds: seconds } = config;
    let app: App | undefined;
    const services: Services = {
      store,
      modelService,
      access,
      objects,
      jobs,
      metrics,
      trash,
      legacy: { objects, files, publication: config.legacyRoot, writable: config.legacyWritable },
      events,
      recordedEvents,
      feed,
      ...webhooks.forHandlers,
      files,
      ...accounts,
      sealer,
      clock: rowClock,
      description: createLiveDescription(own.description, modelService),
      changeAtomically: (...call) => (app as App).changeAtomically(...call),
      routes: () => ({ operations: app?.table.operations ?? [] }),
      checks: () => (app as App).checks,
      plugins: own.extensions.map(({ extension }) => extension.name),
      config: {
        ...{ pageSizeMax, countLimit, queryTimeLimit: config.queryTimeoutMs, debug, version, databaseVersion },
        limits: statedLimits(config),
      },
    };
    const handlers = createHandlers(services);
    const addressOf = addressReader(config, log);
    const rules = { store, access, clock: rowClock };
    const isWorker = config.processRole !== 'api';
    const extensions = await open(
      openExtensions(own, {
        rules,
        events,
        handlers,
        model: modelService.current(),
        log,
        clock,
        seconds,
        reader,
        isWorker,
      }),
    );
    // Closed before everything that its consumers need.
    opened.unshift(reader);
    const http = {
      baseUrl: (host: string | undefined) => baseUrl.of(host),
      bodyLimits: { bytes: config.bodyLimitBytes, seconds: config.bodyTimeoutSeconds },
      debug: config.debug,
      expiredTokenCode: config.expiredTokenCode,
      log,
    };
    app = await createApp({
      ...http,
      description: own.description,
      handlers: { ...handlers, ...extensions.handlers },
      signIn: services.signIn,
      secondaries: secondariesOf(config, access),
      keptAnswers: keptAnswersOf({ ...services, ...http, ...extensions, metrics, primary }, config),
      hooks: extensions.hooks,
      projectErrors: extensions.errors,
      isTypeName: (name) => modelService.current().types.get(name)?.served === true,
      refreshModel: () => modelService.refresh(),
      atomically: store.atomically,
      pluralOf: (singular) => modelService.current().plurals.get(singular),
      application: authorization.application,
      ...withMetricsToken(config.metricsToken, { authenticate, accessOf: authorization.accessOf }),
      watch: watchRequests(allRequestMetrics(metrics, tracing), log, config.slowRequestMs),
      authorize: authorization.authorize,
      audit,
      recordRead: (facts) => auditedEvents.record('personal_data_read', facts),
      areGone: (identifiers, context) => areGone(objects, identifiers, context),
      countRequest: createRateLimit(store, clock, config.rateLimit),
      claimKey: keysOfRequests({ store, clock, log, access, modelService, addressOf }, config),
      addressOf,
      corsOrigins: config.corsOrigins ?? undefined,
      publicCache: config.publicCache ?? undefined,
      version,
      jobsOnly: config.processRole === 'worker',
      primary,
      load,
      disks: withReleaseCheck(await open(disksOf(config, mongodbUri, log)), release),
      browser: config.browserUi
        ? (pages) =>
            createBrowserPages({
              ...http,
              ...pages,
              description: services.description,
              anonymous: () => ({ caller: ANONYMOUS, access: authorization.accessOf(ANONYMOUS) }),
              keptAttributes: (principal, typeName) => restrictedAttributes(objects, typeName, principal),
              endpoints: (principal, base) => homeEndpoints(homeSource(services), principal, base),
              clock,
              secrets: config.jwtSecrets,
              requireApiKey: config.requireApiKey,
              uploadMaxBytes: config.uploadMaxBytes,
            })
        : undefined,
    });
    jobs.start(
      [
        purges.service,
        cleanups.service,
        createMailService({ store, access, templates, log, config }),
        ...mailedJobs,
        signupJobs(objects),
        extensions.eventJobs,
      ],
      [purges.recurring, cleanups.recurring, webhooks.removal],
    );
    const sweeper = startSweeper(services.files, log);
    return {
      app: tracing.serve(app.listener),
      adminPassword: firstAccounts.password(),
      services,
      setPublicUrl: (url) => baseUrl.set(url),
      endStreams: () => feed.close(),
      async close() {
        // All of them, even if one fails.
        metrics.close();
        feed.close();
        const [swept] = await Promise.allSettled([sweeper.stop()]);
        await closeAll(opened);
        if (swept.status === 'rejected') throw swept.reason;
      },
    };
  } catch (error) {
    await closeAll(opened).catch(() => undefined);
    throw error;
  }
}
