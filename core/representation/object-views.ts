// Views of objects: of any type, folders, users; alone, in lists, and as what others are related to.
import type { Resource } from '../format/jsonapi/documents.ts';
import type { PageEnds } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import type { ObjectPage } from '../objects/list-objects.ts';
import { objectItem, type ObjectRecord } from '../objects/object-record.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../objects/object-services.ts';
import type { ItemPage } from './answers.ts';
import { itemView } from './item-views.ts';
import type { IdentifierOf, ResourceView } from './resource-view.ts';

/** The types that the description has schemas of their own for; all others are `TypedObjects`. */
const DESCRIBED_TYPES = { TypedObjects: undefined, Folders: 'folders', Users: 'users' } as const;

export type ObjectName = keyof typeof DESCRIBED_TYPES;

interface ObjectViewOptions {
  /** Types that the objects may be of, where a page may be empty; those that they have, otherwise. */
  types?: readonly ResolvedType[];
  /** Only base attributes and custom ones with a value, as in lists over several types. */
  baseOnly?: boolean | undefined;
  /** What an object adds to its `meta` in this answer, by id. */
  metaOf?(id: number): Readonly<Record<string, unknown>> | undefined;
}

/**
 * What others decide about an object: labels, permissions of folders above, files, paths, relations of its type. All of a user:
 * signing in leaves the revision alone, and what is shown depends on the caller.
 */
function unversioned(resource: Resource): unknown {
  if (resource.type === DESCRIBED_TYPES.Users) return resource;
  const { attributes, meta, relationships = {} } = resource;
  return [
    attributes['categories'],
    attributes['tags'],
    meta['perms'],
    meta['path'],
    meta['extra'],
    Object.keys(relationships),
  ];
}

/** Objects as one of the described types. @throws Error for an object of another type */
export function objectView<Name extends ObjectName>(
  services: ObjectServices,
  name: Name,
  { types, baseOnly, metaOf }: ObjectViewOptions = {},
): ResourceView<ObjectRecord, Name> {
  const described = DESCRIBED_TYPES[name];
  const toRelated = (found: ObjectRecord) => {
    const item = objectItem(found);
    if (described && item.type !== described) throw new Error(`${item.type} ${item.id} is none of ${name}`);
    return item;
  };
  return itemView<ObjectRecord, Name>(services, {
    identify: ({ type, document }) => ({ id: String(document._id), type: type.name }) as IdentifierOf<Name>,
    revision: ({ document }) => document.revision,
    toRelated,
    typesOf: (items) => (types ?? items.map(({ type }) => type)).map((type) => type.name),
    baseOnly,
    ...(metaOf && { metaOf }),
    unversioned,
  });
}

/** What lists of objects give besides the objects. */
interface ListedObjects extends PageEnds, Pick<ObjectPage, 'found' | 'distances'> {
  /** Of several types. */
  mixed?: boolean;
  /** `meta.relation` by object id: how each is related to what the request is about. */
  relation?: ReadonlyMap<number, object>;
  available?: string | undefined;
}

export interface ObjectsToAnswer<Name extends ObjectName> extends ItemPage<ObjectRecord> {
  view: ResourceView<ObjectRecord, Name>;
}

/** A page of objects with the view that shows them. @param types those that the objects may be of */
export function objectPage<Name extends ObjectName>(
  services: ObjectServices,
  { name, types }: { name: Name; types: readonly ResolvedType[] },
  { found, mixed, distances, relation, available, count, hasNext, cursors }: ListedObjects,
): ObjectsToAnswer<Name> {
  const metaOf = (id: number) => {
    const distance = distances?.get(id);
    const related = relation?.get(id);
    return {
      ...(distance !== undefined && { extra: { distance } }),
      ...(related && { relation: related }),
    };
  };
  const isPlain = distances === undefined && relation === undefined;
  const view = objectView(services, name, { types, baseOnly: mixed, ...(!isPlain && { metaOf }) });
  return { view, items: found, available, count, hasNext, cursors };
}

/** The types that a page of the endpoint of a type may have objects of. @throws ApiError not_found */
export const typesOfEndpoint = (services: ObjectServices, typeName: string): ResolvedType[] =>
  concreteTypesOf(services, requireType(services, typeName));

/** Identifiers with `meta.relation`; undefined for an object that is not related any more. */
export const linkOf =
  <Relation extends object>(relation: ReadonlyMap<number, Relation>) =>
  ({ type, document }: ObjectRecord) => {
    const related = relation.get(document._id);
    return related && { id: String(document._id), type: type.name, meta: { relation: related } };
  };
