// Translations and annotations in the trash, as resources (D29).
import type { Resource } from '../../format/jsonapi/documents.ts';
import type { ObjectServices } from '../object-services.ts';
import { annotationKind } from '../annotations/annotation-kind.ts';
import { translationKind } from '../translations/translation-kind.ts';
import type { TrashedKind, TrashedName } from './trash-services.ts';
import type { OwnedKind, OwnedRow } from '../owned/owned-kind.ts';
import { purgeOwned, restoreOwned } from '../owned/owned-rows.ts';
import { withRowType } from '../../store/untyped-collection.ts';

const trashedKind = <Row extends OwnedRow, Name extends TrashedName>(
  type: string,
  kindOf: (services: ObjectServices) => OwnedKind<Row, Name>,
): TrashedKind => ({
  type,
  async find(services, ids, context) {
    const { collection, toResource } = kindOf(services).resources;
    const filter = { _id: { $in: [...ids] }, trashed: true };
    const rows = await withRowType(collection).find<Row>(filter).toArray();
    return rows.map((row) => {
      const { relationships: _relationships, ...resource }: Resource<TrashedName> = toResource(row, context);
      return { ...resource, path: `/trash/${row._id}` };
    });
  },
  restore: (services, id, context) => restoreOwned(services, kindOf(services), id, context),
  purge: (services, id, context) => purgeOwned(services, kindOf(services), id, context),
});

export const trashedTranslations = trashedKind('translations', translationKind);
export const trashedAnnotations = trashedKind('annotations', annotationKind);
