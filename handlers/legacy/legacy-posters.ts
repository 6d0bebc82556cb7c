// Pictures of objects (service.md 4.14, D569).
import { parseLegacyQuery } from '../../core/format/legacy/list-query.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { getPoster, listPosters } from '../../core/legacy/poster.ts';
import { pageLimits } from '../../core/settings.ts';
import type { Services } from '../services.ts';

export const legacyPosterHandlers = ({ files, config }: Services) =>
  ({
    getPoster: async ({ params, query, context }) => {
      const poster = await getPoster(files, { id: params.object_id, size: query }, context);
      return { status: 200, body: envelope('poster', 'get', poster, context.url) };
    },
    getPosterAlias: async ({ params, query, context }) => {
      const poster = await getPoster(files, { id: params.object_id, size: query }, context);
      return { status: 200, body: envelope('posters', 'get', poster, context.url) };
    },
    listPosters: async ({ query, context }) => {
      const { ids = [] } = parseLegacyQuery({ id: query.id }, ['id'], pageLimits(context, config.pageSizeMax));
      const posters = await listPosters(files, { ids, size: query }, context);
      return { status: 200, body: envelope('posters', 'get', posters, context.url) };
    },
  }) satisfies Partial<Handlers>;
