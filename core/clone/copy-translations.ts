// Translations of a copy: the visible ones of the original, except one in the language of the copy (D153, D166), without the
// fields that the caller may not write (D579).
import { refusal } from '../access/authorization.ts';
import type { RequestContext } from '../context.ts';
import { changeRow, recordChanges } from '../store/history/changes.ts';
import type { ObjectDocument, Store, TranslationRow } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { unwritableAttributes } from '../objects/visibility/attribute-permissions.ts';
import type { ObjectRecord } from '../objects/object-record.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { viewOf } from '../objects/changes/lock-objects.ts';
import { languageOf } from '../objects/translations/languages.ts';
import { translationText, translationKind } from '../objects/translations/translation-kind.ts';

const TRANSLATIONS = 'translations';

/** A translation of the copy, with a new id. */
export type NewTranslation = Pick<TranslationRow, '_id' | 'lang' | 'status' | 'translated_fields' | 'search'>;

/** @throws ApiError authentication_required, forbidden */
export function assertMayTranslate({ access, caller }: RequestContext): void {
  if (access.grant(TRANSLATIONS, 'write') === 'none') {
    throw refusal(caller, 'Your roles do not allow this operation.');
  }
}

export async function translationsToCopy(
  services: ObjectServices,
  { original, copy }: { original: ObjectRecord; copy: ObjectDocument },
  context: RequestContext,
): Promise<NewTranslation[]> {
  const { store } = services;
  const seen = translationKind(services).scope(context);
  if (!seen) return [];
  const rows = await store.translations
    .find({ $and: [seen, { object_id: original.document._id }] })
    .sort({ _id: 1 })
    .toArray();
  const { type } = original;
  const kept = unwritableAttributes(type, context);
  const copied = (fields: TranslationRow['translated_fields']): TranslationRow['translated_fields'] =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !kept.has(name)));
  const language = languageOf(copy.lang);
  const others = rows.filter(({ lang }) => lang !== language);
  return Promise.all(
    others.map(async ({ lang, status, ...row }) => {
      const translated_fields = copied(row.translated_fields);
      const search = translationText(type, translated_fields);
      return { _id: await store.sequences.next('objects'), lang, status, translated_fields, search };
    }),
  );
}

export async function writeTranslations(
  store: Store,
  translations: readonly NewTranslation[],
  { document, at, context }: { document: ObjectDocument; at: Date; context: RequestContext },
  transaction: Transaction,
): Promise<void> {
  if (translations.length === 0) return;
  const { userId } = context.caller;
  const rows = translations.map((translation): TranslationRow => ({
    ...translation,
    object_id: document._id,
    trashed: false,
    created: at,
    modified: at,
    created_by: userId,
    modified_by: userId,
    revision: 1,
    object: viewOf(document),
  }));
  await store.translations.insertMany(rows, { session: transaction });
  const changes = translations.map(({ _id, lang, status, translated_fields }) => {
    const changed = { object_id: document._id, lang, status, translated_fields };
    const view = status === 'on' ? document : { ...document, status };
    return changeRow({ type: TRANSLATIONS, id: _id, action: 'create', changed, at, view }, context);
  });
  recordChanges(changes, transaction);
}
