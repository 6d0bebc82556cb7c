// Any GET of the API as a page: executed as for JSON:API, and its response shown (service.md 4.1 rule 1, D321).
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';
import {
  humanName,
  isResource,
  type JsonValue,
  type ShownDocument,
  type ShownResource,
  resourceOf,
} from '../json-api-document.ts';
import { errorPage } from './error-page.ts';
import { differencesOf } from './differences.ts';
import { filterForm } from './filter-form.ts';
import { folderContent, folderTree } from './folder-page.ts';
import { homePage } from './home-page.ts';
import { jsonHtml, MAX_SHOWN_JSON } from './json-view.ts';
import { listPage } from './list-page.ts';
import { resourcePage, unknownRelations } from './object-page.ts';
import { addressOf, curlLine, decoded, ownHref, type Frame } from './frame.ts';
import { shownValue } from './shown-value.ts';
import { aroundList, aroundObject, fileOwnerOf, linkedOf } from './page-extras.ts';
import type { OperationIndex } from '../operation-index.ts';
import { sendRedirect, sendPage, type NamedPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import type { Principal } from '../../http/principal.ts';
import { loginForm } from './login-form.ts';
import { callService, forgetSession, findSession, frameOf, type BrowserRequest } from '../browser-request.ts';
import { itemsIn, isRecord } from '../../values.ts';

interface Action {
  label: string;
  href: string;
  isMain: boolean;
}

const pathOf = ({ path }: Pick<Frame, 'path'>): string => path.split('?')[0] ?? '';

/** A page without a counterpart in the API. */
const isOwnPage = ({ path }: Pick<Frame, 'path'>): boolean => /^\/html(?:[/?]|$)/.test(path);

/** The request of a page for a shell, and its JSON. @param length of the body, if it may be long */
export const sourceOf = (body: unknown, frame: Frame, length = 0) => ({
  curl: isOwnPage(frame) ? undefined : curlLine(frame),
  json: body === undefined || length > MAX_SHOWN_JSON ? undefined : jsonHtml(body, frame.base),
  isJsonOpen: false,
});

/** The title of an address: `Borders of Germany`. @param owner name of the resource that it belongs to */
function headingOf(frame: Frame, owner: string | undefined): string {
  const segments = pathOf(frame).split('/').filter(Boolean).map(decoded);
  const last = humanName(segments.at(-1) ?? '');
  if (segments.at(-2) === 'relationships') return `${last} of ${owner ?? segments.at(-3) ?? ''}: links`;
  if (owner !== undefined) return `${last} of ${owner}`;
  return segments.length > 2 && segments[0] !== 'model' && segments[0] !== 'admin'
    ? `${last} of ${segments.at(-2) ?? ''}`
    : last;
}

const mayWrite = (frame: Frame, principal: Principal | undefined): boolean =>
  frame.user !== undefined &&
  principal?.caller.userId != null &&
  principal.access.grant(pathOf(frame).split('/')[1] ?? '', 'write') !== 'none';

function listActions(operations: OperationIndex, frame: Frame, principal: Principal | undefined): Action[] {
  const path = pathOf(frame);
  if (!mayWrite(frame, principal)) return [];
  if (operations.linkForm(path))
    return [{ label: 'Change', href: ownHref(`/html/relate${path}`, frame), isMain: true }];
  const form = operations.resourceForm('post', path);
  return form ? [{ label: form.summary, href: ownHref(`/html/new${path}`, frame), isMain: true }] : [];
}

/** Where several files of a list are uploaded, each by the form for a new object (D968). */
function uploadOf(operations: OperationIndex, frame: Frame, principal: Principal | undefined) {
  const path = pathOf(frame);
  if (!mayWrite(frame, principal) || operations.uploadPath(path) === undefined) return undefined;
  return { action: ownHref(`/html/new${path}`, frame), csrf: frame.user?.csrf };
}

/** Path for changes of a resource: that of the page, with the id instead of the name, else that of its type. */
function changedAt(operations: OperationIndex, resource: ShownResource, frame: Frame): string {
  const path = pathOf(frame);
  if (resource.type === 'versions') return path;
  const isHere = operations.has('patch', path) || operations.has('delete', path);
  if (!isHere) return `/${resource.type}/${encodeURIComponent(resource.id)}`;
  return operations.namesResource(path) ? path.replace(/[^/]+$/, encodeURIComponent(resource.id)) : path;
}

function objectActions(
  operations: OperationIndex,
  resource: ShownResource,
  frame: Frame,
  principal: Principal | undefined,
): Action[] {
  const path = changedAt(operations, resource, frame);
  if (!mayWrite({ ...frame, path }, principal)) return [];
  const form = operations.resourceForm('patch', path);
  const action = (isThere: boolean, label: string, target: string, isMain = false): Action[] =>
    isThere ? [{ label, href: ownHref(target, frame), isMain }] : [];
  const edit = form && form.fields.length > 0 ? 'Edit' : (form?.summary ?? '');
  return [
    ...action(form !== undefined, edit, `/html/edit${path}`, true),
    ...action(operations.hasFile(path), 'Upload a file', `/html/file${path}`),
    ...action(operations.has('post', `${path}/actions/restore`), 'Restore this version', `/html/restore${path}`, true),
    ...action(operations.has('get', `${path}/versions`), 'History', `${path}/versions`),
    ...action(operations.has('delete', path) && operations.namesResource(path), 'Delete', `/html/delete${path}`),
  ];
}

const isIn = (place: unknown): place is JsonValue => isRecord(place) && Object.keys(place).length > 0;

/** Members of a document without a resource: those in `meta`, if it has one. */
function plainFields(body: unknown, base: string) {
  const members = isRecord(body) ? (isIn(body['meta']) && body['data'] === undefined ? body['meta'] : body) : {};
  return Object.entries(members)
    .filter(([name, value]) => name !== 'links' && (typeof value !== 'object' || value === null))
    .map(([name, value]) => ({ name, label: humanName(name), value: shownValue(value, base) }));
}

interface Shown {
  browser: BrowserRequest;
  answer: InnerAnswer;
  frame: Frame;
  document: ShownDocument;
  source: ReturnType<typeof sourceOf>;
}

async function shownList({ browser, answer, frame, document, source }: Shown): Promise<NamedPage> {
  const { operations } = browser;
  const path = pathOf(frame);
  const parameters = operations.parameters(path);
  const resources = itemsIn(document.data).filter(isResource);
  const fields = operations.attributes(path);
  const page = listPage(document, frame, {
    canSort: parameters.some(({ name }) => name === 'sort'),
    fields,
    ...(await aroundList(browser, resources, frame)),
  });
  const owner = await fileOwnerOf(browser, path);
  const heading = headingOf(frame, owner?.label);
  const upload = uploadOf(operations, frame, answer.principal);
  const content = {
    title: heading,
    heading,
    labels: owner && { [owner.path]: owner.label },
    page,
    filter: filterForm(parameters, fields, frame),
    actions: listActions(operations, frame, answer.principal),
    upload,
    hasEditor: upload !== undefined,
    tree: frame.path === '/folders' ? await folderTree(browser, frame) : [],
    ...source,
  };
  return ['list', content];
}

async function shownObject({ browser, answer, frame, document, source }: Shown): Promise<NamedPage> {
  const { operations } = browser;
  const mayLink = (path: string): boolean =>
    mayWrite({ ...frame, path }, answer.principal) && (operations.has('post', path) || operations.has('patch', path));
  const resource = resourceOf(document);
  const relations = unknownRelations(resource, frame, mayLink);
  const [around, linked] = await Promise.all([
    aroundObject(browser, document),
    relations.length > 0 ? linkedOf(browser, relations) : undefined,
  ]);
  const page = resourcePage(document, frame, { ...around, linked, mayLink });
  const actions = objectActions(operations, resource, frame, answer.principal);
  const title = page.label;
  const labels = { [pathOf(frame)]: title };
  const differences = resource.type === 'versions' ? await differencesOf(browser, pathOf(frame), resource) : undefined;
  const folder = resource.type === 'folders' ? await folderContent(browser, resource, frame) : undefined;
  const sections = { differences, folder, ...(folder && { crumbs: folder.crumbs }) };
  if (isTurnOver()) await nextTurn();
  return ['object', { title, labels, page, actions, ...sections, ...source }];
}

async function pageOf(browser: BrowserRequest, answer: InnerAnswer, frame: Frame): Promise<NamedPage> {
  const source = sourceOf(answer.json, frame, answer.length);
  if (pathOf(frame) === '/home') {
    return ['home', { title: 'Home', page: await homePage(browser, frame, answer.principal), ...source }];
  }
  const document: ShownDocument = isRecord(answer.json) ? answer.json : {};
  const shown = { browser, answer, frame, document, source };
  if (Array.isArray(document.data)) return shownList(shown);
  if (isResource(document.data)) return shownObject(shown);
  const owner = await fileOwnerOf(browser, pathOf(frame));
  const heading = headingOf(frame, owner?.label);
  const labels = owner && { [owner.path]: owner.label };
  const fields = plainFields(answer.json, browser.base);
  return ['document', { title: heading, heading, labels, fields, ...source, isJsonOpen: true }];
}

/** Queries with more members get no links that remove some of them. */
const MAX_MEMBERS = 200;

/** For a refused list: the fields of its query, and links without the refused members. */
function listChoices({ operations }: BrowserRequest, frame: Frame) {
  if (new URLSearchParams(frame.path.split('?')[1]).size > MAX_MEMBERS) return undefined;
  const path = pathOf(frame);
  const fields = operations.attributes(path);
  const filter = filterForm(operations.parameters(path), fields, frame);
  if (!filter?.anyField) return undefined;
  const named = filter.fields.map(({ name, label }) => ({ value: name, label }));
  const all = { href: ownHref(path, frame), label: headingOf(frame, undefined) };
  return { all, conditions: filter.conditions, fields: filter.anyField, named };
}

/**
 * An error in readable form; an anonymous caller can sign in on the same page.
 * @param own an error of the pages themselves, without JSON of the API
 */
export function sendError(browser: BrowserRequest, answer: InnerAnswer, own?: { advice: string | undefined }): void {
  const { status, json } = answer;
  const wasSignedIn = browser.session !== undefined;
  if (status === 401 && wasSignedIn) forgetSession(browser);
  const frame = frameOf(browser, answer.principal, status);
  const page = { ...errorPage(json, status), ...(own?.advice !== undefined && { advice: own.advice }) };
  const login = status === 401 ? { login: loginForm(browser, browser.path) } : {};
  const source = own ? {} : sourceOf(json, frame);
  const { title } = page;
  const crumbs = [
    { label: 'Home', href: ownHref('/home', browser) },
    { label: title, href: '' },
  ];
  const choices = status === 400 && !own ? listChoices(browser, frame) : undefined;
  const around = { choices, hasSource: !own, ...(isOwnPage(frame) && { crumbs }) };
  // The address of a refused form opens it again.
  const again =
    own?.advice !== undefined && !/^\/html\/sign-out/.test(browser.path) ? ownHref(browser.path, browser) : undefined;
  sendPage(browser, frame, ['error', { title, page, again, ...around, ...login, ...source }], answer);
}

/** Lists of what happened, which a page shows newest first (D965). */
const NEWEST_FIRST = [
  { list: /^\/history$/, sort: '-created' },
  { list: /^\/[^/]+\/[^/]+\/versions$/, sort: '-number' },
];

/** A target with the order in which a page shows the list; unchanged if it names an order, or a place in one. */
function inPageOrder(target: string): string {
  const [path = '', query = ''] = target.split('?');
  const found = NEWEST_FIRST.find(({ list }) => list.test(path));
  if (!found || /(?:^|&)(?:sort=|page\[(?:after|before))/i.test(decoded(query))) return target;
  return `${path}?${query === '' ? '' : `${query}&`}sort=${found.sort}`;
}

/** Responds to a GET or HEAD with a page. */
export async function answerWithPage(browser: BrowserRequest): Promise<void> {
  await findSession(browser);
  browser.path = inPageOrder(browser.path);
  const answer = await callService(browser, { method: 'GET', url: inPageOrder(browser.request.url ?? '/') });
  const { location } = answer.headers;
  if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
    return sendRedirect(browser, addressOf(location, browser.base)?.href ?? ownHref('/home', browser));
  }
  if (answer.status >= 400) return sendError(browser, answer);
  const frame = frameOf(browser, answer.principal, answer.status);
  sendPage(browser, frame, await pageOf(browser, answer, frame), { headers: answer.headers, isKept: true });
}
