// Creating and changing translations (service.md 4.9, D29, D56).
import type { RequestContext } from '../../context.ts';
import { invalidData } from '../../errors.ts';
import { knownAttributes, readCreate, readUpdate, type ResourceBody } from '../../format/jsonapi/resource-input.ts';
import type { ResolvedType } from '../../model/model.ts';
import { contentLanguages } from '../../settings.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { ObjectDocument, TranslationRow } from '../../store/store.ts';
import { changeOwned, findOwned } from '../owned/owned-rows.ts';
import { addToObject, assertSameObject, findNamedObject, objectOfRow, withObjectId } from '../owned/object-of-row.ts';
import { assertMayWriteAttributes } from '../visibility/attribute-permissions.ts';
import { isSameValue } from '../changes/change-values.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { viewer } from '../visibility/shown-attributes.ts';
import { statusLevel } from '../visibility/visibility.ts';
import { assertStatusLevel } from '../writing/write-objects.ts';
import { LANGUAGE_CODES, languageOf } from './languages.ts';
import { keptFields, shownFields, translationText, translationKind } from './translation-kind.ts';
import { POINTER, readTranslatedFields } from './translated-fields.ts';

export type TranslationInput = Partial<Pick<TranslationRow, 'lang' | 'status' | 'translated_fields'>> & {
  object_id?: number | string;
};

const FIELDS = ['object_id', 'lang', 'status', 'translated_fields'] as const;

/** @throws ApiError invalid_data */
function assertLanguage(lang: string, document: ObjectDocument, context: RequestContext): void {
  const wrong = (detail: string) => invalidData('/data/attributes/lang', detail);
  if (!LANGUAGE_CODES.has(lang)) throw wrong(`[lang.languageTag]: "${lang.slice(0, 20)}" is not a code of ISO 639-1.`);
  const languages = contentLanguages(context);
  if (languages && ![...languages].some((tag) => languageOf(tag) === lang)) {
    throw wrong(`[lang.languageTag]: Invalid language tag "${lang}"`);
  }
  if (languageOf(document.lang) === lang) throw wrong(`[lang.original]: The object itself is in "${lang}".`);
}

function assertTranslatable({ name, row }: ResolvedType): void {
  const detail = `[object_id.translatable]: Objects of type ${name} have no translations.`;
  if (!row.is_translatable) throw invalidData('/data/attributes/object_id', detail);
}

/** @throws ApiError invalid_data, already_exists, forbidden, type_conflict, client_id_forbidden */
export async function createTranslation(
  services: ObjectServices,
  body: ResourceBody<TranslationInput>,
  context: RequestContext,
): Promise<TranslationRow> {
  const { resources } = translationKind(services);
  const input = withObjectId(knownAttributes(readCreate(body, 'translations'), FIELDS));
  const { object_id: objectId = 0, lang = '', translated_fields: given = {} } = input;
  const found = await findNamedObject(services, objectId, context);
  assertSameObject(body, found);
  assertWritable(found, context);
  assertTranslatable(found.type);
  const { status = statusLevel(context)?.length === 1 ? ('on' as const) : ('draft' as const) } = input;
  assertStatusLevel({ status }, context);
  assertLanguage(lang, found.document, context);
  assertMayWriteAttributes(found.type, Object.keys(given), context, POINTER);
  const fields = readTranslatedFields(services, found.type, given);
  const { userId } = context.caller;
  const own = { lang, status, translated_fields: fields, created_by: userId, modified_by: userId };
  const search = translationText(found.type, fields);
  return addToObject(services, { found, resources }, context, (common, document) => {
    assertWritable({ type: found.type, document }, context);
    assertLanguage(lang, document, context);
    return { ...common, ...own, search };
  });
}

/** `translated_fields` are replaced as a whole. @throws ApiError not_found, invalid_data, already_exists, forbidden, precondition_failed … */
export async function updateTranslation(
  services: ObjectServices,
  id: string,
  body: ResourceBody<TranslationInput>,
  context: RequestContext,
): Promise<TranslationRow> {
  const kind = translationKind(services);
  const seen = await findOwned(services, kind, id, context);
  const input = withObjectId(knownAttributes(readUpdate(body, 'translations', seen._id), FIELDS));
  const { type, document } = await objectOfRow(services, seen, context);
  await kind.assertMayChange(services, seen, context);
  if (input.object_id !== undefined && input.object_id !== seen.object_id) {
    const detail = '[object_id.immutable]: A translation cannot be moved to another object.';
    throw invalidData('/data/attributes/object_id', detail);
  }
  assertSameObject(body, { type, document });
  if (input.status !== undefined && input.status !== seen.status) assertStatusLevel({ status: input.status }, context);
  if (input.lang !== undefined && input.lang !== seen.lang) assertLanguage(input.lang, document, context);
  if (input.translated_fields) {
    const { translated_fields: stored } = seen;
    const { translated_fields: given } = input;
    const shown = unescapeKeys(shownFields(type, stored, viewer(context.caller)));
    // A value may be sent back unchanged.
    const differing = Object.keys(given).filter(
      (name) => !(Object.hasOwn(shown, name) && isSameValue(given[name], shown[name])),
    );
    assertMayWriteAttributes(type, differing, context, POINTER);
    const fields = isSameValue(given, shown) ? stored : readTranslatedFields(services, type, given);
    // Fields that the caller does not see, or may not write, are kept.
    input.translated_fields = { ...keptFields(type, stored, context.caller), ...fields };
  }
  const search = input.translated_fields && translationText(type, input.translated_fields);
  return changeOwned(services, kind, { id: seen._id, input, search }, context);
}
