// Remarks about objects (service.md 4.10).
import type { RequestContext } from '../core/context.ts';
import { listDocument, relatedLinkDocument, singleDocument } from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { annotationKind } from '../core/objects/annotations/annotation-kind.ts';
import { createAnnotation, updateAnnotation } from '../core/objects/annotations/write-annotations.ts';
import { findAttached, trashAttached } from '../core/objects/attached/attached-rows.ts';
import { listShown, showAttached, showObjectOf } from '../core/objects/attached/show-attached.ts';
import { pageLimits } from '../core/settings.ts';
import type { AnnotationRow } from '../core/store/store.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listAnnotations'
  | 'createAnnotation'
  | 'getAnnotation'
  | 'updateAnnotation'
  | 'deleteAnnotation'
  | 'getAnnotationObject'
  | 'getAnnotationObjectLink';

export function annotationHandlers({ objects, config }: Services): Pick<Handlers, Operations> {
  const kind = annotationKind(objects);

  async function single(row: AnnotationRow, context: RequestContext, request?: ReadRequest) {
    const shown = await showAttached(objects, { kind, row }, context, request);
    const fields = request?.fields ?? { common: undefined, byType: new Map() };
    return {
      etag: shown.etag,
      body: () => singleDocument(shown.resource, context.url, { ...shown, fields }),
    };
  }

  return {
    listAnnotations: async ({ query, context }) => {
      const request = parseListRequest(query, pageLimits(context, config.pageSizeMax));
      const page = await listShown(objects, { kind }, request, context);
      return { status: 200, body: listDocument(page, request, context.url, page) };
    },
    createAnnotation: async ({ body, context }) => {
      const row = await createAnnotation(objects, body, context);
      const Location = `${context.url.base}/annotations/${row._id}`;
      return { status: 201, headers: { Location }, ...(await single(row, context)) };
    },
    getAnnotation: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = await findAttached(objects, kind, params.annotation_id, context);
      return { status: 200, ...(await single(row, context, request)) };
    },
    updateAnnotation: async ({ params, body, context }) => {
      const row = await updateAnnotation(objects, params.annotation_id, body, context);
      return { status: 200, ...(await single(row, context)) };
    },
    deleteAnnotation: async ({ params, context }) => {
      await trashAttached(objects, kind, params.annotation_id, context);
      return { status: 204 };
    },
    getAnnotationObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const shown = await showObjectOf(objects, { kind, id: params.annotation_id }, context, request);
      const extras = { ...shown, fields: request.fields };
      return { status: 200, body: singleDocument(shown.resource, context.url, extras) };
    },
    getAnnotationObjectLink: async ({ params, context }) => {
      const { resource } = await showObjectOf(objects, { kind, id: params.annotation_id }, context);
      return { status: 200, body: relatedLinkDocument(resource, context.url) };
    },
  };
}
