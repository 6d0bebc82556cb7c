// An object in the legacy format (D566), made from the JSON:API resource, so that both agree field by field. Pure.
import type { components } from '../../../generated/api.d.ts';
import { integerIn, isRecord, itemsIn, recordsIn, textIn } from '../../values.ts';
import { slug } from '../../uname.ts';
import type { Resource } from '../jsonapi/documents.ts';
import { legacyLanguage } from './language-codes.ts';
import { PUBLICATION, SECTION } from './type-names.ts';

type Schemas = components['schemas'];
type Fields = Readonly<Record<string, unknown>>;

/** With further fields of its type. */
export type LegacyObject = Schemas['LegacyObject'];
export type LegacyRelation = Schemas['LegacyRelation'];
export type LegacyChildren = Schemas['LegacyChildren'];

/** Data that is not in the resource. */
interface LegacyFacts {
  typeId: number;
  /** As `legacyTypeName` makes it. */
  typeName: string;
  /** Names of the project's own attributes. */
  custom: ReadonlySet<string>;
  /** The caller has a role that may see the object. */
  authorized: boolean;
  /** Every caller may see it. */
  freeAccess: boolean;
  /** Its status is `on`, and the present time is within its publication dates (D431). */
  valid: boolean;
  /** Requested language, in its stored form. */
  lang: string | undefined;
  /** Translated fields by language tag. */
  translations: ReadonlyMap<string, Fields>;
  relations: Readonly<Record<string, LegacyRelation>>;
  /** Of sections and the publication. */
  children: LegacyChildren | undefined;
  /** By name. */
  categoryIds: ReadonlyMap<string, number>;
  /** Made by `fileFields`, of objects that may have a file. */
  file: Fields | undefined;
}

/** Attributes that have another name here. */
export const STORED_NAMES: ReadonlyMap<string, string> = new Map([
  ['nickname', 'uname'],
  ['start_date', 'publish_start'],
  ['end_date', 'publish_end'],
]);

/** Attributes that are not shown under their JSON:API names. */
export const PUBLIC_NAMES: ReadonlySet<string> = new Set([...STORED_NAMES.values(), 'date_ranges']);

const categories = (items: readonly Fields[], ids: ReadonlyMap<string, number>) =>
  items.flatMap(({ label, name }) => {
    const id = ids.get(String(name));
    // A category that was just removed has no id any more.
    return id === undefined ? [] : [{ id, area_id: null, label, name }];
  });

const tags = (items: readonly Fields[]) => items.map(({ label, name }) => ({ label, name }));

/** They have no separate id, and only the point of a map is stored (D431). */
const geoTags = (items: readonly Fields[], objectId: number) =>
  items.map(({ latitude = null, longitude = null, address = null, title = null }) => ({
    object_id: objectId,
    latitude,
    longitude,
    address,
    title,
    gmaps_lookats: { latitude, longitude },
  }));

const LAST_DAY = 6;
const isDay = (day: unknown): day is number => Number.isInteger(day) && Number(day) >= 0 && Number(day) <= LAST_DAY;

/** Days of the week, from 0 for Sunday, as in `params` of the range. */
const daysOf = (params: unknown): number[] => (isRecord(params) ? itemsIn(params['days']).filter(isDay) : []);

/** They have no separate id: it is their index (D566). */
const dateItems = (ranges: readonly Fields[]) =>
  ranges.map(({ start_date, end_date = null, params }, index) => ({
    id: index + 1,
    start_date,
    end_date,
    days: daysOf(params),
  }));

/** A file name as a slug, with its extension (D568, D432); `file` when the slug of the name is empty. */
function slugOf(fileName: unknown): string | null {
  if (typeof fileName !== 'string') return null;
  const dot = fileName.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [fileName.slice(0, dot), slug(fileName.slice(dot + 1))] : [fileName, ''];
  return [slug(base) || 'file', ...(extension === '' ? [] : [extension])].join('.');
}

/** The latest stream of a media object, as the fields of one (D566). */
export function fileFields({ type, attributes, meta }: Resource, stream: Resource | undefined): Fields {
  const own: Fields = { ...stream?.attributes, ...stream?.meta };
  const field = (name: string): unknown => own[name] ?? null;
  return {
    uri: meta['media_url'] ?? null,
    name: attributes['name'] ?? slugOf(own['file_name']),
    original_name: field('file_name'),
    mime_type: field('mime_type'),
    file_size: field('file_size'),
    hash_file: field('hash_sha1'),
    ...(type === 'images' && { width: field('width'), height: field('height') }),
  };
}

/** The place of a section; further fields of a publication in BEdita are unknown here. */
function placeFields(resource: Resource, { typeName }: LegacyFacts): Fields {
  if (typeName === PUBLICATION) {
    return { public_name: resource.attributes['title'], public_url: null, staging_url: null, email: null };
  }
  if (typeName !== SECTION) return {};
  // The path begins below the lowest hidden folder (D170), and so do its derived fields.
  const above = String(resource.meta['path'] ?? '')
    .split('/')
    .slice(1, -1);
  return { parent_id: above.length > 0 ? Number(above.at(-1)) : null, parent_path: `/${above.join('/')}` };
}

/** Texts in the requested language, if there is a translation. */
function translated(attributes: Fields, { lang, translations }: LegacyFacts) {
  const texts = lang === undefined || attributes['lang'] === lang ? undefined : translations.get(lang);
  const languages = new Map(translations);
  if (!texts || lang === undefined) return { shown: attributes, languages };
  const fields = Object.entries(texts).filter(([name, text]) => text !== null && name in attributes);
  languages.delete(lang);
  const original = attributes['lang'];
  if (typeof original === 'string') {
    languages.set(original, Object.fromEntries(Object.keys(texts).map((name) => [name, attributes[name] ?? null])));
  }
  return { shown: { ...attributes, ...Object.fromEntries(fields) }, languages, current: lang };
}

/** Values under their legacy names: of the type itself, and of the project's own attributes. */
function namedFields(attributes: Fields, { custom, categoryIds }: LegacyFacts, objectId: number) {
  const fields: Record<string, unknown> = {};
  const added: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (custom.has(name)) added[name] = value;
    else if (name === 'categories') fields[name] = categories(recordsIn(value), categoryIds);
    else if (name === 'tags') fields[name] = tags(recordsIn(value));
    else if (name === 'geo_tags') fields[name] = geoTags(recordsIn(value), objectId);
    else if (name === 'date_ranges') fields['date_items'] = dateItems(recordsIn(value));
    else if (name === 'comments') fields[name] = value ?? 'off';
    else if (!PUBLIC_NAMES.has(name)) fields[name] = value;
  }
  return { fields, added };
}

export function legacyObject(resource: Resource, facts: LegacyFacts): LegacyObject {
  const { meta } = resource;
  const { shown: attributes, languages, current } = translated(resource.attributes, facts);
  const { fields, added } = namedFields(attributes, facts, Number(resource.id));
  const start = textIn(attributes['publish_start']) ?? null;
  const lang = textIn(attributes['lang']) ?? null;
  return {
    // When the caller may not read the attribute.
    title: null,
    description: null,
    // cast: every object has a status, which all callers may read
    ...(fields as Pick<LegacyObject, 'status'>),
    ...placeFields(resource, facts),
    ...facts.file,
    id: Number(resource.id),
    object_type_id: facts.typeId,
    object_type: facts.typeName,
    // cast: every object has a unique name, which all callers may read
    nickname: attributes['uname'] as string,
    lang: lang === null ? null : legacyLanguage(lang),
    ...(current !== undefined && { curr_lang: legacyLanguage(current) }),
    start_date: start,
    end_date: textIn(attributes['publish_end']) ?? null,
    publication_date: start ?? String(meta['created']),
    created: String(meta['created']),
    modified: String(meta['modified']),
    user_created: integerIn(meta['created_by']) ?? null,
    user_modified: integerIn(meta['modified_by']) ?? null,
    valid: facts.valid,
    authorized: facts.authorized,
    free_access: facts.freeAccess,
    languages: Object.fromEntries([...languages].map(([tag, texts]) => [legacyLanguage(tag), { ...texts }])),
    relations: { ...facts.relations },
    ...(facts.children && { children: facts.children }),
    custom_properties: added,
  };
}
