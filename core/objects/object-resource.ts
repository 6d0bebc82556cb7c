// Objects as JSON:API resources (service.md 2.2, D528).
import type { CategoryLink } from '../store/store.ts';
import type { Caller } from '../context.ts';
import type { MembersOf, Resource, SchemaReference } from '../format/jsonapi/documents.ts';
import type { DescribedAttributes } from '../resources/define-resource.ts';
import type { SchemaOwner } from '../format/jsonapi/resource-schemas.ts';
import { toWire } from '../model/attribute-values.ts';
import { categoriesById } from '../taxonomy/categories.ts';
import { formatDateTime } from '../date-values.ts';
import type { Attribute, ResolvedType } from '../model/model.ts';
import { tagsById } from '../taxonomy/tags.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { ObjectDocument, Store } from '../store/store.ts';
import { storedValue } from './changes/object-document.ts';
import { permissionsOf, shownPermissions } from './visibility/object-permissions.ts';
import {
  ANONYMOUS_READER,
  isShown,
  readerOf,
  hiddenAttributes,
  type RoleHolder,
  type HiddenAttributes,
} from './visibility/shown-attributes.ts';
import type { ObjectRecord } from './object-record.ts';
import { relationshipsOf } from './relationship-names.ts';

interface Label {
  name: string;
  labels: Record<string, string>;
  label: string | null;
}

/** Names and labels of all categories and tags that some objects have. */
export interface InlineLabels {
  categories: ReadonlyMap<number, Label>;
  tags: ReadonlyMap<number, Label>;
}

const idsOf = (documents: readonly ObjectDocument[], name: 'categories' | 'tags'): number[] => [
  ...new Set(documents.flatMap((document) => (document[name] ?? []).map((link) => link.id))),
];

const NO_LABELS: ReadonlyMap<number, Label> = new Map();

/** Two reads at most for any number of objects, none when they have no categories and tags. */
export async function inlineLabels(store: Store, documents: readonly ObjectDocument[]): Promise<InlineLabels> {
  const categoryIds = idsOf(documents, 'categories');
  const tagIds = idsOf(documents, 'tags');
  const [categories, tags] = await Promise.all([
    categoryIds.length > 0 ? categoriesById(store, categoryIds) : NO_LABELS,
    tagIds.length > 0 ? tagsById(store, tagIds) : NO_LABELS,
  ]);
  return { categories, tags };
}

function inlineValue(name: 'categories' | 'tags', links: readonly CategoryLink[], labels: InlineLabels): unknown[] {
  return links.flatMap((link) => {
    const label = labels[name].get(link.id);
    if (!label) return [];
    return name === 'tags' ? [label] : [{ ...label, params: unescapeKeys(link.params ?? null) }];
  });
}

function wireValue(attribute: Attribute, document: ObjectDocument, labels: InlineLabels): unknown {
  const { name } = attribute;
  if (name === 'categories' || name === 'tags') {
    if (!attribute.custom) return inlineValue(name, document[name] ?? [], labels);
  }
  const stored = storedValue(document, attribute);
  // Most values are strings, numbers and booleans, which need no conversion.
  if (stored === undefined || stored === null) {
    if (attribute.custom || attribute.nullable) return null;
    return name === 'date_ranges' ? [] : attribute.default;
  }
  return typeof stored === 'object' ? toWire(attribute, stored) : stored;
}

interface Shape {
  attributes: readonly Attribute[];
  /** Attributes in lists of all types: base attributes, and custom ones with a value. */
  base: readonly Attribute[];
  readOnly: readonly Attribute[];
}

/** Their stored values are those that the description promises (D903). */
const BASE: DescribedAttributes<ObjectDocument, MembersOf<'TypedObjects', 'attributes'>> = {
  title: {},
  description: {},
  body: {},
  lang: {},
  status: {},
  uname: {},
  extra: {},
  publish_start: {},
  publish_end: {},
};
interface Shapes {
  all: Shape;
  open: Shape;
}

/** By the attributes withheld from the caller (D578). */
const shapes = new WeakMap<ResolvedType, Map<HiddenAttributes, Shapes>>();

function makeShape(shown: readonly Attribute[]): Shape {
  const attributes = shown.filter((attribute) => !attribute.readOnly);
  return {
    attributes,
    base: attributes.filter((attribute) => attribute.custom || Object.hasOwn(BASE, attribute.name)),
    readOnly: shown.filter((attribute) => attribute.readOnly),
  };
}

function shapesOf(type: ResolvedType, holder: RoleHolder): Shapes {
  let ofType = shapes.get(type);
  if (!ofType) shapes.set(type, (ofType = new Map()));
  const withheld = hiddenAttributes(type, holder);
  let made = ofType.get(withheld);
  if (!made) {
    const read = type.attributes.filter((attribute) => attribute.schema['writeOnly'] !== true);
    const shown = read.filter(({ name }) => isShown(type, name, { holder, isOwner: true }));
    const open = read.filter(({ name }) => isShown(type, name, { holder, isOwner: false }));
    const all = makeShape(shown);
    made = { all, open: open.length === shown.length ? all : makeShape(open) };
    ofType.set(withheld, made);
  }
  return made;
}

export interface ResourceOptions {
  labels: InlineLabels;
  /** By id, for `meta.perms`. */
  roleNames: ReadonlyMap<number, string>;
  /** The caller; without one, the attributes that every caller sees are shown. */
  caller?: Pick<Caller, 'isAdmin' | 'userId' | 'roles'>;
  /** Only base attributes and custom ones with a value, as in lists of all types. */
  baseOnly?: boolean | undefined;
  /** Only these attributes and members of `meta`; all by default. */
  wanted?: ReadonlySet<string> | undefined;
  meta?: Readonly<Record<string, unknown>> | undefined;
  linkage?: Resource['linkage'];
}

type Meta = MembersOf<'TypedObjects', 'meta'>;

/** Members of `meta` that all objects have. */
const META = Object.entries({
  locked: ({ locked }) => locked,
  created: ({ created }) => formatDateTime(created),
  modified: ({ modified }) => formatDateTime(modified),
  published: ({ published }) => published && formatDateTime(published),
  created_by: (document) => document.created_by ?? undefined,
  modified_by: (document) => document.modified_by ?? undefined,
} satisfies { [Name in keyof Meta]?: (document: ObjectDocument) => Meta[Name] });

type Values = Record<string, unknown>;

type AttributeOptions = Pick<ResourceOptions, 'labels' | 'wanted' | 'baseOnly'>;

function attributesOf(shape: Shape, document: ObjectDocument, { labels, wanted, baseOnly }: AttributeOptions): Values {
  const attributes: Values = {};
  for (const attribute of baseOnly ? shape.base : shape.attributes) {
    const { name, custom } = attribute;
    if (wanted && !wanted.has(name)) continue;
    const value = wireValue(attribute, document, labels);
    if (value !== null || !baseOnly || !custom) attributes[name] = value;
  }
  return attributes;
}

function metaOf(shape: Shape, document: ObjectDocument, { labels, wanted, roleNames, meta }: ResourceOptions): Values {
  const values: Values = {};
  for (const [name, read] of META) if (!wanted || wanted.has(name)) values[name] = read(document);
  for (const attribute of shape.readOnly) {
    if (!wanted || wanted.has(attribute.name)) values[attribute.name] = wireValue(attribute, document, labels);
  }
  const permissions = !wanted || wanted.has('perms') ? permissionsOf(document) : undefined;
  if (permissions) values['perms'] = shownPermissions(permissions, roleNames);
  return meta ? Object.assign(values, meta) : values;
}

function shapeFor({ type, document }: ObjectRecord, caller: ResourceOptions['caller']): Shape {
  const { all, open } = shapesOf(type, caller ?? ANONYMOUS_READER.holder);
  return all === open || readerOf(document._id, caller).isOwner ? all : open;
}

/** The attributes of an object in its resource. */
export const objectAttributes = (
  found: ObjectRecord,
  { labels, caller }: Pick<ResourceOptions, 'labels' | 'caller'>,
): Values => attributesOf(shapeFor(found, caller), found.document, { labels });

/** An object as a resource. Unwanted members are not computed. */
export function objectResource(found: ObjectRecord, options: ResourceOptions): Resource<'TypedObjects'> {
  const { type, document } = found;
  const shape = shapeFor(found, options.caller);
  const id = String(document._id);
  return {
    id,
    type: type.name,
    path: `/${type.name}/${id}`,
    attributes: attributesOf(shape, document, options),
    meta: metaOf(shape, document, options),
    relationships: relationshipsOf(type),
    linkage: options.linkage,
  };
}

/** meta.schema of a response: `$id` and revision of each type in it (D25). */
export function schemaReferences(types: Iterable<SchemaOwner>, base: string): Record<string, SchemaReference> {
  const references: Record<string, SchemaReference> = {};
  for (const type of types)
    references[type.name] = { $id: `${base}/model/schema/${type.name}`, revision: type.revision };
  return references;
}
