// The body of a legacy POST /objects as attributes of the JSON:API side (D567).
import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../generated/api.d.ts';
import { ApiError, invalidData, type Fault } from '../errors.ts';
import { storedLanguage } from '../format/legacy/language-codes.ts';
import { PUBLIC_NAMES, STORED_NAMES } from '../format/legacy/object.ts';
import { parseDateTime } from '../date-values.ts';
import type { Attribute, ResolvedType } from '../model/model.ts';
import { encodePointer } from '../model/schemas/attribute-validator.ts';
import { unescapeKeys } from '../store/stored-keys.ts';
import type { ObjectDocument, Store } from '../store/store.ts';
import type { PointerRule } from './body-pointers.ts';
import { isList, isRecord } from '../values.ts';

export type LegacyId = components['schemas']['LegacyId'];
export type LegacyLink = components['schemas']['LegacyLinkInput'];
/** `data`, after validation. */
export type LegacyData = components['schemas']['LegacyObjectInput'];

type Values = Record<string, unknown>;

/** Members of `data` with special rules. */
const HANDLED: ReadonlySet<string> = new Set(
  'id object_type parents relations custom_properties categories tags geo_tags date_items upload_token'.split(' '),
);

/** Names of associations in the database of older services, which clients cannot write (D567). */
const FORBIDDEN: ReadonlySet<string> = new Set(
  (
    'Permission Version ObjectProperty SearchText LangText Annotation RelatedObject Alias GeoTag Category User ' +
    'ObjectType UserCreated UserModified DateItem destination'
  ).split(' '),
);

const STRICT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A date has a time and an offset, or is a day only (D45). @throws ApiError invalid_data */
function assertDate(value: unknown, kind: Attribute['kind'], pointer: string): void {
  if (value === null || (kind !== 'datetime' && kind !== 'date')) return;
  const isForm = typeof value === 'string' && (STRICT.test(value) || (kind === 'date' && DAY.test(value)));
  if (isForm && parseDateTime(value) !== undefined) return;
  const name = pointer.split('/').at(-1) ?? '';
  throw invalidData(pointer, `[${name}.dateTime]: A date is written as 2026-05-13T07:09:23+00:00.`);
}

/** The attribute of a plain field; undefined for a field that the object does not have. */
function fieldOf(type: ResolvedType, field: string): Attribute | undefined {
  const name = STORED_NAMES.get(field) ?? field;
  const attribute = type.attribute.get(name);
  const isField = attribute && !attribute.custom && !attribute.readOnly;
  return isField && !(name === field && PUBLIC_NAMES.has(field)) ? attribute : undefined;
}

/** Seconds of a date in a response. */
const secondsOf = (value: unknown): number => Math.floor((parseDateTime(value)?.getTime() ?? NaN) / 1000);

/**
 * Read-only plain fields can only be sent back with a present or earlier value (D407).
 * @param shown the object that is changed; undefined for a new one
 * @throws ApiError invalid_data
 */
export function assertWrittenFields(type: ResolvedType, data: LegacyData, shown?: Values): void {
  const earlier = secondsOf(data['modified']);
  const isEarlierCopy = secondsOf(shown?.['created']) <= earlier && earlier < secondsOf(shown?.['modified']);
  const faults = otherFields(type, data).flatMap((field): Fault[] => {
    const isShown = shown !== undefined && Object.hasOwn(shown, field);
    if (isShown && (isEarlierCopy || isDeepStrictEqual(data[field], shown[field]))) return [];
    const rule = isShown ? 'readOnly]: This cannot be changed here' : '_unknown]: This is not known here';
    const name = field.slice(0, 100);
    return [{ detail: `[${name}.${rule}.`, source: { pointer: `/data/${encodePointer(name)}` } }];
  });
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
}

/** Read-only plain fields of a body. */
export const otherFields = (type: ResolvedType, data: LegacyData): string[] =>
  Object.keys(data).filter((field) => !HANDLED.has(field) && !FORBIDDEN.has(field) && !fieldOf(type, field));

function plainFields(type: ResolvedType, data: LegacyData): Values {
  const attributes: Values = {};
  for (const [field, value] of Object.entries(data)) {
    const pointer = `/data/${encodePointer(field)}`;
    if (FORBIDDEN.has(field)) throw invalidData(pointer, `[${field}.forbidden]: This field cannot be written.`);
    const attribute = HANDLED.has(field) ? undefined : fieldOf(type, field);
    if (!attribute) continue;
    const { name } = attribute;
    assertDate(value, attribute.kind, pointer);
    attributes[name] = name === 'lang' && typeof value === 'string' ? storedLanguage(value) : value;
  }
  return attributes;
}

function customProperties(type: ResolvedType, given: LegacyData['custom_properties'] = {}): Values {
  const attributes: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = type.attribute.get(name);
    const pointer = `/data/custom_properties/${encodePointer(name)}`;
    if (!attribute?.custom) throw invalidData(pointer, `"${type.name}" has no property "${name.slice(0, 100)}".`);
    assertDate(value, attribute.kind, pointer);
    attributes[name] = value;
  }
  return attributes;
}

/** The links of each relation in `data`; undefined for what the object shows of them. */
export const linksIn = ({ relations = {} }: LegacyData): [name: string, links: readonly LegacyLink[] | undefined][] =>
  Object.entries(relations).map(([name, given]) => [name, isList(given) ? given : undefined]);

/** All must exist: none is created or omitted. */
async function labels(store: Store, type: ResolvedType, data: LegacyData): Promise<Values> {
  const find = {
    categories: (names: string[]) =>
      store.categories.find({ object_type_name: type.name, name: { $in: names }, enabled: true }).toArray(),
    tags: (names: string[]) => store.tags.find({ name: { $in: names }, enabled: true }).toArray(),
  };
  const values: Values = {};
  for (const field of ['categories', 'tags'] as const) {
    const names = data[field]?.map((label) => (typeof label === 'string' ? label : label.name));
    if (!names) continue;
    const isHad = type.attribute.get(field)?.custom === false;
    const found = new Set((isHad ? await find[field](names) : []).map(({ name }) => name));
    const faults = names.flatMap((name, index): Fault[] => {
      if (found.has(name)) return [];
      const detail = `[${field}.${index}]: There is none with the name "${name.slice(0, 50)}".`;
      return [{ detail, source: { pointer: `/data/${field}/${index}` } }];
    });
    if (faults.length > 0) throw new ApiError('invalid_data', faults);
    if (isHad) values[field] = names.map((name) => ({ name }));
  }
  return values;
}

/** @throws ApiError invalid_data for a type without such a list */
function hasList(type: ResolvedType, [field, name]: [string, string], items: readonly unknown[]): boolean {
  if (type.attribute.get(name)?.custom === false) return true;
  if (items.length > 0) throw invalidData(`/data/${field}`, `Objects of type "${type.name}" have no ${field}.`);
  return false;
}

function geoTags(type: ResolvedType, { geo_tags: given }: LegacyData, before: ObjectDocument | null): Values {
  if (!given || !hasList(type, ['geo_tags', 'geo_tags'], given)) return {};
  const items = given.map(({ id, object_id: owner, gmaps_lookats: _follows, ...tag }) => {
    for (const [name, value] of Object.entries({ id, object_id: owner })) {
      const isOwn = before !== null && Array.isArray(before['geo_tags']) && Number(value) === before._id;
      if (value !== undefined && !isOwn)
        throw invalidData(`/data/geo_tags/0/${name}`, `The object has no geo tag ${value}.`);
    }
    return tag;
  });
  return { geo_tags: items };
}

function dateItems(type: ResolvedType, { date_items: given }: LegacyData, before: ObjectDocument | null): Values {
  if (!given || !hasList(type, ['date_items', 'date_ranges'], given)) return {};
  // cast: validated when it was written
  const stored = (unescapeKeys(before?.['date_ranges']) as readonly { params?: unknown }[] | undefined) ?? [];
  const ranges = given.map(({ id, start_date, end_date = null, days }, index) => {
    const pointer = `/data/date_items/${index}`;
    assertDate(start_date, 'datetime', `${pointer}/start_date`);
    assertDate(end_date, 'datetime', `${pointer}/end_date`);
    const kept = id === undefined ? undefined : stored[Number(id) - 1];
    if (id !== undefined && !kept) throw invalidData(`${pointer}/id`, `The object has no date item ${id}.`);
    const params = days ? { ...(isRecord(kept?.params) && kept.params), days: [...days] } : kept?.params;
    return { start_date, end_date, ...(params !== undefined && { params }) };
  });
  return { date_ranges: ranges };
}

/**
 * Attributes of an object in `data`, without its places and relations.
 * @param before the object that is changed; null for a new one, which is `on` (D13)
 * @throws ApiError invalid_data
 */
export async function legacyAttributes(
  store: Store,
  { type, before }: { type: ResolvedType; before: ObjectDocument | null },
  data: LegacyData,
): Promise<Values> {
  return {
    ...plainFields(type, data),
    ...customProperties(type, data.custom_properties),
    ...(await labels(store, type, data)),
    ...geoTags(type, data, before),
    ...dateItems(type, data, before),
    ...(before === null && { status: 'on' }),
  };
}

/** The names of a type's attributes in `data`. */
export function attributePointers(type: ResolvedType): readonly PointerRule[] {
  const of = (name: string, field: string): PointerRule => [
    new RegExp(`^/data/attributes/${name}(?=/|$)`),
    `/data/${field}`,
  ];
  return [
    ...type.attributes.flatMap(({ custom, name }) => (custom ? [of(name, `custom_properties/${name}`)] : [])),
    ...[...STORED_NAMES].map(([field, name]) => of(name, field)),
    [/^\/data\/attributes\/date_ranges/, '/data/date_items'],
    [/^\/data\/attributes/, '/data'],
  ];
}
