// Views of objects: of any type, folders, users; single ones, lists, and related ones.
import type { Resource } from '../format/jsonapi/documents.ts';
import type { PageEnds } from '../list-request.ts';
import type { ResolvedType } from '../model/model.ts';
import type { ObjectPage } from '../objects/lists/list-objects.ts';
import { objectItem, type ObjectRecord } from '../objects/object-record.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../objects/object-services.ts';
import type { ItemPage } from './responses.ts';
import { itemView } from './item-views.ts';
import type { IdentifierOf, ResourceView } from './resource-view.ts';

/** The types with separate schemas in the description; all others are `TypedObjects`. */
const DESCRIBED_TYPES = { TypedObjects: undefined, Folders: 'folders', Users: 'users' } as const;

export type ObjectName = keyof typeof DESCRIBED_TYPES;

interface ObjectViewOptions {
  /** Possible types of the objects, if a page may be empty; by default those of the objects. */
  types?: readonly ResolvedType[];
  /** Only base attributes and custom ones with a value, as in lists of several types. */
  baseOnly?: boolean | undefined;
  /** Additions to the `meta` of an object in this response, by id. */
  metaOf?(id: number): Readonly<Record<string, unknown>> | undefined;
}

/**
 * The parts of an object's representation that depend on other rows. For a user the whole: a sign-in does not raise the revision,
 * and the representation depends on the caller.
 */
function unversioned(resource: Resource, isForRoles: boolean): readonly unknown[] | undefined {
  if (resource.type === DESCRIBED_TYPES.Users) return undefined;
  const { attributes, meta, relationships = {} } = resource;
  return [
    // Callers with other roles see other attributes (D578).
    ...(isForRoles ? [Object.keys(attributes), Object.keys(meta)] : []),
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
  const hasAttributeRoles = (typeName: string): boolean =>
    (services.modelService.current().types.get(typeName)?.attributeRoles.size ?? 0) > 0;
  return itemView<ObjectRecord, Name>(services, {
    // cast: the types of objects are those of the model, unknown to the compiler
    identify: ({ type, document }) => ({ id: String(document._id), type: type.name }) as IdentifierOf<Name>,
    revision: ({ document }) => document.revision,
    toRelated,
    typesOf: (items) => (types ?? items.map(({ type }) => type)).map((type) => type.name),
    baseOnly,
    ...(metaOf && { metaOf }),
    unversioned: (resource) => unversioned(resource, hasAttributeRoles(resource.type)),
  });
}

interface ListedObjects extends PageEnds, Pick<ObjectPage, 'found' | 'distances'> {
  mixed?: boolean;
  /** `meta.relation` by object id: the relation of each to the object of the request. */
  relation?: ReadonlyMap<number, object>;
  available?: string | undefined;
}

export interface ObjectsToResponse<Name extends ObjectName> extends ItemPage<ObjectRecord> {
  view: ResourceView<ObjectRecord, Name>;
}

/** A page of objects with their view. @param types possible types of the objects */
export function objectPage<Name extends ObjectName>(
  services: ObjectServices,
  { name, types }: { name: Name; types: readonly ResolvedType[] },
  { found, mixed, distances, relation, available, count, isAtLeast, hasNext, cursors }: ListedObjects,
): ObjectsToResponse<Name> {
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
  return { view, items: found, available, count, isAtLeast, hasNext, cursors };
}

/** The possible types of a page at the endpoint of a type. @throws ApiError not_found */
export const typesOfEndpoint = (services: ObjectServices, typeName: string): ResolvedType[] =>
  concreteTypesOf(services, requireType(services, typeName));

/** Identifiers with `meta.relation`; undefined for an object that is not related any more. */
export const linkOf =
  <Relation extends object>(relation: ReadonlyMap<number, Relation>) =>
  ({ type, document }: ObjectRecord) => {
    const related = relation.get(document._id);
    return related && { id: String(document._id), type: type.name, meta: { relation: related } };
  };
