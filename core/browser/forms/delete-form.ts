// The form that deletes a resource after a confirmation (D323).
import { displayName } from '../json-api-document.ts';
import { errorPage } from '../pages/error-page.ts';
import { curlLine, ownHref } from '../pages/frame.ts';
import { notFound } from '../../errors.ts';
import {
  breadcrumbs,
  readResource,
  frameFor,
  unchangedSince,
  type CurrentResource,
  type FormRequest,
} from './form-request.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { requestChange } from './confirm-factor.ts';
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

function sendConfirmation(request: FormRequest, { resource, etag }: CurrentResource, refused?: InnerAnswer): void {
  const { browser, target, sent } = request;
  const { status = 200, headers = {}, json = { data: resource } } = refused ?? {};
  const frame = frameFor(request, status);
  const heading = `Delete ${displayName(resource)}?`;
  const summary = browser.operations.summary('delete', target);
  const page = {
    heading,
    question: `${summary}: ${displayName(resource)} (${resource.type} ${resource.id}).`,
    action: ownHref(browser.path, browser),
    cancel: ownHref(target, browser),
    csrf: browser.session?.csrf ?? '',
    // After 412 it is the present one: the page shows the present resource.
    etag: status === 412 ? etag : (sent?.get('etag') ?? etag),
    failure: refused && errorPage(json, status),
  };
  const curl = curlLine({ ...frame, path: target }, { method: 'DELETE' });
  const content = { title: heading, crumbs: breadcrumbs(request, 'Delete'), page, ...sourceOf(json, frame), curl };
  sendPage(browser, browser.site.pages.render('confirm', frame, content), { status, headers });
}
