// Translations of the objects of a legacy answer (reference/legacy.md 4.4).
import type { RequestContext } from '../context.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { shownFields, translationKind } from '../objects/translations/translation-kind.ts';
import { readAll } from '../query/page.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { TranslationRow } from '../store/store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Translated fields by object id and language, those that are published: one read for all objects. */
export async function translationsOf(
  services: ObjectServices,
  found: readonly FoundObject[],
  context: RequestContext,
): Promise<Map<number, Map<string, Fields>>> {
  const translations = new Map<number, Map<string, Fields>>();
  const seen = translationKind(services).scope(context);
  const ids = found.filter(({ type }) => type.row.is_translatable).map(({ document }) => document._id);
  if (!seen || ids.length === 0) return translations;
  const projection = { _id: 0, object_id: 1, lang: 1, translated_fields: 1 };
  const types = new Map(found.map(({ type, document }) => [document._id, type]));
  const rows = await readAll(
    services.store.translations
      .find<Pick<TranslationRow, 'object_id' | 'lang' | 'translated_fields'>>(
        { $and: [{ object_id: { $in: ids }, status: 'on' }, seen] },
        { projection, maxTimeMS: services.queryTimeLimit },
      )
      .sort({ object_id: 1, lang: 1 }),
  );
  for (const { object_id: id, lang, translated_fields: fields } of rows) {
    const ofObject = translations.get(id) ?? new Map<string, Fields>();
    translations.set(id, ofObject.set(lang, unescapeKeys(shownFields(types.get(id), fields))));
  }
  return translations;
}
