// Documents of objects from attributes, and their derived values: row of `objects`, dates, totals.
import type { Attribute, ResolvedType } from '../../model/model.ts';
import type { CountKey } from '../../store/rows/count-rows.ts';
import { countKey, type CountDelta } from '../../store/object-counts.ts';
import type { ObjectBase, ObjectDocument, ObjectRow } from '../../store/store.ts';
import { changedSearchText, searchText } from '../search/search-text.ts';
import { ANONYMOUS_READER, isShown } from '../visibility/shown-attributes.ts';
import { isScheduled } from '../visibility/audiences.ts';
import { publicationBounds } from '../visibility/visibility.ts';

/** Stored value of an attribute. */
export const storedValue = (document: ObjectDocument, attribute: Attribute): unknown =>
  attribute.custom ? document.custom?.[attribute.name] : document[attribute.path];

/** Names that only some roles read are not used for the title, which other roles may see. */
const nameTitle = (type: ResolvedType, values: Readonly<Record<string, unknown>>): string | null => {
  const of = (name: string): unknown => (isShown(type, name, ANONYMOUS_READER) ? values[name] : undefined);
  const full = [of('name'), of('surname')].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const company = of('company_name');
  return full || (typeof company === 'string' && company !== '' ? company : null);
};

const NAME_ATTRIBUTES = ['name', 'surname', 'company_name', 'company'];
const POINT = /^\s*POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)\s*$/i;

/** Fields derived from attributes: the title of a profile from its name (D536), geo from coords. */
export function derivedFields(
  type: ResolvedType,
  given: Readonly<Record<string, unknown>>,
  document: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const derived: Record<string, unknown> = {};
  const isProfile = type.kind === 'profiles' || type.kind === 'users';
  if (isProfile && given['title'] == null && NAME_ATTRIBUTES.some((name) => name in given)) {
    const title = nameTitle(type, document);
    if (title !== null) derived['title'] = title;
  }
  if ('coords' in given && type.attribute.get('coords')?.custom === false) {
    const [, longitude, latitude] = POINT.exec(String(given['coords'] ?? '')) ?? [];
    derived['geo'] =
      longitude && latitude ? { type: 'Point', coordinates: [Number(longitude), Number(latitude)] } : undefined;
  }
  return derived;
}

/** Longest title and description in the row of `objects`, which lists of all types filter and sort by. */
const ROW_TEXT_LENGTH = 1000;

/** Cuts between characters, never inside one. */
const cut = (text: string | null): string | null =>
  text === null ? null : text.slice(0, ROW_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, '');

const ROW_FIELDS = [
  'uname',
  'title',
  'description',
  'status',
  'lang',
  'publish_start',
  'publish_end',
  'visible_from',
  'visible_to',
  'locked',
  'trashed',
  'created',
  'modified',
  'published',
  'created_by',
  'modified_by',
  'revision',
  'audiences',
] as const satisfies readonly (keyof ObjectBase)[];

const rowValue = (document: ObjectDocument, name: (typeof ROW_FIELDS)[number]): unknown =>
  name === 'title' || name === 'description' ? cut(document[name]) : (document[name] ?? null);

/** Row of `objects` for a new document. */
export function objectRow(type: ResolvedType, document: ObjectDocument): ObjectRow {
  const fields = Object.fromEntries(ROW_FIELDS.map((name) => [name, rowValue(document, name)]));
  return {
    _id: document._id,
    type: type.name,
    // cast: ROW_FIELDS are the fields of ObjectBase, and rowValue reads each of them
    ...(fields as Omit<ObjectBase, '_id' | 'type'>),
    ...(document.reader_roles && { reader_roles: document.reader_roles }),
    ...(document.parents && { parents: document.parents }),
    search: searchText(type, document),
  };
}

/** Changes of the row of `objects` for a change of some stored paths of its document. */
export function rowChange(
  type: ResolvedType,
  document: ObjectDocument,
  paths: ReadonlySet<string>,
): Record<string, unknown> {
  const changed = ROW_FIELDS.filter((name) => paths.has(name)).map((name) => [name, rowValue(document, name)]);
  const readers = paths.has('reader_roles') && { reader_roles: document.reader_roles ?? null };
  const places = paths.has('parents') && { parents: document.parents };
  return { ...Object.fromEntries(changed), ...readers, ...places, ...changedSearchText(type, document, paths) };
}

/** Publication fields for a status and dates; `published` is when the status became `on` (D13). */
export function publicationFields(
  object: Pick<ObjectBase, 'status' | 'publish_start' | 'publish_end'>,
  before: Pick<ObjectBase, 'status' | 'published'> | null,
  now: Date,
): Pick<ObjectBase, 'published' | 'visible_from' | 'visible_to'> {
  const published = object.status !== 'on' ? null : before?.status === 'on' ? before.published : now;
  return { published, ...publicationBounds(object.publish_start, object.publish_end) };
}

const keyOf = (object: ObjectBase): CountKey =>
  countKey({ status: object.status, trashed: object.trashed, scheduled: isScheduled(object) });

/** Change of the totals from `before` to `after`; null means no document. */
export function countDelta(before: ObjectBase | null, after: ObjectBase | null): CountDelta {
  const from = before && keyOf(before);
  const to = after && keyOf(after);
  if (from === to) return {};
  return { ...(from && { [from]: -1 }), ...(to && { [to]: 1 }) };
}
