// Forms that ask before they change something: deleting a resource (D323), restoring a version (D965).
import { displayName } from '../json-api-document.ts';
import { errorPage } from '../pages/error-page.ts';
import { curlLine, ownHref } from '../pages/frame.ts';
import { notFound } from '../../errors.ts';
import {
  breadcrumbs,
  formLinks,
  readResource,
  frameFor,
  unchangedSince,
  savedHref,
  type CurrentResource,
  type FormRequest,
} from './form-request.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { requestChange } from './confirm-factor.ts';
import { differencesOf } from '../pages/differences.ts';
import { sendError, sourceOf } from '../pages/show-page.ts';

/** Deletes a resource after a confirmation. */
export async function deleteByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent } = request;
  const operations = browser.operations;
  if (!operations.has('delete', target) || !operations.namesResource(target)) throw notFound('A form for this page');
  const found = await readResource(request);
  if (!found) return;
  if (!sent) return sendConfirmation(request, found);
  const condition = operations.takesCondition('delete', target) ? unchangedSince(sent) : {};
  const answer = await requestChange(browser, { method: 'DELETE', url: target, ...condition });
  if (answer.status === 401) return sendError(browser, answer);
  if (answer.status >= 400) return sendConfirmation(request, found, answer);
  sendRedirect(browser, `${ownHref(target.replace(/\/[^/]+$/, ''), browser)}#deleted`);
}

/** Of a change that is confirmed. */
interface Question {
  heading: string;
  question: string;
  /** Of the button. */
  label: string;
  isDanger: boolean;
  crumb: string;
  method: string;
  /** Path of the operation. */
  path: string;
  /** Between the present fields and those that would be restored. */
  differences?: Awaited<ReturnType<typeof differencesOf>>;
}

function sendQuestion(request: FormRequest, found: CurrentResource, asked: Question, refused?: InnerAnswer): void {
  const { browser, target, sent } = request;
  const { status = 200, headers = {}, json = { data: found.resource } } = refused ?? {};
  const frame = frameFor(request, status);
  const page = {
    ...asked,
    ...formLinks(request),
    // After 412 it is the present one: the page shows the present resource.
    etag: status === 412 ? found.etag : (sent?.get('etag') ?? found.etag),
    failure: refused && errorPage(json, status),
  };
  const curl = curlLine({ ...frame, path: asked.path }, { method: asked.method });
  const crumbs = breadcrumbs(request, asked.crumb, { [target]: displayName(found.resource) });
  const content = { title: asked.heading, crumbs, page, ...sourceOf(json, frame), curl };
  sendPage(browser, frame, ['confirm', content], { headers });
}

function sendConfirmation(request: FormRequest, found: CurrentResource, refused?: InnerAnswer): void {
  const { browser, target } = request;
  const { resource } = found;
  const question = `${browser.operations.summary('delete', target)}: ${displayName(resource)} (${resource.type} ${resource.id}).`;
  const heading = `Delete ${displayName(resource)}?`;
  const asked = { label: 'Delete', isDanger: true, crumb: 'Delete', method: 'DELETE', path: target };
  sendQuestion(request, found, { heading, question, ...asked }, refused);
}

/** Sets the attributes of a version again, after a look at what that changes. */
export async function restoreByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent } = request;
  const url = `${target}/actions/restore`;
  if (!browser.operations.has('post', url)) throw notFound('A form for this page');
  const found = await readResource(request);
  if (!found) return;
  const object = ownHref(target.replace(/\/versions\/[^/]+$/, ''), browser);
  const answer = sent && (await requestChange(browser, { method: 'POST', url }));
  if (answer?.status === 401) return sendError(browser, answer);
  if (answer && answer.status < 400) return sendRedirect(browser, savedHref(object));
  const heading = `Restore version ${target.split('/').at(-1) ?? ''} of ${displayName(found.resource)}?`;
  const question = 'The fields get the values of this version again, as a new version: nothing is lost.';
  const asked = { label: 'Restore', isDanger: false, crumb: 'Restore', method: 'POST', path: url };
  const differences = await differencesOf(browser, target, found.resource);
  sendQuestion(request, found, { heading, question, ...asked, differences }, answer);
}
