// Translations of a copy: those of the original that the caller sees (D166).
import { refusal } from '../../accounts/authorization.ts';
import type { RequestContext } from '../../context.ts';
import { changeRow } from '../../store/changes.ts';
import type { ObjectDocument, Store, TranslationRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import { viewOf } from '../touch-objects.ts';
import { visibilityFor } from '../visibility.ts';

const TRANSLATIONS = 'translations';

/** A translation of the copy, with an id of its own. */
export type NewTranslation = Pick<TranslationRow, '_id' | 'lang' | 'status' | 'translated_fields'>;

/** @throws ApiError authentication_required, forbidden */
export function assertMayTranslate({ access, caller }: RequestContext): void {
  if (access.grant(TRANSLATIONS, 'write') === 'none') {
    throw refusal(caller, 'Your roles do not allow this operation.');
  }
}

// MERGE (part C): what decides who sees a translation should be asked of core/objects/translations.
export async function translationsToCopy(
  { store, clock }: ObjectServices,
  { document }: FoundObject,
  context: RequestContext,
): Promise<NewTranslation[]> {
  const visibility = visibilityFor({ name: TRANSLATIONS, row: { table: '' } }, context, clock.now());
  if (!visibility) return [];
  const { statuses, onlyOwn, allOwn, userId } = visibility;
  const rows = await store.translations.find({ object_id: document._id, trashed: false }).sort({ _id: 1 }).toArray();
  const seen = rows.filter((row) => {
    const isOwn = row.created_by === userId;
    return (!onlyOwn || isOwn) && (!statuses || statuses.includes(row.status) || (allOwn && isOwn));
  });
  return Promise.all(
    seen.map(async ({ lang, status, translated_fields }) => ({
      _id: await store.sequences.next('objects'),
      lang,
      status,
      translated_fields,
    })),
  );
}

export async function writeTranslations(
  store: Store,
  translations: readonly NewTranslation[],
  { document, at, context }: { document: ObjectDocument; at: Date; context: RequestContext },
  session: Transaction,
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
  await store.translations.insertMany(rows, { session });
  const changes = translations.map(({ _id, lang, status, translated_fields }) => {
    const changed = { object_id: document._id, lang, status, translated_fields };
    return changeRow({ type: TRANSLATIONS, id: _id, action: 'create', changed, at }, context);
  });
  await store.changes.insertMany(changes, { session });
}
