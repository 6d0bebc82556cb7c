// `include` of translations, and of the objects of translations, annotations and streams (D8): one read for all objects of a
// level, and one for each type of the objects.
import type { RequestContext } from '../context.ts';
import { MAX_INCLUDED } from '../resources/include.ts';
import { underTimeLimit } from '../query/page.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../objects/object-services.ts';
import { objectItem, type ObjectRelationship, type Related } from '../objects/object-record.ts';
import { translationKind } from '../objects/translations/translation-kind.ts';
import { findVisibleByIds } from '../objects/visibility/visible-documents.ts';

type Load = ObjectRelationship['load'];

/** Types of resources that belong to an object. */
const WITH_OBJECT: ReadonlySet<string> = new Set(['translations', 'annotations', 'streams']);

/** In the order of their languages. @param lang restricts them to one language */
function loadTranslations(services: ObjectServices, context: RequestContext, lang: string | undefined): Load {
  const { store, queryTimeLimit } = services;
  const kind = translationKind(services);
  return async (objects) => {
    const related = new Map<string, Related[]>();
    const own = kind.scope(context);
    if (!own) return related;
    const filter = { ...own, object_id: { $in: objects.map(({ id }) => Number(id)) }, ...(lang && { lang }) };
    // One batch of the cursor, so that it is one command.
    const limits = { maxTimeMS: queryTimeLimit, limit: MAX_INCLUDED + 1, batchSize: MAX_INCLUDED + 2 };
    const rows = await underTimeLimit(
      store.translations.find(filter, limits).sort({ object_id: 1, lang: 1 }).toArray(),
    );
    for (const row of rows) {
      const id = String(row.object_id);
      related.set(id, [...(related.get(id) ?? []), kind.resources.toResource(row, context)]);
    }
    return related;
  };
}

/** The linkage of a stream has it; none is -1. */
function objectIdOf(item: Related): number {
  if (!('attributes' in item)) return -1;
  const [linked] = [item.linkage?.['object']?.data ?? []].flat();
  return Number(item.attributes['object_id'] ?? linked?.id ?? -1);
}

function loadObjects(services: ObjectServices, context: RequestContext): Load {
  return async (items) => {
    const requested = [...new Set(items.map(objectIdOf))];
    const types = [...services.modelService.current().types.values()].filter(({ served }) => served);
    const objects = await findVisibleByIds(services, { types, ids: requested }, context);
    const found = new Map(objects.map((each) => [String(each.document._id), objectItem(each)]));
    return new Map(items.map((item) => [item.id, [found.get(String(objectIdOf(item))) ?? []].flat()]));
  };
}

/** Relationships by type and name; all types share the loaders. */
export function attachedRelationships(
  services: ObjectServices,
  context: RequestContext,
  lang: string | undefined,
): (type: string, name: string) => ObjectRelationship | undefined {
  const { types } = services.modelService.current();
  const content = concreteTypesOf(services, requireType(services, 'objects')).map(({ name }) => name);
  const translations = {
    toMany: true,
    load: loadTranslations(services, context, lang?.toLowerCase()),
    types: ['translations'],
  };
  const object = { toMany: false, load: loadObjects(services, context), types: content };
  return (type, name) => {
    if (WITH_OBJECT.has(type)) return name === 'object' ? object : undefined;
    return name === 'translations' && types.get(type)?.row.is_translatable ? translations : undefined;
  };
}
