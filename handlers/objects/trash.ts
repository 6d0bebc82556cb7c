// The trash (service.md 4.11).
import { parseIds } from '../../core/format/jsonapi/ids.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import { assertSameId } from '../../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { forEachId } from '../../core/objects/bulk/for-each-id.ts';
import { purgeTrashed, restoreTrashed } from '../../core/objects/trash/leave-trash.ts';
import { findTrashedRow, listTrash } from '../../core/objects/trash/read-trash.ts';
import { answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { trashView } from '../../core/representation/trash-view.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function trashHandlers({ trash, config }: Services) {
  const view = trashView(trash);

  return {
    listTrash: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listTrash(trash, request, context), request, context);
    },
    purgeTrashedObjects: ({ query, context }) => {
      const aboutObject = { ...context, precondition: undefined };
      return noContent(forEachId(parseIds(query.ids), (id) => purgeTrashed(trash, id, aboutObject)));
    },
    getTrashedObject: async ({ params, query, context }) => {
      const row = await findTrashedRow(trash, params.object_id, context);
      return answerOne(view, row, parseReadRequest(query), context);
    },
    restoreTrashedObject: ({ params, body, context }) => {
      const assertId = (id: number) => assertSameId(body.data.id, params.object_id, id);
      return noContent(restoreTrashed(trash, params.object_id, context, assertId));
    },
    purgeTrashedObject: ({ params, context }) => noContent(purgeTrashed(trash, params.object_id, context)),
  } satisfies Partial<Handlers>;
}
