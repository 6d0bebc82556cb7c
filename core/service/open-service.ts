// Assembles the service from its parts: the one place where they meet. Used by scripts/start.ts and by the tests.
import type { RequestListener } from 'node:http';
import { mailedJobs } from '../accounts/credentials/credentials.ts';
import { signupJobs } from '../accounts/signup/signup-expiry.ts';
import { systemClock } from '../clock.ts';
import { statedLimits } from '../config/stated-limits.ts';
import { openExtensions } from '../extensions/open-extensions.ts';
import { unusedFileRemoval } from '../files/sweeper.ts';
import { createApp, type App } from '../http/app.ts';
import type { ModelClient } from '../model-as-code/present-model.ts';
import { createLiveDescription } from '../description/live-description.ts';
import { createMailService } from '../mail/mail-service.ts';
import { loadMailTemplates, type MailTemplates } from '../mail/mail-templates.ts';
import { createHandlers } from '../../handlers/index.ts';
import type { Services } from '../../handlers/services.ts';
import { appOptions } from './app-options.ts';
import { ownModelClient } from './own-model-client.ts';
import type { ScheduledWork } from '../jobs/job-services.ts';
import {
  openDatabase,
  openDomains,
  openRules,
  readJson,
  readOwn,
  type Parts,
  type ServiceOptions,
  type Start,
} from './open-parts.ts';
import { closeAll, connectTraced, contentRulesOf, keptIn } from './parts-of-service.ts';

export interface Service {
  app: RequestListener;
  /** Of the first administrator, when it was generated at this very start. */
  adminPassword: string | undefined;
  services: Services;
  /** The resources of its model, with all rights. */
  model: ModelClient;
  /** Base of links, where the Host header does not give it (D58). */
  setPublicUrl(url: string): void;
  /** Ends responses without an end. */
  endStreams(): void;
  close(): Promise<void>;
}

/** What is made with the handlers of the services. */
interface Later {
  app: App | undefined;
  schedules: readonly ScheduledWork[];
}

function servicesOf(parts: Parts, later: Later): Services {
  const { config, own, objects, files, modelService, version, databaseVersion } = parts;
  const { store, access, jobs, metrics, trash, events, recordedEvents, feed, sealer } = parts;
  const { pageSizeMax, countLimit, debug } = config;
  const running = (): App => {
    if (!later.app) throw new Error('the service is not open yet');
    return later.app;
  };
  return {
    ...{ store, modelService, access, objects, jobs, metrics, trash, events, recordedEvents, feed, files, sealer },
    legacy: { objects, files, publication: config.legacyRoot, writable: config.legacyWritable },
    webhooks: parts.webhooks.services,
    ...parts.accounts,
    clock: parts.rowClock,
    description: createLiveDescription(own.description, modelService),
    changeAtomically: (...call) => running().changeAtomically(...call),
    routes: () => ({ operations: later.app?.table.operations ?? [] }),
    checks: () => running().checks,
    plugins: own.extensions.map(({ extension }) => extension.name),
    schedules: () => later.schedules,
    config: {
      ...{ pageSizeMax, countLimit, queryTimeLimit: config.queryTimeoutMs, debug, version, databaseVersion },
      limits: statedLimits(config),
    },
  };
}

function startJobs(
  parts: Parts,
  templates: MailTemplates,
  { jobServices, schedules }: Pick<Awaited<ReturnType<typeof openExtensions>>, 'jobServices' | 'schedules'>,
): void {
  const { jobs, purges, cleanups, webhooks, store, access, log, config, objects, files } = parts;
  const mails = createMailService({ store, access, templates, log, config });
  jobs.start({
    services: [purges.service, cleanups.service, mails, ...mailedJobs, signupJobs(objects), ...jobServices],
    scheduled: [purges.recurring, cleanups.recurring, webhooks.removal, unusedFileRemoval(files, log), ...schedules],
  });
}

/** @throws Error of one line when the database cannot be used */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, mongodbUri, log, clock = systemClock } = options;
  // Before the first write: if the first start failed later, the generated password would be lost.
  const templates = loadMailTemplates(config.mailTemplates);
  const rules = await contentRulesOf(config, log);
  const own = await readOwn(config);
  // cast: the manifest of this package, part of the release
  const { version } = readJson('../../package.json') as { version: string };
  const connection = await connectTraced(config, mongodbUri, { version, log });
  const opened: Start['opened'] = [connection.client, connection.tracing];
  const start: Start = { config, mongodbUri, log, clock, version, own, rules, opened, open: keptIn(opened) };
  try {
    const database = await openDatabase(start, connection);
    const followed = { ...database, ...(await openRules(start, database)) };
    const parts: Parts = { ...start, ...followed, ...(await openDomains(start, followed)) };
    const { modelService, access, tracing, metrics, feed, recordedEvents, baseUrl } = parts;
    const later: Later = { app: undefined, schedules: [] };
    const services = servicesOf(parts, later);
    const handlers = createHandlers(services);
    const extensions = await start.open(
      openExtensions(own, {
        rules: { store: parts.store, access, clock: parts.rowClock },
        events: parts.events,
        handlers,
        model: modelService.current(),
        log,
        clock,
        seconds: config.extensionTimeoutSeconds,
        reader: recordedEvents.reader,
        isWorker: config.processRole !== 'api',
      }),
    );
    later.schedules = extensions.schedules;
    // Closed before everything that its consumers need.
    opened.unshift(recordedEvents.reader);
    const app = (later.app = await createApp(await appOptions(parts, { services, handlers, extensions })));
    startJobs(parts, templates, extensions);
    return {
      app: tracing.serve(app.listener),
      adminPassword: parts.firstAccounts.password(),
      services,
      model: ownModelClient(handlers, { table: app.table, access, modelService }),
      setPublicUrl: (url) => baseUrl.set(url),
      endStreams: () => feed.close(),
      async close() {
        // All of them, even if one fails.
        metrics.close();
        feed.close();
        await closeAll(opened);
      },
    };
  } catch (error) {
    await closeAll(opened).catch(() => undefined);
    throw error;
  }
}
