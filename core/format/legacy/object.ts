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

/** Attributes that have another name here, or stand elsewhere. */
const RENAMED: ReadonlySet<string> = new Set(['uname', 'publish_start', 'publish_end', 'extra', 'lang', 'date_ranges']);

interface Label {
  id?: number;
  name: string;
  label: string | null;
}

const categories = (items: readonly Label[]) =>
  items.map(({ id, label, name }) => ({ id: id ?? 0, area_id: null, label, name }));

const tags = (items: readonly Label[]) => items.map(({ label, name }) => ({ label, name }));

export function legacyObject(resource: Resource, facts: LegacyFacts): LegacyObject {
  const { attributes, meta } = resource;
  const fields: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (facts.custom.has(name)) custom[name] = value;
    else if (name === 'categories') fields[name] = categories(value as Label[]);
    else if (name === 'tags') fields[name] = tags(value as Label[]);
    else if (!RENAMED.has(name)) fields[name] = value;
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
