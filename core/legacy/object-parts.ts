// Parts of a legacy object beyond its resource: translations, numbers of children, relations with embedded objects, ids
// of categories. Each is read once for all objects of a response (service.md 4.3, D564, D566).
import type { RequestContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import type { LegacyQuery } from '../format/legacy/list-query.ts';
import type { LegacyChildren } from '../format/legacy/object.ts';
import { objectItem, type ObjectRecord } from '../objects/object-record.ts';
import { hydrateObjects } from '../objects/lists/hydrate-objects.ts';
import type { CategoryLink } from '../store/store.ts';
import { concreteTypesOf, requireType } from '../objects/object-services.ts';
import { readRelated, type RelatedCount } from '../objects/relations/count-related.ts';
import { viewer } from '../objects/visibility/shown-attributes.ts';
import { shownFields, translationKind } from '../objects/translations/translation-kind.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { visibleOwnerFilter, visibleTypes } from '../objects/visibility/visibility.ts';
import { readAll, underTimeLimit } from '../query/page.ts';
import { keyOf, MAX_INCLUDED } from '../resources/include.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { TranslationRow } from '../store/store.ts';
import { categoriesById } from '../taxonomy/categories.ts';
import type { LegacyServices } from './publication.ts';

type Fields = Readonly<Record<string, unknown>>;

type Objects = readonly ObjectRecord[];

/** Published translations by object id and language. @throws ApiError query_too_expensive */
export async function readTranslations(
  { objects }: LegacyServices,
  found: Objects,
  context: RequestContext,
): Promise<Map<number, Map<string, Fields>>> {
  const translations = new Map<number, Map<string, Fields>>();
  const visible = translationKind(objects).scope(context);
  const translatable = found.filter(({ type }) => type.row.is_translatable);
  if (!visible || translatable.length === 0) return translations;
  const types = new Map(translatable.map(({ type, document }) => [document._id, type]));
  const filter = { $and: [{ object_id: { $in: [...types.keys()] }, status: 'on' as const }, visible] };
  type Row = Pick<TranslationRow, 'object_id' | 'lang' | 'translated_fields'>;
  const projection = { _id: 0, object_id: 1, lang: 1, translated_fields: 1 };
  const options = { projection, maxTimeMS: objects.queryTimeLimit };
  const rows = objects.store.translations.find<Row>(filter, options).sort({ object_id: 1, lang: 1 });
  for (const { object_id: id, lang, translated_fields: fields } of await readAll(rows)) {
    const ofObject = translations.get(id) ?? new Map<string, Fields>();
    translations.set(id, ofObject.set(lang, unescapeKeys(shownFields(types.get(id), fields, viewer(context.caller)))));
  }
  return translations;
}

interface ChildCount {
  _id: { parent: number; isSection: boolean };
  count: number;
}

const link = (count: number, url: string) => ({ count, url });

/** For each section the numbers of its children, as a function of its own URL. @throws ApiError query_too_expensive */
export async function countChildren(
  { objects }: LegacyServices,
  found: Objects,
  context: RequestContext,
): Promise<Map<number, (own: string) => LegacyChildren>> {
  const sections = found.filter(({ type }) => type.name === FOLDERS).map(({ document }) => document._id);
  if (sections.length === 0) return new Map();
  const { store, clock, queryTimeLimit: maxTimeMS } = objects;
  const types = concreteTypesOf(objects, requireType(objects, 'objects'));
  const visible = visibleOwnerFilter(visibleTypes(types, context, clock.now()));
  const group = { parent: '$parent_id', isSection: { $eq: ['$object.type', FOLDERS] } };
  const stages = [
    { $match: { $and: [{ parent_id: { $in: sections } }, visible] } },
    { $group: { _id: group, count: { $sum: 1 } } },
  ];
  const rows = await underTimeLimit(store.trees.aggregate<ChildCount>(stages, { maxTimeMS }).toArray());
  const counts = new Map(rows.map(({ _id, count }) => [`${_id.parent}/${_id.isSection}`, count]));
  return new Map(
    sections.map((id) => {
      const [inside, contents] = [counts.get(`${id}/true`) ?? 0, counts.get(`${id}/false`) ?? 0];
      const children = (own: string): LegacyChildren => ({
        ...link(inside + contents, `${own}/children`),
        contents: link(contents, `${own}/contents`),
        sections: link(inside, `${own}/sections`),
      });
      return [id, children];
    }),
  );
}

export type Embed = LegacyQuery['embed'];

export interface RelationsOfObjects {
  /** By object id and name. */
  counts: ReadonlyMap<number, Readonly<Record<string, RelatedCount>>>;
  /** All objects to embed, each once. */
  embedded: Objects;
}

/** @throws ApiError invalid_parameter for a relation that no type has (D47) */
export function assertKnownRelations({ objects }: LegacyServices, embed: Embed): void {
  const types = [...objects.modelService.current().types.values()];
  for (const name of embed.keys()) {
    if (types.some(({ sides }) => sides.has(name))) continue;
    throw invalidParameter('embed[relations]', `There is no relation "${name.slice(0, 100)}".`);
  }
}

/**
 * Numbers of related objects by relation, and the first ones to embed.
 * @throws ApiError invalid_parameter for too many objects to embed, query_too_expensive
 */
export async function readRelations(
  { objects }: LegacyServices,
  { found, embed }: { found: Objects; embed: Embed },
  context: RequestContext,
): Promise<RelationsOfObjects> {
  const items = found.map(objectItem);
  const related = await readRelated(objects, items, { count: 'all', first: embed }, context);
  const rows = new Map(
    [...related.values()]
      .flatMap((ofObject) => Object.values(ofObject))
      .flatMap(({ first }) => first)
      .map((row) => [row._id, row]),
  );
  if (rows.size > MAX_INCLUDED) {
    throw invalidParameter('embed[relations]', `More than ${MAX_INCLUDED} objects would be embedded.`);
  }
  const counts = new Map(items.map((item) => [item.found.document._id, related.get(keyOf(item)) ?? {}]));
  return { counts, embedded: rows.size === 0 ? [] : await hydrateObjects(objects, [...rows.values()]) };
}

const categoriesOf = ({ document }: ObjectRecord): readonly CategoryLink[] => document.categories ?? [];

/** For each object the ids of its categories by name. */
export async function readCategoryIds(
  { objects: { store } }: LegacyServices,
  found: Objects,
): Promise<(object: ObjectRecord) => ReadonlyMap<string, number>> {
  const ids = [...new Set(found.flatMap((object) => categoriesOf(object).map(({ id }) => id)))];
  const categories = ids.length === 0 ? undefined : await categoriesById(store, ids);
  return (object) =>
    new Map(
      categoriesOf(object).flatMap(({ id }) => {
        const category = categories?.get(id);
        return category ? [[category.name, id] as const] : [];
      }),
    );
}
