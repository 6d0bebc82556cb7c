// Any GET of the API as a page: it is done as for JSON:API, and what is answered is shown (service.md 4.1 rule 1, D321).
import {
  humanName,
  isJson,
  isResource,
  type Json,
  type ShownDocument,
  type ShownResource,
} from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { filterForm } from '../../format/html/filter-form.ts';
import { homePage } from '../../format/html/home-page.ts';
import { jsonHtml } from '../../format/html/json-view.ts';
import { listPage } from '../../format/html/list-page.ts';
import { objectPage } from '../../format/html/object-page.ts';
import { addressOf, curlLine, decoded, ownHref, type Frame } from '../../format/html/page.ts';
import { shownValue } from '../../format/html/shown-value.ts';
import { aroundList, aroundObject, ownerOf } from './asked-besides.ts';
import { describedBy, type Described } from './described.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer, Who } from './inner-request.ts';
import { loginForm } from './sign-in-form.ts';
import { askFor, endSession, findSession, frameOf, type Visit } from './visit.ts';

interface Action {
  label: string;
  href: string;
  isMain: boolean;
}

const pathOf = ({ path }: Pick<Frame, 'path'>): string => path.split('?')[0] ?? '';

/** A page that the API has none of. */
const isOwnPage = ({ path }: Pick<Frame, 'path'>): boolean => /^\/html(?:[/?]|$)/.test(path);

/** The request of a page for a shell, and the JSON that it shows. */
export const sourceOf = (body: unknown, frame: Frame, isJsonOpen = false) => ({
  curl: isOwnPage(frame) ? undefined : curlLine(frame),
  json: body === undefined ? undefined : jsonHtml(body, frame.base),
  isJsonOpen,
});

/** What an address is of: `Borders of Germany`. @param owner what the resource is called that it belongs to */
function headingOf(frame: Frame, owner: string | undefined): string {
  const segments = pathOf(frame).split('/').filter(Boolean).map(decoded);
  const last = humanName(segments.at(-1) ?? '');
  if (segments.at(-2) === 'relationships') return `${last} of ${owner ?? segments.at(-3) ?? ''}: links`;
  if (owner !== undefined) return `${last} of ${owner}`;
  return segments.length > 2 && segments[0] !== 'model' && segments[0] !== 'admin'
    ? `${last} of ${segments.at(-2) ?? ''}`
    : last;
}

const mayWrite = (frame: Frame, who: Who | undefined): boolean =>
  frame.user !== undefined &&
  who?.caller.userId != null &&
  who.access.grant(pathOf(frame).split('/')[1] ?? '', 'write') !== 'none';

function listActions(described: Described, frame: Frame, who: Who | undefined): Action[] {
  const path = pathOf(frame);
  if (!mayWrite(frame, who)) return [];
  if (described.linkForm(path)) return [{ label: 'Change', href: ownHref(`/html/relate${path}`, frame), isMain: true }];
  const form = described.resourceForm('post', path);
  return form ? [{ label: form.summary, href: ownHref(`/html/new${path}`, frame), isMain: true }] : [];
}

/** Where a resource is changed: by the path that it was asked by with its id in the place of its name, else by its type. */
function changedAt(described: Described, resource: ShownResource, frame: Frame): string {
  const path = pathOf(frame);
  const isHere = described.has('patch', path) || described.has('delete', path);
  if (!isHere) return `/${resource.type}/${encodeURIComponent(resource.id)}`;
  return described.namesResource(path) ? path.replace(/[^/]+$/, encodeURIComponent(resource.id)) : path;
}

function objectActions(described: Described, resource: ShownResource, frame: Frame, who: Who | undefined): Action[] {
  const path = changedAt(described, resource, frame);
  if (!mayWrite({ ...frame, path }, who)) return [];
  const form = described.resourceForm('patch', path);
  const hasFields = form !== undefined && form.fields.length > 0;
  return [
    ...(form
      ? [{ label: hasFields ? 'Edit' : form.summary, href: ownHref(`/html/edit${path}`, frame), isMain: true }]
      : []),
    ...(described.hasFile(path)
      ? [{ label: 'Upload a file', href: ownHref(`/html/file${path}`, frame), isMain: false }]
      : []),
    ...(described.has('delete', path) && described.namesResource(path)
      ? [{ label: 'Delete', href: ownHref(`/html/delete${path}`, frame), isMain: false }]
      : []),
  ];
}

const isIn = (place: unknown): place is Json => isJson(place) && Object.keys(place).length > 0;

/** Members of what is no resource: those in `meta`, if it has one. */
function plainFields(body: unknown, base: string) {
  const members = isJson(body) ? (isIn(body['meta']) && body['data'] === undefined ? body['meta'] : body) : {};
  return Object.entries(members)
    .filter(([name, value]) => name !== 'links' && (typeof value !== 'object' || value === null))
    .map(([name, value]) => ({ name, label: humanName(name), value: shownValue(value, base) }));
}

interface Shown {
  visit: Visit;
  answer: InnerAnswer;
  frame: Frame;
  described: Described;
  document: ShownDocument;
}

async function shownList({ visit, answer, frame, described, document }: Shown): Promise<string> {
  const path = pathOf(frame);
  const parameters = described.parameters(path);
  const resources = (document.data as readonly unknown[]).filter(isResource);
  const fields = described.attributes(path);
  const page = listPage(document, frame, {
    canSort: parameters.some(({ name }) => name === 'sort'),
    fields,
    ...(await aroundList(visit, resources, frame)),
  });
  const owner = await ownerOf(visit, described, path);
  const heading = headingOf(frame, owner?.label);
  return visit.site.pages.render('list', frame, {
    title: heading,
    heading,
    labels: owner && { [owner.path]: owner.label },
    page,
    filter: filterForm(parameters, fields, frame),
    actions: listActions(described, frame, answer.who),
    ...sourceOf(answer.json, frame),
  });
}

async function shownObject({ visit, answer, frame, described, document }: Shown): Promise<string> {
  const page = objectPage(document, frame, await aroundObject(visit, described, document));
  const actions = objectActions(described, document.data as ShownResource, frame, answer.who);
  const title = page.label;
  const labels = { [pathOf(frame)]: title };
  return visit.site.pages.render('object', frame, { title, labels, page, actions, ...sourceOf(answer.json, frame) });
}

async function pageOf(visit: Visit, answer: InnerAnswer, frame: Frame): Promise<string> {
  const { pages, options } = visit.site;
  const source = sourceOf(answer.json, frame);
  if (pathOf(frame) === '/home')
    return pages.render('home', frame, { title: 'Home', page: homePage(frame), ...source });
  const described = describedBy(options.description(visit.base).document);
  const document: ShownDocument = isJson(answer.json) ? answer.json : {};
  const shown = { visit, answer, frame, described, document };
  if (Array.isArray(document.data)) return shownList(shown);
  if (isResource(document.data)) return shownObject(shown);
  const owner = await ownerOf(visit, described, pathOf(frame));
  const heading = headingOf(frame, owner?.label);
  const labels = owner && { [owner.path]: owner.label };
  const fields = plainFields(answer.json, visit.base);
  return pages.render('document', frame, { title: heading, heading, labels, fields, ...source, isJsonOpen: true });
}

/** A query with more members is shown no ways to it without some of them. */
const MAX_MEMBERS = 200;

/** Of a list that was refused: what can be named in its query, and ways to it without what was refused. */
function listChoices({ site, base }: Visit, frame: Frame) {
  if (new URLSearchParams(frame.path.split('?')[1]).size > MAX_MEMBERS) return undefined;
  const described = describedBy(site.options.description(base).document);
  const path = pathOf(frame);
  const fields = described.attributes(path);
  const filter = filterForm(described.parameters(path), fields, frame);
  if (!filter?.anyField) return undefined;
  const named = filter.fields.map(({ name, label }) => ({ value: name, label }));
  const all = { href: ownHref(path, frame), label: headingOf(frame, undefined) };
  return { all, conditions: filter.conditions, fields: filter.anyField, named };
}

/**
 * An error for a person; who is not signed in can do so right there.
 * @param own it is none of the API, which has nothing to show of it
 */
export function sendError(visit: Visit, answer: InnerAnswer, own?: { advice: string | undefined }): void {
  const { status, json } = answer;
  const wasSignedIn = visit.session !== undefined;
  if (status === 401 && wasSignedIn) endSession(visit);
  const frame = frameOf(visit, answer.who, status);
  const page = { ...errorPage(json, status), ...(own?.advice !== undefined && { advice: own.advice }) };
  const login = status === 401 ? { login: loginForm(visit, visit.path) } : {};
  const source = own ? {} : sourceOf(json, frame);
  const { title } = page;
  const crumbs = [
    { label: 'Home', href: ownHref('/home', visit) },
    { label: title, href: '' },
  ];
  const choices = status === 400 && !own ? listChoices(visit, frame) : undefined;
  const around = { choices, hasSource: !own, ...(isOwnPage(frame) && { crumbs }) };
  // A form that was refused is opened again by the same address.
  const again =
    own?.advice !== undefined && !/^\/html\/sign-out/.test(visit.path) ? ownHref(visit.path, visit) : undefined;
  const html = visit.site.pages.render('error', frame, { title, page, again, ...around, ...login, ...source });
  sendPage(visit, html, { status, headers: answer.headers });
}

/** Answers a GET or HEAD with a page. */
export async function showPage(visit: Visit): Promise<void> {
  await findSession(visit);
  const answer = await askFor(visit, { method: 'GET', url: visit.request.url ?? '/' });
  const { location } = answer.headers;
  if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
    return sendOn(visit, addressOf(location, visit.base)?.href ?? ownHref('/home', visit));
  }
  if (answer.status >= 400) return sendError(visit, answer);
  const frame = frameOf(visit, answer.who, answer.status);
  const html = await pageOf(visit, answer, frame);
  sendPage(visit, html, { status: answer.status, headers: answer.headers, isKept: true });
}
