// Translations of objects (service.md 4.9).
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { findOwned, listOwned, trashOwned } from '../../core/objects/owned/owned-rows.ts';
import { objectOfRow } from '../../core/objects/owned/object-of-row.ts';
import { findTranslated, translationKind } from '../../core/objects/translations/translation-kind.ts';
import { createTranslation, updateTranslation } from '../../core/objects/translations/write-translations.ts';
import { answerChanged, answerNew, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectView } from '../../core/representation/object-views.ts';
import { ownedView } from '../../core/representation/owned-views.ts';
import { relatedToMany, relatedToOwner } from '../../core/representation/related.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export function translationHandlers({ objects, config }: Services) {
  const kind = translationKind(objects);
  const view = ownedView(objects, kind);
  const object = relatedToOwner(
    objectView(objects, 'TypedObjects'),
    async (params: { translation_id: string }, context) =>
      objectOfRow(objects, await findOwned(objects, kind, params.translation_id, context), context),
  );
  const ofObject = relatedToMany(config, async (params: HandlerInput<'getTypedObject'>['params'], request, context) => {
    const { document } = await findTranslated(objects, params, context);
    const page = await listOwned(objects, { kind, scope: { object_id: document._id } }, request, context);
    return { view, ...page };
  });

  return {
    listTranslations: async ({ query, context }) => {
      const request = readListRequest(query, context, config);
      return answerPage(view, await listOwned(objects, { kind }, request, context), request, context);
    },
    createTranslation: async ({ body, context }) =>
      answerNew(view, await createTranslation(objects, body, context), context),
    getTranslation: async ({ params, query, context }) => {
      const request = parseReadRequest(query);
      const row = await findOwned(objects, kind, params.translation_id, context);
      return answerOne(view, row, request, context);
    },
    updateTranslation: async ({ params, body, context }) =>
      answerChanged(view, await updateTranslation(objects, params.translation_id, body, context), context),
    deleteTranslation: ({ params, context }) => noContent(trashOwned(objects, kind, params.translation_id, context)),
    getTranslationObject: object.resource,
    getTranslationObjectLink: object.identifier,
    listTypedObjectTranslations: ofObject.resources,
    listTypedObjectTranslationLinks: ofObject.identifiers,
  } satisfies Partial<Handlers>;
}
