// Further requests of a page: one each, for any number of items on it (D370). Refused ones are omitted.
import {
  isResource,
  displayName,
  type People,
  type ShownDocument,
  type ShownResource,
  resourceOf,
} from '../json-api-document.ts';
import { mediaOf, type Media } from './resource-link.ts';
import { addressOf, type Frame } from './frame.ts';
import { callService, type BrowserRequest } from '../browser-request.ts';
import { isList, itemsIn, isRecord } from '../../values.ts';

const PEOPLE = ['created_by_user', 'modified_by_user'] as const;
/** Names of resources, and addresses of files. */
export const FIELDS = 'title,label,name,username,file_name,media_url';

/** undefined where it is refused */
export async function documentAt(browser: BrowserRequest, url: string): Promise<ShownDocument | undefined> {
  const { status, json } = await callService(browser, { method: 'GET', url });
  return status === 200 && isRecord(json) ? json : undefined;
}

const included = (document: ShownDocument | undefined): ShownResource[] =>
  (document?.included ?? []).filter(isResource);

/** The first included resource of a relationship. */
function firstOf(document: ShownDocument | undefined, relation: string): ShownResource | undefined {
  const resource = document?.data;
  if (!isResource(resource)) return undefined;
  const { data } = resource.relationships?.[relation] ?? {};
  const [first] = isList(data) ? data : [data];
  return included(document).find(({ id, type }) => isResource(first) && id === first.id && type === first.type);
}

const peopleOf = (resources: readonly ShownResource[]): People =>
  Object.fromEntries(resources.filter(({ type }) => type === 'users').map((each) => [each.id, displayName(each)]));

/** The image of an object, its author and its last editor. */
export async function aroundObject(
  browser: BrowserRequest,
  document: ShownDocument,
): Promise<{ picture: Media | undefined; people: People }> {
  const resource = resourceOf(document);
  const { type, id, relationships = {} } = resource;
  const path = `/${type}/${encodeURIComponent(id)}`;
  const needsPoster = relationships['poster'] !== undefined && mediaOf(resource, browser.base) === undefined;
  const people = PEOPLE.filter((name) => browser.operations.has('get', `${path}/${name}`));
  const wanted = [...(needsPoster ? ['poster'] : []), ...people];
  const hasAll = wanted.every((name) => relationships[name]?.data !== undefined);
  const withIncluded = hasAll
    ? document
    : await documentAt(browser, `${path}?include=${wanted.join()}&fields=${[FIELDS, ...wanted].join()}`);
  const poster = needsPoster ? firstOf(withIncluded, 'poster') : undefined;
  return { picture: poster && mediaOf(poster, browser.base), people: peopleOf(included(withIncluded)) };
}

/** The owner of some relationships, with what they link; undefined when it is more than a response includes. */
export function linkedOf(
  browser: BrowserRequest,
  [first = '', ...more]: readonly string[],
): ReturnType<typeof documentAt> {
  const [owner = ''] = first.split('/relationships/');
  const names = [first, ...more].map((path) => path.split('/').at(-1));
  return documentAt(browser, `${owner}?include=${names.join()}&fields=${[FIELDS, ...names].join()}`);
}

/** The name of the resource that a list belongs to, such as that of `/documents/12/poster`; `path` is its own. */
export async function fileOwnerOf(
  browser: BrowserRequest,
  path: string,
): Promise<{ path: string; label: string } | undefined> {
  const [, owner] = /^(.+?)(?:\/relationships)?\/[^/]+$/.exec(path) ?? [];
  if (owner === undefined || !browser.operations.namesResource(owner)) return undefined;
  const document = await documentAt(browser, `${owner}?fields=${FIELDS}`);
  return isResource(document?.data) ? { path: owner, label: displayName(document.data) } : undefined;
}

/** Pictures and names for a list. */
export async function aroundList(
  browser: BrowserRequest,
  resources: readonly ShownResource[],
  frame: Frame,
): Promise<{ people: People; thumbnails: Readonly<Record<string, string>> }> {
  const users = [...new Set(resources.map(({ meta }) => meta?.['user_id']).filter((id) => typeof id === 'number'))];
  const maySeeUsers = users.length > 0 && frame.endpoints.some(({ path }) => path === '/users');
  const found = maySeeUsers
    ? await documentAt(browser, `/users?filter[id]=${users.join()}&page_size=${users.length}&fields=${FIELDS}`)
    : undefined;
  return {
    people: peopleOf(itemsIn(found?.data).filter(isResource)),
    thumbnails: await thumbnailsOf(browser, resources),
  };
}

/** The default maximum of thumbnails in one request. */
const MAX_THUMBNAILS = 20;

async function thumbnailsOf(
  browser: BrowserRequest,
  resources: readonly ShownResource[],
): Promise<Record<string, string>> {
  // A browser requests pictures without a token.
  const images = resources.filter(({ type, attributes }) => type === 'images' && attributes?.['status'] === 'on');
  if (images.length === 0) return {};
  const ids = images.slice(0, MAX_THUMBNAILS).map(({ id }) => id);
  const document = await documentAt(browser, `/media/thumbs?ids=${ids.join()}`);
  const all = document?.meta?.['thumbnails'];
  return Object.fromEntries(
    itemsIn(all).flatMap((each) => {
      const address =
        isRecord(each) && typeof each['url'] === 'string' ? addressOf(each['url'], browser.base) : undefined;
      return isRecord(each) && address?.isOwn ? [[String(each['id']), address.href] as const] : [];
    }),
  );
}
