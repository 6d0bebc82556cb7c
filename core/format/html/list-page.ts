// A list as a table: which columns, how they are sorted, where the other pages are (D321).
import {
  humanName,
  isJson,
  isResource,
  labelOf,
  type Identifier,
  type ShownDocument,
  type ShownResource,
} from './document.ts';
import { addressOf, ownHref, withQuery, type Address, type Crumb, type Frame } from './page.ts';
import { shownValue, type ShownValue } from './shown-value.ts';

interface Column {
  name: string;
  label: string;
  /** Where the list is sorted by it, and how it is sorted now; undefined where it cannot be. */
  sort: { href: string; state: 'ascending' | 'descending' | 'none' } | undefined;
  isNumber: boolean;
}

interface Row {
  label: string;
  href: string | undefined;
  cells: readonly ShownValue[];
}

export interface ListPage {
  columns: readonly Column[];
  /** Heading of the first column. */
  rowHeading: Column;
  rows: readonly Row[];
  pages: readonly { label: string; address: Address }[];
  /** Such as `21 to 40 of 250`. */
  range: string;
  page: { number: number; count: number };
  included: readonly Crumb[];
  isEmpty: boolean;
}

/** Shown first, where there is something in them. */
const FIRST = ['type', 'id', 'username', 'status', 'uname', 'file_name', 'mime_type', 'enabled'] as const;
const LAST = ['modified'] as const;
const DATES: readonly string[] = ['created', 'modified'];
/** Of the type, besides; more would not fit a screen. */
const MAX_OWN = 5;
const MAX_TEXT = 60;

const valueOf = (resource: ShownResource, name: string): unknown =>
  name === 'id' || name === 'type' ? resource[name] : (resource.attributes?.[name] ?? resource.meta?.[name]);

const isShort = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= MAX_TEXT && !value.includes('\n'));

/** The attribute that a resource is called by here, which is the first column. */
function headingOf(resources: readonly ShownResource[]): string {
  const names = ['title', 'label', 'name', 'file_name', 'username', 'uname'];
  return names.find((name) => resources.some(({ attributes }) => isShort(attributes?.[name]))) ?? 'id';
}

/** What the list is sorted by, or filtered by. */
function askedFor(path: string): string[] {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const sorts = (query.get('sort') ?? '').split(',').map((name) => name.replace(/^-/, ''));
  return [...sorts, ...[...query.keys()].flatMap((name) => /^filter\[([^\]]+)\]/.exec(name)?.[1] ?? [])];
}

function columnNames(resources: readonly ShownResource[], heading: string, asked: readonly string[]): string[] {
  const shows = (name: string): boolean => resources.some((each) => isShort(valueOf(each, name)));
  const isTelling = (name: string): boolean => {
    const values = resources.map((each) => valueOf(each, name));
    const isConstant = values.length > 2 && new Set(values).size === 1;
    return !isConstant && values.filter(isShort).length * 2 > values.length;
  };
  const types = new Set(resources.map(({ type }) => type));
  const first = FIRST.filter((name) => name !== heading && (name === 'type' ? types.size > 1 : shows(name)));
  const taken = new Set<string>([...first, ...LAST, heading]);
  const own = new Set(resources.flatMap(({ attributes = {}, meta = {} }) => [...keysOf(attributes), ...keysOf(meta)]));
  const wanted = asked.filter((name) => shows(name) && !taken.has(name));
  const telling = [...own].filter((name) => !taken.has(name) && !wanted.includes(name) && isTelling(name));
  return [...first, ...[...new Set([...wanted, ...telling])].slice(0, MAX_OWN), ...LAST.filter(shows)];
}

/** What is in all of them by nature tells nothing. */
const keysOf = (values: object): string[] => Object.keys(values).filter((name) => !UNTOLD.has(name));
const UNTOLD: ReadonlySet<string> = new Set(
  'locked created published created_by modified_by hash_md5 hash_sha1 media_url url api_key'.split(' '),
);

const PRIORITY_IS_FIRST = /^-/;

function sortLink(name: string, frame: Frame, canSort: boolean): Column['sort'] {
  if (!canSort) return undefined;
  const [path = '', text = ''] = frame.path.split('?');
  const query = new URLSearchParams(text);
  const now = query.get('sort')?.split(',')[0] ?? '';
  const isThis = now.replace(PRIORITY_IS_FIRST, '') === name;
  const state = !isThis ? 'none' : now.startsWith('-') ? 'descending' : 'ascending';
  query.set('sort', state === 'ascending' ? `-${name}` : name);
  query.delete('page');
  query.delete('page[number]');
  return { href: withQuery(path, query, frame), state };
}

const PAGE_LABELS = [
  ['first', 'First'],
  ['prev', 'Previous'],
  ['next', 'Next'],
  ['last', 'Last'],
] as const;

function pagination({ meta, data }: ShownDocument): {
  count: number;
  page: number;
  pages: number;
  size: number;
  items: number;
} {
  const found = isJson(meta?.['pagination']) ? meta['pagination'] : {};
  // A project's own lists may have no pages: all of it is there.
  const rows = Array.isArray(data) ? data.length : 0;
  const number = (name: string): number => Number(found[name] ?? 0);
  return {
    count: Number(found['count'] ?? rows),
    page: number('page') || 1,
    pages: number('page_count') || 1,
    size: number('page_size'),
    items: Number(found['page_items'] ?? rows),
  };
}

/** The page of a resource: the one that it names, else that of its type and id. */
export function resourceHref(resource: ShownResource | Identifier, frame: Frame): string | undefined {
  const self = 'links' in resource ? resource.links?.self : undefined;
  if (self !== undefined) return addressOf(self, frame.base)?.href;
  const isServed = frame.endpoints.some(({ path }) => path === `/${resource.type}`);
  return isServed ? ownHref(`/${resource.type}/${encodeURIComponent(resource.id)}`, frame) : undefined;
}

export const includedLinks = ({ included = [] }: ShownDocument, frame: Frame): (Crumb & { type: string })[] =>
  included.filter(isResource).map((each) => ({
    label: labelOf(each),
    type: each.type,
    href: resourceHref(each, frame) ?? '',
  }));

/** @param canSort the operation takes `sort` */
export function listPage(document: ShownDocument, frame: Frame, canSort: boolean): ListPage {
  const resources = (Array.isArray(document.data) ? document.data : []).filter(isResource);
  const heading = headingOf(resources);
  const column = (name: string): Column => {
    const sample = resources.map((each) => valueOf(each, name)).find((value) => value !== null && value !== undefined);
    return {
      name,
      label: humanName(name),
      sort: sortLink(
        name,
        frame,
        canSort && (name === 'id' || name in (resources[0]?.attributes ?? {}) || isDate(name)),
      ),
      isNumber: typeof sample === 'number',
    };
  };
  const columns = columnNames(resources, heading, askedFor(frame.path)).map(column);
  const { count, page, pages, size, items } = pagination(document);
  const start = (page - 1) * size;
  return {
    columns,
    rowHeading: column(heading),
    rows: resources.map((each) => ({
      label: heading === 'id' ? each.id : labelOf(each),
      href: resourceHref(each, frame),
      cells: columns.map(({ name }) => cell(valueOf(each, name), frame.base)),
    })),
    pages: PAGE_LABELS.flatMap(([name, label]) => {
      const link = document.links?.[name];
      const address = link && pages > 1 ? addressOf(link, frame.base) : undefined;
      return address ? [{ label, address }] : [];
    }),
    range: count === 0 ? 'nothing' : items === count ? `all ${count}` : `${start + 1} to ${start + items} of ${count}`,
    page: { number: page, count: pages },
    included: includedLinks(document, frame),
    isEmpty: resources.length === 0,
  };
}

const isDate = (name: string): boolean => DATES.includes(name);

/** What is too long for a cell is left to the page of its resource. */
function cell(value: unknown, base: string): ShownValue {
  const shown = shownValue(value, base);
  if (shown.kind === 'json') return { kind: 'empty' };
  if (shown.kind === 'long') return { kind: 'text', text: `${shown.text.slice(0, MAX_TEXT)}…` };
  return shown;
}
