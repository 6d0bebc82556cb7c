// The static attributes of types as properties: read-only, with ids made from type and name (D549).
import { createHash } from 'node:crypto';
import { indexedPathsOf } from '../store/indexes/indexes.ts';
import type { Attribute, Model, ResolvedType } from '../model/model.ts';
import type { AnyProperty } from './property-rows.ts';

/** Namespace of the ids, a UUID of this project's own. */
const NAMESPACE = Buffer.from('6f1d9c0c5b0e4b7a9d3e2c8a41f7b605', 'hex');

/** UUID version 5 (RFC 9562) of a name. */
export function uuidOf(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Name of the closest shipped property type. */
function propertyTypeOf({ name, kind, schema }: Attribute): string {
  if (name === 'status') return 'status';
  if (kind === 'array' || kind === 'object') return 'json';
  if (kind !== 'string') return kind;
  if (schema['format'] === 'email') return 'email';
  if (schema['format'] === 'uri') return 'url';
  return schema['contentMediaType'] === 'text/html' ? 'text' : 'string';
}

/** Whether shipped indexes find objects by an attribute, or by its parts. */
const isIndexed = (type: ResolvedType, { path }: Attribute): boolean =>
  [...indexedPathsOf(type)].some((indexed) => indexed === path || indexed.startsWith(`${path}.`));

const toProperty = (type: ResolvedType, attribute: Attribute): AnyProperty => ({
  _id: uuidOf(`${type.name}.${attribute.name}`),
  revision: 1,
  name: attribute.name,
  description: attribute.description,
  label: attribute.title,
  property_type_name: propertyTypeOf(attribute),
  object_type_name: type.name,
  is_nullable: attribute.nullable,
  is_static: true,
  read_only: attribute.readOnly,
  indexed: isIndexed(type, attribute),
  default_value: attribute.default ?? null,
});

const known = new WeakMap<Model, readonly AnyProperty[]>();

/** Each static attribute once, at the topmost type that has it. */
export function staticProperties(model: Model): readonly AnyProperty[] {
  let properties = known.get(model);
  if (!properties) {
    properties = [...model.types.values()].flatMap((type) => {
      const parent = model.types.get(type.row.parent_name ?? '');
      const isInherited = (attribute: Attribute): boolean => parent?.attribute.get(attribute.name)?.custom === false;
      return type.attributes
        .filter((attribute) => !attribute.custom && !isInherited(attribute))
        .map((attribute) => toProperty(type, attribute));
    });
    known.set(model, properties);
  }
  return properties;
}
