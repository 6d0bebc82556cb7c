// Who changed what (reference/jsonapi.md 4.6).
import { listDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { listHistory } from '../core/objects/history/list-history.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

export function historyHandlers({ objects, config }: Services): Pick<Handlers, 'listHistory'> {
  return {
    listHistory: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listHistory(objects, request, context);
      return { status: 200, body: listDocument(page, request, context.url, page) };
    },
  };
}
