// Comments on objects (service.md 4.10).
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { annotationKind } from '../../core/objects/annotations/annotation-kind.ts';
import { createAnnotation, updateAnnotation } from '../../core/objects/annotations/write-annotations.ts';
import { findOwned, listOwned, trashOwned } from '../../core/objects/owned/owned-rows.ts';
import { objectOfRow } from '../../core/objects/owned/object-of-row.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectView } from '../../core/representation/object-views.ts';
import { ownedView } from '../../core/representation/owned-views.ts';
import { relatedToOwner } from '../../core/representation/related.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function annotationHandlers({ objects, config }: Services) {
  const kind = annotationKind(objects);
  const view = ownedView(objects, kind);
  const object = relatedToOwner(
    objectView(objects, 'TypedObjects'),
    async (params: { annotation_id: string }, context) =>
      objectOfRow(objects, await findOwned(objects, kind, params.annotation_id, context), context),
  );

  return {
    listAnnotations: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listOwned(objects, { kind }, request, context), request, context);
    },
    createAnnotation: async ({ body, context }) =>
      answerNew(view, await createAnnotation(objects, body, context), context),
    getAnnotation: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = await findOwned(objects, kind, params.annotation_id, context);
      return answerOne(view, row, request, context);
    },
    updateAnnotation: async ({ params, body, context }) =>
      answerChanged(view, await updateAnnotation(objects, params.annotation_id, body, context), context),
    deleteAnnotation: ({ params, context }) => noContent(trashOwned(objects, kind, params.annotation_id, context)),
    getAnnotationObject: object.resource,
    getAnnotationObjectLink: object.identifier,
  } satisfies Partial<Handlers>;
}
