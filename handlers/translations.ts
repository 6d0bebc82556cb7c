// Objects in other languages (service.md 4.9).
import type { RequestContext } from '../core/context.ts';
import {
  linkListDocument,
  listDocument,
  relatedLinkDocument,
  singleDocument,
} from '../core/format/jsonapi/documents.ts';
import { parseListRequest, parseReadRequest, type ReadRequest } from '../core/format/jsonapi/list-request.ts';
import type { Handlers } from '../core/http/handler.ts';
import { findAttached, listAttached, trashAttached } from '../core/objects/attached/attached-rows.ts';
import { listShown, showAttached, showObjectOf } from '../core/objects/attached/show-attached.ts';
import { findTranslated } from '../core/objects/translations/find-translated.ts';
import { translationKind } from '../core/objects/translations/translation-kind.ts';
import { createTranslation, updateTranslation } from '../core/objects/translations/write-translations.ts';
import { pageLimits } from '../core/settings.ts';
import type { TranslationRow } from '../core/store/store.ts';
import type { Services } from './services.ts';

type Operations =
  | 'listTranslations'
  | 'createTranslation'
  | 'getTranslation'
  | 'updateTranslation'
  | 'deleteTranslation'
  | 'getTranslationObject'
  | 'getTranslationObjectLink'
  | 'listTypedObjectTranslations'
  | 'listTypedObjectTranslationLinks';

interface Listed {
  query: object;
  context: RequestContext;
  scope?: Record<string, unknown>;
}

export function translationHandlers({ objects, config }: Services): Pick<Handlers, Operations> {
  const kind = translationKind(objects);

  const listRequest = (query: object, context: RequestContext) =>
    parseListRequest(query, pageLimits(context, config.pageSizeMax));

  async function list({ query, context, scope }: Listed) {
    const request = listRequest(query, context);
    const page = await listShown(objects, { kind, ...(scope && { scope }) }, request, context);
    return listDocument(page, request, context.url, page);
  }

  async function single(row: TranslationRow, context: RequestContext, request?: ReadRequest) {
    const shown = await showAttached(objects, { kind, row }, context, request);
    const fields = request?.fields ?? { common: undefined, byType: new Map() };
    return {
      etag: shown.etag,
      body: () => singleDocument(shown.resource, context.url, { ...shown, fields }),
    };
  }

  return {
    listTranslations: async ({ query, context }) => ({ status: 200, body: await list({ query, context }) }),
    createTranslation: async ({ body, context }) => {
      const row = await createTranslation(objects, body, context);
      const Location = `${context.url.base}/translations/${row._id}`;
      return { status: 201, headers: { Location }, ...(await single(row, context)) };
    },
    getTranslation: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = await findAttached(objects, kind, params.translation_id, context);
      return { status: 200, ...(await single(row, context, request)) };
    },
    updateTranslation: async ({ params, body, context }) => {
      const row = await updateTranslation(objects, params.translation_id, body, context);
      return { status: 200, ...(await single(row, context)) };
    },
    deleteTranslation: async ({ params, context }) => {
      await trashAttached(objects, kind, params.translation_id, context);
      return { status: 204 };
    },
    getTranslationObject: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const shown = await showObjectOf(objects, { kind, id: params.translation_id }, context, request);
      const extras = { ...shown, fields: request.fields };
      return { status: 200, body: singleDocument(shown.resource, context.url, extras) };
    },
    getTranslationObjectLink: async ({ params, context }) => {
      const { resource } = await showObjectOf(objects, { kind, id: params.translation_id }, context);
      return { status: 200, body: relatedLinkDocument(resource, context.url) };
    },
    listTypedObjectTranslations: async ({ params, query, context }) => {
      const { document } = await findTranslated(objects, params, context);
      return { status: 200, body: await list({ query, context, scope: { object_id: document._id } }) };
    },
    listTypedObjectTranslationLinks: async ({ params, query, context }) => {
      const { document } = await findTranslated(objects, params, context);
      const request = listRequest(query, context);
      const page = await listAttached(objects, { kind, scope: { object_id: document._id } }, request, context);
      return { status: 200, body: linkListDocument(page, request, context.url) };
    },
  };
}
