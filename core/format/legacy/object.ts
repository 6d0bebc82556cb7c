// An object as the legacy side shows it (service.md 2.3, reference/legacy.md 4): made of the very resource that the JSON:API
// side shows, so that both agree field by field. Pure.
import type { Resource } from '../jsonapi/documents.ts';
import { legacyLanguage } from './language-codes.ts';

/** What a legacy object says of how many it is related to. */
export interface CountedLink {
  count: number;
  url: string;
}

export interface LegacyRelation extends CountedLink {
  objects?: LegacyObject[];
}

export interface LegacyChildren extends CountedLink {
  contents?: CountedLink;
  sections?: CountedLink;
}

/** What is not in the resource. */
export interface LegacyFacts {
  typeId: number;
  /** As `legacyTypeName` makes it. */
  typeName: string;
  /** Names of the attributes that a project has added. */
  custom: ReadonlySet<string>;
  /** The caller has a role that the object is for. */
  authorized: boolean;
  /** It is for everybody. */
  freeAccess: boolean;
  /** Translated fields by language tag. */
  translations: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  relations: Readonly<Record<string, LegacyRelation>>;
  /** Of sections and the publication. */
  children?: LegacyChildren | undefined;
  /** Of what has a file: name, type, size and address. */
  file?: Readonly<Record<string, unknown>> | undefined;
}

/** The names that the description gives; whatever else a type has stands beside them. */
export interface LegacyObject {
  id: number;
  object_type_id: number;
  object_type: string;
  status: 'on' | 'draft' | 'off';
  title: string | null;
  nickname: string;
  description: string | null;
  lang: string | null;
  created: string;
  modified: string;
  publication_date: string;
  user_created: number | null;
  user_modified: number | null;
  valid: boolean;
  authorized: boolean;
  free_access: boolean;
  languages: Record<string, Record<string, unknown>>;
  relations: Record<string, LegacyRelation>;
  custom_properties: Record<string, unknown>;
  [field: string]: unknown;
}

/** Attributes that have another name here. */
export const STORED_NAMES: ReadonlyMap<string, string> = new Map([
  ['nickname', 'uname'],
  ['start_date', 'publish_start'],
  ['end_date', 'publish_end'],
]);

/** Attributes that are not shown under the name that they have on the JSON:API side. */
export const PUBLIC_NAMES: ReadonlySet<string> = new Set([...STORED_NAMES.values(), 'extra', 'date_ranges']);

interface Label {
  id?: number;
  name: string;
  label: string | null;
}

const categories = (items: readonly Label[]) =>
  items.map(({ id, label, name }) => ({ id: id ?? 0, area_id: null, label, name }));

const tags = (items: readonly Label[]) => items.map(({ label, name }) => ({ label, name }));

interface GeoTag {
  latitude?: number | null;
  longitude?: number | null;
  address?: string | null;
  title?: string | null;
}

/** An object has one at most, so the object's id tells it from all others. How a map shows it is the same for all. */
const geoTags = (items: readonly GeoTag[], objectId: number) =>
  items.map(({ latitude = null, longitude = null, address = null, title = null }) => ({
    id: objectId,
    object_id: objectId,
    latitude,
    longitude,
    address,
    title,
    gmaps_lookats: { latitude, longitude, zoom: 15, range: 1000, mapType: 'roadmap' },
  }));

interface DateRange {
  start_date: string;
  end_date?: string | null;
  params?: unknown;
}

/** Days of the week, Sunday being 0, of the params of a date range. */
function daysOf(params: unknown): number[] {
  const days: unknown = typeof params === 'object' && params !== null && 'days' in params ? params.days : undefined;
  return Array.isArray(days) ? days.filter((day): day is number => Number.isInteger(day)) : [];
}

/** Numbered within the object. */
const dateItems = (ranges: readonly DateRange[]) =>
  ranges.map(({ start_date, end_date = null, params }, index) => ({
    id: index + 1,
    start_date,
    end_date,
    days: daysOf(params),
  }));

/** Lists of which items are shown otherwise than on the JSON:API side. */
const LISTS: Readonly<Record<string, (value: never, objectId: number) => unknown>> = {
  categories,
  tags,
  geo_tags: geoTags,
};

export function legacyObject(resource: Resource, facts: LegacyFacts): LegacyObject {
  const { attributes, meta } = resource;
  const fields: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (facts.custom.has(name)) custom[name] = value;
    else if (Object.hasOwn(LISTS, name)) fields[name] = LISTS[name]?.(value as never, Number(resource.id));
    else if (!PUBLIC_NAMES.has(name) && name !== 'lang') fields[name] = value;
  }
  const start = attributes['publish_start'] as string | null;
  const lang = attributes['lang'] as string | null;
  return {
    ...(fields as { title: string | null; description: string | null; status: 'on' | 'draft' | 'off' }),
    ...facts.file,
    id: Number(resource.id),
    object_type_id: facts.typeId,
    object_type: facts.typeName,
    nickname: attributes['uname'] as string,
    lang: lang === null ? null : legacyLanguage(lang),
    ...('date_ranges' in attributes && { date_items: dateItems(attributes['date_ranges'] as DateRange[]) }),
    ...('comments' in fields && { comments: fields['comments'] ?? 'off' }),
    start_date: start,
    end_date: attributes['publish_end'],
    publication_date: start ?? (meta['created'] as string),
    created: meta['created'] as string,
    modified: meta['modified'] as string,
    user_created: meta['created_by'] as number | null,
    user_modified: meta['modified_by'] as number | null,
    valid: true,
    authorized: facts.authorized,
    free_access: facts.freeAccess,
    languages: Object.fromEntries([...facts.translations].map(([tag, texts]) => [legacyLanguage(tag), { ...texts }])),
    relations: { ...facts.relations },
    ...(facts.children && { children: facts.children }),
    custom_properties: custom,
  };
}
