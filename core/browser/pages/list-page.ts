// A list as a table: columns, sorting, links to other pages (D321).
import type { FormField } from '../fields/form-field.ts';
import { cellOf } from './cell.ts';
import { columnsOf, memberValue } from './columns.ts';
import {
  humanName,
  isResource,
  displayName,
  type People,
  type ShownDocument,
  type ShownResource,
} from '../json-api-document.ts';
import { addressOf, PAGE_PARAMETERS, withQuery, type Frame } from './frame.ts';
import { mediaOf, resourceHref } from './resource-link.ts';
import { isRecord } from '../../values.ts';

/** Fields in the sort or the filters of the list. */
function requestedFields(path: string): string[] {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const sorts = (query.get('sort') ?? '').split(',').map((name) => name.replace(/^-/, ''));
  return [...sorts, ...[...query.keys()].flatMap((name) => /^filter\[([^\]]+)\]/.exec(name)?.[1] ?? [])];
}

/** The list sorted by a column, and its present direction; undefined for a column without sorting. */
function sortLink(name: string, frame: Frame, canSort: boolean) {
  if (!canSort) return undefined;
  const [path = '', text = ''] = frame.path.split('?');
  const query = new URLSearchParams(text);
  const now = query.get('sort')?.split(',')[0] ?? '';
  const isThis = now.replace(/^-/, '') === name;
  const state = !isThis ? 'none' : now.startsWith('-') ? 'descending' : 'ascending';
  query.set('sort', state === 'ascending' ? `-${name}` : name);
  for (const each of PAGE_PARAMETERS) query.delete(each);
  return { href: withQuery(path, query, frame), state };
}

const PAGE_LABELS = [
  ['first', 'First'],
  ['prev', 'Previous'],
  ['next', 'Next'],
  ['last', 'Last'],
] as const;

function pagination({ meta, data }: ShownDocument) {
  const found = isRecord(meta?.['pagination']) ? meta['pagination'] : {};
  // A project's own lists may have no pages: this is all of it.
  const rows = Array.isArray(data) ? data.length : 0;
  const number = (name: string): number => Number(found[name] ?? 0);
  return {
    count: Number(found['count'] ?? rows),
    page: number('page') || 1,
    pages: number('page_count') || 1,
    size: number('page_size'),
    items: Number(found['page_items'] ?? rows),
    /** By cursor, or without the exact total: the number of earlier or later items is unknown. */
    isLoose: 'page_size' in found && !('page' in found && 'page_count' in found),
  };
}

export const includedLinks = ({ included = [] }: ShownDocument, frame: Frame) =>
  included.filter(isResource).map((each) => ({
    label: displayName(each),
    type: each.type,
    href: resourceHref(each, frame) ?? '',
  }));

const DATES: readonly string[] = ['created', 'modified'];

export interface ListOptions {
  /** The operation has `sort`. */
  canSort: boolean;
  /** Of the type, as described. */
  fields: readonly FormField[];
  people: People;
  /** Addresses of small pictures by the ids of objects. */
  thumbnails: Readonly<Record<string, string>>;
}

/** @param document of any number of resources */
export function listPage(document: ShownDocument, frame: Frame, options: ListOptions) {
  const resources = (Array.isArray(document.data) ? document.data : []).filter(isResource);
  const { heading, names } = columnsOf(resources, requestedFields(frame.path), options.fields);
  const canSort = (name: string): boolean =>
    options.canSort && (name === 'id' || name in (resources[0]?.attributes ?? {}) || DATES.includes(name));
  const column = (name: string) => {
    const sample = resources
      .map((each) => memberValue(each, name))
      .find((value) => value !== null && value !== undefined);
    const isNumber = typeof sample === 'number' && !name.endsWith('_id');
    return { name, label: columnLabel(name, options.fields), sort: sortLink(name, frame, canSort(name)), isNumber };
  };
  const columns = names.map(column);
  const { count, page, pages, size, items, isLoose } = pagination(document);
  const start = (page - 1) * size;
  return {
    columns,
    /** Heading of the first column. */
    rowHeading: column(heading),
    rows: resources.map((each) => ({
      label: rowLabel(each, heading, frame),
      href: resourceHref(each, frame),
      thumbnail: options.thumbnails[each.id],
      /** The whole file of an image without a thumbnail: only signed addresses of drafts can be loaded. */
      picture: mediaOf(each, frame.base)?.src,
      status: String(each.attributes?.['status'] ?? ''),
      cells: columns.map(({ name }) => cellOf(each, name, options.people, frame)),
    })),
    pages: PAGE_LABELS.flatMap(([name, label]) => {
      const link = document.links?.[name];
      const address = link && (pages > 1 || isLoose) ? addressOf(link, frame.base) : undefined;
      return address ? [{ label, address }] : [];
    }),
    /** Such as `21 to 40 of 250`. */
    range: isLoose
      ? `${items} here`
      : count === 0
        ? 'nothing'
        : items === count
          ? `all ${count}`
          : `${start + 1} to ${start + items} of ${count}`,
    page: isLoose ? undefined : { number: page, count: pages },
    included: includedLinks(document, frame),
    isEmpty: resources.length === 0,
    /** Images only. */
    isGrid: resources.length > 0 && resources.every(({ type }) => type === 'images'),
    /** Rows on a page. */
    size,
  };
}

/** Headings of some columns instead of their names. */
const LABELS: Readonly<Record<string, string>> = {
  resource_id: 'What',
  object_id: 'Object',
  user_id: 'By',
  user_action: 'Action',
  lang: 'Language',
  date_ranges: 'When',
};

function columnLabel(name: string, fields: readonly FormField[]): string {
  if (Object.hasOwn(LABELS, name)) return LABELS[name] ?? name;
  const label = fields.find((field) => field.name === name)?.label;
  return label ?? humanName(name.split('.').at(-1) ?? name);
}

function rowLabel(resource: ShownResource, heading: string, frame: Frame): string {
  if (heading === 'id') return resource.id;
  const cell = cellOf(resource, heading, {}, frame);
  return 'text' in cell && cell.text !== '' ? cell.text : displayName(resource);
}
