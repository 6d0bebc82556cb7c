// The trash (service.md 4.11).
import { userTrashRule } from '../core/accounts/user-trash.ts';
import { parseIds } from '../core/format/jsonapi/ids.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import { assertSameId } from '../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../core/http/handler.ts';
import { trashedAnnotations, trashedTranslations } from '../core/objects/attached/trashed-attached.ts';
import { forEachId } from '../core/objects/bulk/for-each-id.ts';
import { purgeTrashed, restoreTrashed } from '../core/objects/trash/leave-trash.ts';
import { listTrash, showTrashed } from '../core/objects/trash/read-trash.ts';
import type { TrashServices } from '../core/objects/trash/trash-services.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations =
  'listTrash' | 'purgeTrashedObjects' | 'getTrashedObject' | 'restoreTrashedObject' | 'purgeTrashedObject';

export function trashHandlers({ objects, config }: Services): Pick<Handlers, Operations> {
  const kinds = [trashedTranslations, trashedAnnotations];
  const trash: TrashServices = { objects, kinds, rules: [userTrashRule] };

  return {
    listTrash: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listTrash(trash, request, context);
      return { status: 200, body: listDocument(page, request, context.url, page) };
    },
    purgeTrashedObjects: async ({ query, context }) => {
      await forEachId(parseIds(query.ids), (id) => purgeTrashed(trash, id, { ...context, precondition: undefined }));
      return { status: 204 };
    },
    getTrashedObject: async ({ params, query, context }) => {
      const { fields } = parseReadRequest(query);
      const { resource, schema, etag } = await showTrashed(trash, params.object_id, context);
      const body = () => singleDocument(resource, context.url, { fields, schema });
      return { status: 200, etag, body };
    },
    restoreTrashedObject: async ({ params, body, context }) => {
      await restoreTrashed(trash, params.object_id, context, (id) => assertSameId(body.data.id, params.object_id, id));
      return { status: 204 };
    },
    purgeTrashedObject: async ({ params, context }) => {
      await purgeTrashed(trash, params.object_id, context);
      return { status: 204 };
    },
  };
}
