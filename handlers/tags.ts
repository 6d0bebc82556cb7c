// Tags (reference/jsonapi.md 3.6).
import type { RequestContext } from '../core/context.ts';
import { listDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { createTag, deleteTag, tagResources, updateTag } from '../core/model/tags.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import type { TagRow } from '../core/store/store.ts';
import { pageLimits } from '../core/settings.ts';
import type { Services } from './services.ts';

type Operations = 'listTags' | 'createTag' | 'getTag' | 'updateTag' | 'deleteTag';

export function tagHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = tagResources(store);

  const single = (row: TagRow, context: RequestContext, request?: ReadRequest) => ({
    etag: { revision: row.revision },
    body: () => singleDocument(type.toResource(row), context.url, request),
  });

  return {
    listTags: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return { status: 200, body: listDocument(page, request, context.url) };
    },
    createTag: async ({ body, context }) => {
      const row = await createTag(services, body, context);
      const Location = `${context.url.base}/model/tags/${row._id}`;
      return { status: 201, headers: { Location }, ...single(row, context) };
    },
    getTag: async ({ params, query, context }) => {
      const row = await findRow(type, params.tag_id);
      return { status: 200, ...single(row, context, parseReadRequest(query)) };
    },
    updateTag: async ({ params, body, context }) => {
      const row = await updateTag(services, params.tag_id, body, context);
      return { status: 200, ...single(row, context) };
    },
    deleteTag: async ({ params, context }) => {
      await deleteTag(services, params.tag_id, context);
      return { status: 204 };
    },
  };
}
