// The picker of a relationship: what is linked now and what can be, by their titles (D967).
import { displayName, isResource, type ShownResource } from '../json-api-document.ts';
import type { LinkForm, OperationIndex } from '../operation-index.ts';
import { mediaOf } from '../pages/resource-link.ts';
import { aroundList, documentAt, FIELDS } from '../pages/page-extras.ts';
import { ownHref, type Frame } from '../pages/frame.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { itemsIn } from '../../values.ts';

type Choice = Awaited<ReturnType<typeof choicesOf>>[number];

const MAX_LINKED = 100;
const MAX_FOUND = 12;

/** Lists of relationships with another name, whose description names no type. */
const LISTS: Readonly<Record<string, string>> = {
  parents: 'folders',
  children: 'objects',
  object: 'objects',
  left_object_types: 'object_types',
  right_object_types: 'object_types',
  parent_category: 'categories',
};

/** Of the path of a relationship, such as `/documents/12/relationships/poster`. */
function partsOf(target: string): { kind: string; id: string; name: string } {
  const [kind = '', id = '', , name = ''] = target.split('/').slice(-4);
  return { kind, id, name };
}

/** Of roles and the like: the list has the name of the relationship. A parent is of the same kind. */
const listName = ({ kind, name }: { kind: string; name: string }): string =>
  name === 'parent' ? kind : (LISTS[name] ?? name);

/** The list of what can be linked; that of all objects for several types. */
function listOf([only = '', ...others]: readonly string[], operations: OperationIndex): string | undefined {
  if (others.length > 0) return `/objects?filter[type]=${[only, ...others].join()}`;
  return ['/', '/model/', '/admin/'].map((place) => `${place}${only}`).find((path) => operations.has('get', path));
}

const duplicatesIn = (labels: readonly string[]): ReadonlySet<string> =>
  new Set(labels.filter((label, index) => labels.indexOf(label) !== index));

async function choicesOf(browser: BrowserRequest, url: string, frame: Frame) {
  const document = await documentAt(browser, url);
  const resources = itemsIn(document?.data).filter(isResource);
  const { thumbnails } = await aroundList(browser, resources, frame);
  return resources.map((each: ShownResource) => ({
    value: `${each.type} ${each.id}`,
    label: displayName(each),
    // It tells two of one title apart.
    name: String(each.attributes?.['uname'] ?? each.id),
    type: each.type,
    picture: thumbnails[each.id] ?? (each.type === 'images' ? mediaOf(each, browser.base)?.src : undefined),
  }));
}

/** What is linked now, what was found besides, and the search. @param target path of the relationship */
export async function pickerOf(browser: BrowserRequest, target: string, form: LinkForm, frame: Frame) {
  const { operations } = browser;
  const parts = partsOf(target);
  const types = form.types.length > 0 ? form.types : [listName(parts)];
  const list = listOf(types, operations);
  if (list === undefined) return undefined;
  const parameters = operations.parameters(list.split('?')[0] ?? '').map(({ name }) => name);
  const value = new URLSearchParams(browser.path.split('?')[1]).get('q')?.trim() ?? '';
  const hasSearch = parameters.includes('q');
  const order = parameters.includes('sort') ? '&sort=-id' : '';
  const asked = hasSearch && value !== '' ? `&q=${encodeURIComponent(value)}` : order;
  const size = hasSearch ? MAX_FOUND : MAX_LINKED;
  const fields = `fields=${FIELDS},uname,status`;
  const page = `${list}${list.includes('?') ? '&' : '?'}${fields}&page_size=${size}${asked}`;
  const linkedNow = `${target.replace('/relationships/', '/')}?${fields}&page_size=${MAX_LINKED}`;
  const [now, found] = await Promise.all([choicesOf(browser, linkedNow, frame), choicesOf(browser, page, frame)]);
  // What is linked already, and the object itself.
  const linked = new Set([`${parts.kind} ${parts.id}`, ...now.map((each) => each.value)]);
  const others = found.filter((each) => !linked.has(each.value));
  const shared = duplicatesIn([...now, ...others].map(({ label }) => label));
  const distinct = (each: Choice): Choice =>
    shared.has(each.label) ? { ...each, label: `${each.label} (${each.name})` } : each;
  const action = ownHref(browser.path.split('?')[0] ?? '', browser);
  return {
    now: now.map(distinct),
    found: others.map(distinct),
    search: hasSearch ? { action, value } : undefined,
  };
}
