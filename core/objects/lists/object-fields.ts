// Fields of objects that lists filter and sort by (D6, D7).
import type { Attribute, Model, ResolvedType } from '../../model/model.ts';
import { valueKind } from '../../model/value-kind.ts';
import { CODE, type Field, type Fields } from '../../query/filters.ts';
import {
  indexedPaths,
  indexedPathsOf,
  MAY_BE_TEXT,
  propertyIndexName,
  textIndexName,
  TEXT_SORTS,
} from '../../store/indexes/indexes.ts';
import {
  isShown,
  visibleAttributesKey,
  typesHiding,
  viewer,
  hiddenAttributes,
  type RoleHolder,
  type HiddenAttributes,
} from '../visibility/shown-attributes.ts';
import type { RequestContext } from '../../context.ts';
import type { ListRequest, SortField } from '../../list-request.ts';

const META_FIELDS: [string, Field][] = [
  ['id', { path: '_id', kind: 'integer' }],
  ['created', { path: 'created', kind: 'datetime' }],
  ['modified', { path: 'modified', kind: 'datetime' }],
  ['published', { path: 'published', kind: 'datetime' }],
  ['created_by', { path: 'created_by', kind: 'integer' }],
  ['modified_by', { path: 'modified_by', kind: 'integer' }],
  ['locked', { path: 'locked', kind: 'boolean' }],
];

/** Of a row that is shown from a date on: that date. */
export const BEGIN = 'visible_from';

const BASE_FIELDS: Fields = new Map<string, Field>([
  ...META_FIELDS,
  ['uname', { path: 'uname', kind: 'string' }],
  ['title', { path: 'title', kind: 'string' }],
  ['description', { path: 'description', kind: 'string' }],
  ['status', { path: 'status', ...CODE }],
  ['lang', { path: 'lang', ...CODE }],
  ['publish_start', { path: 'publish_start', kind: 'datetime', pathOfLater: BEGIN }],
  ['publish_end', { path: 'publish_end', kind: 'datetime' }],
]);

/** Rows of `objects` whose value of an attribute is shown; trashed translations follow their object. */
function shownRows(model: Model, name: string, to: RoleHolder): Pick<Field, 'shown'> {
  const hiding = typesHiding(model, [name], to);
  if (hiding.length === 0) return {};
  const ofHiding = [{ type: { $in: hiding } }, { 'object.type': { $in: hiding } }];
  return {
    shown: {
      condition: { $nor: ofHiding },
      expression: { $not: [{ $or: [{ $in: ['$type', hiding] }, { $in: ['$object.type', hiding] }] }] },
    },
  };
}

/** Condition on rows of `objects` whose values of some attributes are shown to a caller; undefined for all rows. */
export const shownCondition = (
  model: Model,
  names: readonly string[],
  to: RoleHolder,
): Record<string, unknown> | undefined => {
  const conditions = names.flatMap((name) => shownRows(model, name, to).shown?.condition ?? []);
  return conditions.length > 0 ? { $and: conditions } : undefined;
};

/** By the roles of callers who see the same attributes. */
const ofModel = new WeakMap<Model, Map<string, Fields>>();

/** Fields of the rows of `objects`, without those that their type hides (D422), or hides from the caller (D578). */
export function baseFields(model: Model, to: RoleHolder): Fields {
  const byReaders = ofModel.get(model) ?? new Map<string, Fields>();
  const key = visibleAttributesKey(model, to);
  let fields = byReaders.get(key);
  if (!fields) {
    const of = (name: string, field: Field): Field => ({
      ...field,
      ...shownRows(model, name, to),
      indexed: indexedPaths.has(field.path),
      // Rows with one uname are found by the index of `objects`, which keeps unames unique.
      inTextOrder: TEXT_SORTS.has(name) && name !== 'uname',
    });
    fields = new Map([...BASE_FIELDS].map(([name, field]) => [name, of(name, field)]));
    ofModel.set(model, byReaders.set(key, fields));
  }
  return fields;
}

/** Attributes with separate filters. */
const INLINE = new Set(['categories', 'tags', 'date_ranges']);

function fieldOf(attribute: Attribute): Field {
  const items = attribute.schema['items'];
  const itemKind =
    // cast: a schema, or a list of them, which has no keywords and is of no kind
    attribute.kind === 'array' && typeof items === 'object' && items !== null ? valueKind(items as never) : undefined;
  return {
    path: attribute.path,
    kind: attribute.kind,
    ...(itemKind && { itemKind }),
    ...(!attribute.custom && { bytewise: BASE_FIELDS.get(attribute.name)?.bytewise }),
    inTextOrder: MAY_BE_TEXT.has(attribute.kind) && (attribute.indexed || TEXT_SORTS.has(attribute.path)),
  };
}

const cache = new WeakMap<ResolvedType, Fields>();

/** All attributes of a type, and the dates and ids of meta. */
function fieldsOf(type: ResolvedType): Fields {
  let fields = cache.get(type);
  if (!fields) {
    const attributes = type.attributes.filter(
      (attribute) => !INLINE.has(attribute.name) && attribute.schema['writeOnly'] !== true,
    );
    const indexed = indexedPathsOf(type);
    const isReady = (name: string, { path }: Field): boolean =>
      indexed.has(path) && !type.building.has(propertyIndexName(name)) && !type.building.has(textIndexName(name));
    const found = [
      ...attributes.map((attribute): [string, Field] => [attribute.name, fieldOf(attribute)]),
      ...META_FIELDS,
    ];
    fields = new Map(found.map(([name, field]) => [name, { ...field, indexed: isReady(name, field) }]));
    cache.set(type, fields);
  }
  return fields;
}

const open = new WeakMap<ResolvedType, Map<HiddenAttributes, Fields>>();

/** To other callers, private fields and those of other roles do not exist. */
export function fieldsFor(type: ResolvedType, caller: RoleHolder): Fields {
  const all = fieldsOf(type);
  if (caller.isAdmin) return all;
  const byReaders = open.get(type) ?? new Map<HiddenAttributes, Fields>();
  const withheld = hiddenAttributes(type, caller);
  let fields = byReaders.get(withheld);
  if (!fields) {
    const shown = [...all].filter(([name]) => isShown(type, name, viewer(caller)));
    fields = shown.length === all.size ? all : new Map(shown);
    open.set(type, byReaders.set(withheld, fields));
  }
  return fields;
}

const OBJECTS = 'objects';

function unindexed(fields: Fields, filters: Iterable<string>, sort: readonly SortField[]): string[] {
  const names = new Set([...filters, ...sort.map(({ field }) => field)]);
  return [...names].filter((name) => fields.get(name)?.indexed === false);
}

/** Id of the custom property that a type has under a name. */
const propertyOf = ({ rows }: Model, type: ResolvedType, name: string): number | undefined =>
  type.attribute.get(name)?.custom
    ? rows.properties.find(
        (row) =>
          row.name === name && (row.object_type_name === type.name || type.ancestors.includes(row.object_type_name)),
      )?._id
    : undefined;

interface ReadFields {
  /** undefined for lists of several types, which have no custom properties. */
  type: ResolvedType | undefined;
  fields: Fields;
  filters: ListRequest['filters'];
  sort: ListRequest['sort'];
}

/** Reports fields without an index that the list filters or sorts by. Not for lists that read few objects in any case. */
export function noteUnindexed(
  context: Pick<RequestContext, 'noteUnindexed'>,
  model: Model,
  { type, fields, filters, sort }: ReadFields,
): void {
  for (const field of unindexed(fields, filters.keys(), sort)) {
    const property = type && propertyOf(model, type, field);
    const building = type?.building.has(propertyIndexName(field)) === true;
    context.noteUnindexed({ type: type?.name ?? OBJECTS, field, property, building });
  }
}
