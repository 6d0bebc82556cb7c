// What the HTTP side of the service is made with.
import { ANONYMOUS } from '../context.ts';
import { createRateLimit } from '../accounts/sign-in/rate-limit.ts';
import { createBrowserPages } from '../browser/browser-pages.ts';
import { sweepOwnUploads } from '../files/sweeper.ts';
import type { createApp } from '../http/app.ts';
import { homeEndpoints } from '../http/home.ts';
import { createIdempotency } from '../http/idempotency/idempotency.ts';
import { watchRequests } from '../http/limits/watch-requests.ts';
import { withMetricsToken } from '../metrics/metrics-access.ts';
import { areGone } from '../objects/past-objects.ts';
import { restrictedAttributes } from '../objects/visibility/attribute-permissions.ts';
import { rulesForReading } from '../objects/visibility/reading-rules.ts';
import { withReleaseCheck } from '../store/connection/newer-release.ts';
import { repeat } from '../timers.ts';
import type { openExtensions } from '../extensions/open-extensions.ts';
import type { createHandlers } from '../../handlers/index.ts';
import { homeSource } from '../../handlers/service.ts';
import type { Services } from '../../handlers/services.ts';
import { keptResponsesOf } from './assemble-kept-responses.ts';
import type { Parts } from './open-parts.ts';
import { addressReader, allRequestMetrics, diskSpaceOf } from './parts-of-service.ts';

type AppOptions = Parameters<typeof createApp>[0];

interface Handled {
  services: Services;
  handlers: ReturnType<typeof createHandlers>;
  extensions: Awaited<ReturnType<typeof openExtensions>>;
}

const httpOptions = ({ config, log, baseUrl }: Parts) => ({
  baseUrl: (host: string | undefined) => baseUrl.of(host),
  bodyLimits: { bytes: config.bodyLimitBytes, seconds: config.bodyTimeoutSeconds },
  debug: config.debug,
  expiredTokenCode: config.expiredTokenCode,
  log,
});

/** Pages for browsers, if the settings have them. */
function browserPages(parts: Parts, services: Services): AppOptions['browser'] {
  const { config, authorization, objects, clock } = parts;
  if (!config.browserUi) return undefined;
  return (pages) =>
    createBrowserPages({
      ...httpOptions(parts),
      ...pages,
      description: services.description,
      anonymous: () => ({ caller: ANONYMOUS, access: authorization.accessOf(ANONYMOUS) }),
      keptAttributes: (principal, typeName) => restrictedAttributes(objects, typeName, principal),
      endpoints: (principal, base) => homeEndpoints(homeSource(services), principal, base),
      clock,
      secrets: config.jwtSecrets,
      requireApiKey: config.requireApiKey,
      uploadMaxBytes: config.uploadMaxBytes,
    });
}

export async function appOptions(parts: Parts, { services, handlers, extensions }: Handled): Promise<AppOptions> {
  const { config, log, clock, own, store, objects, files, access, authorization, modelService } = parts;
  const { audit, auditedEvents, primary, metrics, authenticate } = parts;
  const http = httpOptions(parts);
  const addressOf = addressReader(config, log);
  const disks = await diskSpaceOf(config, parts.mongodbUri, log);
  await parts.open(Promise.resolve(repeat('own uploads', { log, run: () => sweepOwnUploads(files, log) })));
  return {
    ...http,
    description: own.description,
    handlers: { ...handlers, ...extensions.handlers },
    signIn: services.signIn,
    secondaries:
      config.readPreference === 'primary' ? undefined : { mayAnonymousWrite: () => access.current().mayAnonymousWrite },
    keptResponses: keptResponsesOf({ ...services, ...http, ...extensions, metrics, primary }, config),
    hooks: extensions.hooks,
    projectErrors: extensions.errors,
    isTypeName: (name) => modelService.current().types.get(name)?.served === true,
    refreshModel: () => modelService.refresh(),
    atomically: store.atomically,
    pluralOf: (singular) => modelService.current().plurals.get(singular),
    application: authorization.application,
    ...withMetricsToken(config.metricsToken, { authenticate, accessOf: authorization.accessOf }),
    watch: watchRequests(allRequestMetrics(metrics, parts.tracing), log, config.slowRequestMs),
    authorize: authorization.authorize,
    audit,
    recordRead: (facts) => auditedEvents.record('personal_data_read', facts),
    areGone: (identifiers, context) => areGone(objects, identifiers, context),
    countRequest: createRateLimit(store, clock, config.rateLimit),
    claimKey: createIdempotency({
      ...{ store, clock, log, addressOf },
      secrets: config.jwtSecrets,
      idle: config.bodyTimeoutSeconds,
      rulesFor: (caller) => rulesForReading(access.current(), modelService.current(), caller),
    }),
    addressOf,
    corsOrigins: config.corsOrigins ?? undefined,
    publicCache: config.publicCache ?? undefined,
    version: parts.version,
    jobsOnly: config.processRole === 'worker',
    primary,
    load: parts.load,
    disks: withReleaseCheck(disks, parts.release),
    browser: browserPages(parts, services),
  };
}
