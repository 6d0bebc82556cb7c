// The first page: what one has to do, what has changed, and what there is (D966).
import { displayName, isResource, type ShownResource } from '../json-api-document.ts';
import { documentAt } from './page-extras.ts';
import { ownHref, type EndpointLink, type Frame } from './frame.ts';
import { resourceHref } from './resource-link.ts';
import { shownValue, type ShownValue } from './shown-value.ts';
import type { BrowserRequest } from '../browser-request.ts';
import type { Principal } from '../../http/principal.ts';
import { itemsIn } from '../../values.ts';

export interface WorkList {
  id: string;
  heading: string;
  items: readonly { label: string; type: string; href: string | undefined; status: string; time: ShownValue }[];
  /** The whole list. */
  all: string;
}

/** Its page for users: its own, or a form. */
function hrefOf({ path, methods }: EndpointLink, base: string): string | undefined {
  if (methods.includes('GET')) return ownHref(path, { base });
  return path === '/signup' ? ownHref('/html/sign-up', { base }) : undefined;
}

const SHOWN = 8;

interface Query extends Pick<WorkList, 'id' | 'heading'> {
  query: string;
  /** Member with the time that is shown. */
  time: string;
}

/** Lists of objects by their queries. @param user id of the caller */
function queriesOf(user: number | null | undefined, now: Date): Query[] {
  const recent = { id: 'recent', heading: 'Recently changed', query: 'sort=-modified', time: 'modified' };
  if (user == null) return [recent];
  const drafts = 'filter[status]=draft&sort=-modified';
  const later = `filter[publish_start][gt]=${encodeURIComponent(now.toISOString())}&sort=publish_start`;
  return [
    { id: 'own-drafts', heading: 'Your drafts', query: `filter[created_by]=${user}&${drafts}`, time: 'modified' },
    { id: 'drafts', heading: 'Drafts of others', query: `filter[created_by][ne]=${user}&${drafts}`, time: 'modified' },
    { id: 'scheduled', heading: 'Published soon', query: later, time: 'publish_start' },
    recent,
  ];
}

/** @param time name of the member with its time */
export function itemOf(resource: ShownResource, time: string, frame: Frame): WorkList['items'][number] {
  const { attributes = {}, meta = {}, type } = resource;
  return {
    label: displayName(resource),
    type,
    href: resourceHref(resource, frame),
    status: String(attributes['status'] ?? ''),
    time: shownValue(attributes[time] ?? meta[time], frame.base),
  };
}

/** The paths that the caller may use, and the objects to look at: a request for each list. */
export async function homePage(browser: BrowserRequest, frame: Frame, principal: Principal | undefined) {
  const { endpoints, base } = frame;
  const shown = endpoints.map((endpoint) => ({ ...endpoint, href: hrefOf(endpoint, base) }));
  const content = shown.filter(({ isContent }) => isContent);
  const maySee = content.some(({ path, methods }) => path === '/objects' && methods.includes('GET'));
  const queries = maySee ? queriesOf(principal?.caller.userId, browser.site.options.clock.now()) : [];
  const lists = await Promise.all(
    queries.map(async ({ id, heading, query, time }): Promise<WorkList> => {
      const fields = `fields=title,status,username,${time}`;
      const document = await documentAt(browser, `/objects?${query}&page_size=${SHOWN}&${fields}`);
      const items = itemsIn(document?.data).filter(isResource);
      const all = ownHref(`/objects?${query}`, frame);
      return { id, heading, all, items: items.map((each) => itemOf(each, time, frame)) };
    }),
  );
  return {
    lists: lists.filter(({ items }) => items.length > 0),
    content,
    service: shown.filter(({ isContent }) => !isContent),
  };
}
