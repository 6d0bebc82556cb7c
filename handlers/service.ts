// Home, status and the description itself (service.md 4.2, D39, D44).
import { homeResources, type HomeSource } from '../core/http/home.ts';
import type { Choice } from '../core/description/live-description.ts';
import { isWritableType } from '../core/legacy/publication.ts';
import { metaDocument } from '../core/format/jsonapi/documents.ts';
import type { HandlerInput, Handlers } from '../core/http/handler.ts';
import type { Encoding } from '../core/network/content-encoding.ts';
import { projectName } from '../core/settings.ts';
import { checkDatabase } from '../core/store/connection/health.ts';
import { isDatabaseNewer } from '../core/store/migrations.ts';
import type { Services } from './services.ts';

/** The input of `/home` at present. */
export const homeSource = ({ routes, modelService, legacy }: Services): HomeSource => ({
  operations: routes().operations,
  model: modelService.current(),
  isLegacyWritable: (type) => isWritableType(legacy, type),
});

interface ChoiceQuery extends Pick<Choice, 'side' | 'operations'> {
  types?: string;
  tags?: string;
}

/** The part of the description that a request is for. */
function choiceOf({ types, tags, ...others }: ChoiceQuery): Choice {
  const namesIn = (text: string | undefined) => text?.split(',').map((name) => name.trim());
  return { ...others, types: namesIn(types), tags: namesIn(tags) };
}

export function serviceHandlers(services: Services) {
  const { store, config } = services;
  const describedAs =
    (format: 'json' | 'yaml') =>
    async ({ query, context }: Pick<HandlerInput<'getDescription'>, 'query' | 'context'>) => {
      await services.modelService.refresh();
      const description = await services.description.published(context.url.base, choiceOf(query));
      return {
        status: 200,
        etag: { revision: description.etag },
        // The cached text: it is large, and made once per model.
        body: (() => (format === 'json' ? description.json : description.yaml())) as never,
        encoded: (encoding: Encoding) => description.compressed(format, encoding),
      } as const;
    };
  return {
    getHome: ({ context }) => {
      const resources = homeResources(homeSource(services), context);
      const { version, limits } = config;
      const meta = { resources, project: { name: projectName(context) }, version, limits };
      return { status: 200, body: metaDocument(meta, context.url) };
    },
    getStatus: async ({ context }) => {
      const database = await checkDatabase(store);
      const environment = database.ok ? ('ok' as const) : ('error' as const);
      const debug = config.debug && {
        errors: database.ok ? [] : ['The database cannot be reached.'],
        debug: true,
        plugins: [...services.plugins],
        versions: {
          colophon: config.version,
          node: process.versions.node,
          ...(database.version && { mongodb: database.version }),
        },
      };
      const body = metaDocument({ status: { environment, ...debug } }, context.url);
      return database.ok ? { status: 200, body } : { status: 503, body };
    },
    getHealth: () => ({ status: 200, body: { status: 'ok' } }),
    getReady: async () => {
      const { ok: isThere } = await checkDatabase(store);
      const isNewer = isThere && (await isDatabaseNewer(store, config.databaseVersion));
      const ok = isThere && !isNewer;
      const { runsJobs, fault } = services.jobs.health();
      const stateOf = (isFine: boolean) => (isFine ? ('ok' as const) : ('error' as const));
      // Before its migrations a process serves no requests (D431).
      const checks = { database: stateOf(ok), ...(runsJobs && { jobs: stateOf(fault === undefined) }) };
      const away = isNewer ? 'A newer release has migrated the database.' : 'The database cannot be reached.';
      const message = ok ? fault : away;
      if (message === undefined) return { status: 200, body: { status: 'ok', checks } };
      return { status: 503, headers: { 'Retry-After': 2 }, body: { status: 'error', checks, message } };
    },
    getMetrics: async () => ({ status: 200, body: await services.metrics.text() }),
    getDescription: describedAs('json'),
    getDescriptionYaml: describedAs('yaml'),
  } satisfies Partial<Handlers>;
}
