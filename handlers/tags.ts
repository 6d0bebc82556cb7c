// Tags (reference/jsonapi.md 3.6).
import { parseReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { createTag, deleteTag, tagResources, updateTag } from '../core/taxonomy/tags.ts';
import { findRow, listResources } from '../core/resources/resource-type.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../core/representation/answers.ts';
import { readListRequest } from '../core/representation/list-requests.ts';
import { rowView } from '../core/representation/resource-view.ts';
import type { Services } from './services.ts';

type Operations = 'listTags' | 'createTag' | 'getTag' | 'updateTag' | 'deleteTag';

export function tagHandlers(services: Services): Pick<Handlers, Operations> {
  const { store, config } = services;
  const type = tagResources(store);
  const view = rowView(type);

  return {
    listTags: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      const page = await listResources(type, request, { timeLimit: config.queryTimeLimit });
      return answerPage(view, page, request, context);
    },
    createTag: async ({ body, context }) => answerNew(view, await createTag(services, body, context), context),
    getTag: async ({ params, query, context }) =>
      answerOne(view, await findRow(type, params.tag_id), parseReadRequest(query), context),
    updateTag: async ({ params, body, context }) =>
      answerChanged(view, await updateTag(services, params.tag_id, body, context), context),
    deleteTag: async ({ params, context }) => {
      await deleteTag(services, params.tag_id, context);
      return { status: 204 };
    },
  };
}
