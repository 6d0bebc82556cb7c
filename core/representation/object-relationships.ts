// The loaders of `include` for objects and what belongs to them (D8): one read for all objects of a level, and one for each type
// among the found objects. relationship-names.ts has the names that resources list.
import { accountRelations } from '../accounts/roles/account-relations.ts';
import type { RequestContext } from '../context.ts';
import { streamsRelationship } from '../files/streams/object-streams.ts';
import { hydrateObjects } from '../objects/lists/hydrate-objects.ts';
import {
  isObjectItem,
  objectItem,
  type ObjectRecord,
  type ObjectRelationship,
  type Related,
} from '../objects/object-record.ts';
import { contentTypes, requireType, type ObjectServices } from '../objects/object-services.ts';
import { hasStreams, STREAMS } from '../objects/owned-files.ts';
import { changeUserRelationship, objectUserRelationships } from '../objects/relations/object-users.ts';
import { relationRelationships } from '../objects/relations/relation-loaders.ts';
import { relationshipsOf } from '../objects/relationship-names.ts';
import { translationKind } from '../objects/translations/translation-kind.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { VERSIONS } from '../objects/versions/version-resource.ts';
import { findVisibleByIds, findVisibleDocuments } from '../objects/visibility/visible-documents.ts';
import { visibleOwnerFilter, visibleTypes } from '../objects/visibility/visibility.ts';
import { underTimeLimit } from '../query/page.ts';
import { MAX_INCLUDED, relationLookup, type RelationLookup } from '../resources/include.ts';
import type { TranslationRow } from '../store/store.ts';
import { groupBy } from '../values.ts';

type Load = ObjectRelationship['load'];

const WITH_OBJECT: ReadonlySet<string> = new Set(['translations', 'annotations', 'streams']);

/** In the order of their languages. @param lang restricts them to one language */
function loadTranslations(services: ObjectServices, context: RequestContext, lang: string | undefined): Load {
  const { store, queryTimeLimit } = services;
  const kind = translationKind(services);
  return async (objects) => {
    const own = kind.scope(context);
    if (!own) return new Map();
    const filter = { ...own, object_id: { $in: objects.map(({ id }) => Number(id)) }, ...(lang && { lang }) };
    // One batch of the cursor, so that it is one command.
    const limits = { maxTimeMS: queryTimeLimit, limit: MAX_INCLUDED + 1, batchSize: MAX_INCLUDED + 2 };
    const found = store.translations.find(filter, limits).sort({ object_id: 1, lang: 1 });
    const byObject = groupBy(await underTimeLimit(found.toArray()), (row) => String(row.object_id));
    const toResource = (row: TranslationRow) => kind.resources.toResource(row, context);
    return new Map([...byObject].map(([id, rows]) => [id, rows.map(toResource)]));
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

function attachedRelationships(
  services: ObjectServices,
  context: RequestContext,
  lang: string | undefined,
): (type: string, name: string) => ObjectRelationship | undefined {
  const { types } = services.modelService.current();
  const content = contentTypes(services).map(({ name }) => name);
  const load = loadTranslations(services, context, lang?.toLowerCase());
  const translations = { toMany: true, load, types: ['translations'] };
  const object = { toMany: false, load: loadObjects(services, context), types: content };
  return (type, name) => {
    if (WITH_OBJECT.has(type)) return name === 'object' ? object : undefined;
    return name === 'translations' && types.get(type)?.row.is_translatable ? translations : undefined;
  };
}

const parentsOf = ({ document }: ObjectRecord): readonly number[] => document.parents ?? [];

function placeRelationships(
  services: ObjectServices,
  context: RequestContext,
): Readonly<Record<string, ObjectRelationship>> {
  async function loadParents(items: readonly Related[]): Promise<Map<string, Related[]>> {
    const type = requireType(services, FOLDERS);
    const objects = items.filter(isObjectItem).map(({ found }) => found);
    const ids = [...new Set(objects.flatMap(parentsOf))];
    const condition = { _id: { $in: ids } };
    const documents = ids.length === 0 ? [] : await findVisibleDocuments(services, { type, condition }, context);
    const folders = new Map(documents.map((document) => [document._id, objectItem({ type, document })]));
    return new Map(
      objects.map((object) => [String(object.document._id), parentsOf(object).flatMap((id) => folders.get(id) ?? [])]),
    );
  }

  async function loadChildren(items: readonly Related[]): Promise<Map<string, Related[]>> {
    const { store, clock, queryTimeLimit } = services;
    const seen = visibleOwnerFilter(visibleTypes(contentTypes(services), context, clock.now()));
    const filter = { $and: [{ parent_id: { $in: items.map(({ id }) => Number(id)) } }, seen] };
    const cursor = store.trees.find(filter, { maxTimeMS: queryTimeLimit }).sort({ parent_id: 1, key: 1 });
    const rows = await underTimeLimit(cursor.limit(MAX_INCLUDED + 1).toArray());
    const references = new Map(rows.map((row) => [row.object_id, { _id: row.object_id, type: row.object.type }]));
    const found = await hydrateObjects(services, [...references.values()]);
    const children = new Map(found.map((each) => [each.document._id, objectItem(each)]));
    const related = new Map<string, Related[]>(items.map(({ id }) => [id, []]));
    for (const row of rows) {
      const child = children.get(row.object_id);
      if (child) related.get(String(row.parent_id))?.push(child);
    }
    return related;
  }

  return {
    parents: { toMany: true, load: loadParents, types: [FOLDERS] },
    parent: { toMany: false, load: loadParents, types: [FOLDERS] },
    children: { toMany: true, load: loadChildren },
  };
}

/**
 * Relationships of resources by type and name, for `include`; types share their loaders.
 * @param lang language of the translations; all by default
 */
export function objectRelationships(
  services: ObjectServices,
  context: RequestContext,
  lang?: string,
): RelationLookup<Related> {
  const { types } = services.modelService.current();
  const ofRelations = relationRelationships(services, context);
  const ofUsers = objectUserRelationships(services, context);
  const accounts = relationLookup(accountRelations(services, context));
  const places = placeRelationships(services, context);
  const streams = streamsRelationship(services, context);
  const changeUser = changeUserRelationship(services, context);
  const attached = attachedRelationships(services, context, lang);
  return (typeName, name) => {
    const ofAccounts = accounts(typeName, name);
    if (ofAccounts) return ofAccounts;
    if (typeName === 'history' || typeName === VERSIONS) return name === 'user' ? changeUser : undefined;
    const type = types.get(typeName);
    if (!type) return attached(typeName, name);
    const found = ofRelations(type, name) ?? ofUsers(type, name);
    if (found) return found;
    if (name === STREAMS && hasStreams(type)) return streams;
    if (Object.hasOwn(places, name) && Object.hasOwn(relationshipsOf(type), name)) return places[name];
    return attached(typeName, name);
  };
}
