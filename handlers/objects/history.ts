// Changes with their authors (D540).
import type { Handlers } from '../../core/http/handler.ts';
import { listHistory } from '../../core/objects/history/list-history.ts';
import { answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { historyView } from '../../core/representation/owned-views.ts';
import type { Services } from '../services.ts';

export function historyHandlers({ objects, config }: Services) {
  const view = historyView(objects);
  return {
    listHistory: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listHistory(objects, request, context), request, context);
    },
  } satisfies Partial<Handlers>;
}
