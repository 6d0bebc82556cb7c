// The columns of a list: the most useful ones for editors, by kind of resource (D371).
import type { FormField } from '../fields/form-field.ts';
import type { ShownResource } from '../json-api-document.ts';
import { isRecord } from '../../values.ts';

/** Of resources other than content: the first is the name of a row. A dot leads into a value. */
const MODEL_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  history: ['created', 'user_action', 'resource_id', 'changed', 'user_id'],
  versions: ['number', 'user_action', 'created', 'changed', 'user_id'],
  translations: ['translated_fields.title', 'lang', 'status', 'object_id', 'translated_fields.description', 'modified'],
  annotations: ['description', 'object_id', 'user_id', 'modified'],
  streams: ['file_name', 'mime_type', 'file_size', 'width', 'height', 'version', 'created'],
  async_jobs: ['service', 'status', 'priority', 'scheduled_from', 'completed', 'created'],
  object_types: ['name', 'singular', 'description', 'parent_name', 'enabled', 'is_abstract', 'id'],
  properties: ['name', 'object_type_name', 'property_type_name', 'label', 'description', 'is_nullable', 'id'],
  users: ['username', 'status', 'name', 'surname', 'email', 'last_login', 'blocked', 'id'],
  endpoint_permissions: ['id', 'endpoint_id', 'role_id', 'application_id', 'read', 'write', 'anonymous'],
};

/** Of content, the main attributes of a type, which come first. */
const MAIN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  events: ['date_ranges'],
  links: ['url'],
  locations: ['address', 'locality', 'country_name'],
  profiles: ['name', 'surname', 'email', 'company_name'],
};

const HEADINGS = ['title', 'label', 'name', 'file_name', 'username', 'uname'] as const;
/** Attributes of all types, and those that another column already shows. */
const HIDDEN_COLUMNS: ReadonlySet<string> = new Set(
  (
    'uname lang locked created published created_by modified_by modified hash_md5 hash_sha1 media_url url api_key ' +
    'status id type'
  ).split(' '),
);
/** Of the type; more would not fit on a screen. */
const MAX_OWN = 4;
const MAX_TEXT = 60;

/** A member of a resource, at any place; `translated_fields.title` leads into one. */
export function memberValue(resource: ShownResource, name: string): unknown {
  if (name === 'id' || name === 'type') return resource[name];
  const [first = '', ...rest] = name.split('.');
  const value = resource.attributes?.[first] ?? resource.meta?.[first];
  return rest.reduce<unknown>((inner, step) => (isRecord(inner) ? inner[step] : undefined), value);
}

const isShort = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= MAX_TEXT && !value.includes('\n'));

/** However long: it is cut. */
const isNaming = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Attributes that classify come before descriptive ones; codes, texts with a pattern, are the least useful. */
function rankOf(field: FormField | undefined): number {
  if (!field) return 3;
  const { kind, maxLength } = field;
  if (kind === 'text' && maxLength === undefined) return 5;
  const ranks: Partial<Record<FormField['kind'], number>> = {
    choice: 0,
    date: 1,
    time: 1,
    text: 2,
    multiline: 2,
    flag: 4,
  };
  return ranks[kind] ?? 3;
}

/** Short in most of them, and not the same in all. */
function isInformative(resources: readonly ShownResource[], name: string): boolean {
  const values = resources.map((each) => memberValue(each, name));
  const isConstant = values.length > 2 && new Set(values).size === 1;
  return !isConstant && values.filter(isShort).length * 2 > values.length;
}

/**
 * The columns of a list: that with the name of a row, and the others.
 * @param requested fields in the sort or the filters of the list
 * @param fields of the type, as described
 */
export function columnsOf(
  resources: readonly ShownResource[],
  requested: readonly string[],
  fields: readonly FormField[],
) {
  const types = [...new Set(resources.map(({ type }) => type))];
  const [only = ''] = types.length === 1 ? types : [];
  const has = (name: string): boolean => resources.some((each) => isThere(memberValue(each, name)));
  const shows = (name: string): boolean => resources.some((each) => isShort(memberValue(each, name)));
  const wanted = (heading: string): string[] => requested.filter((name) => name !== heading && shows(name));
  const [first, ...others] = Object.hasOwn(MODEL_COLUMNS, only) ? (MODEL_COLUMNS[only] ?? []) : [];
  if (first !== undefined && has(first)) {
    return { heading: first, names: [...new Set([...others.filter(has), ...wanted(first)])] };
  }
  const heading = HEADINGS.find((name) => resources.some(({ attributes }) => isNaming(attributes?.[name]))) ?? 'id';
  const described = new Map(fields.map((field) => [field.name, field]));
  const own = new Set(
    resources.flatMap(({ attributes = {}, meta = {} }) => [...Object.keys(attributes), ...Object.keys(meta)]),
  );
  const informative = [...own]
    .filter((name) => !HIDDEN_COLUMNS.has(name) && isInformative(resources, name))
    .sort((one, other) => rankOf(described.get(one)) - rankOf(described.get(other)));
  const about = Object.hasOwn(MAIN_ATTRIBUTES, only) ? (MAIN_ATTRIBUTES[only] ?? []).filter(has) : [];
  const middle = [...new Set([...wanted(heading), ...about, ...informative])].filter((name) => name !== heading);
  const names = [
    ...(types.length > 1 ? ['type'] : []),
    ...['status', 'enabled'].filter(shows),
    ...middle.slice(0, MAX_OWN),
    ...['modified', 'id'].filter(shows),
  ];
  return { heading, names: [...new Set(names)].filter((name) => name !== heading) };
}
