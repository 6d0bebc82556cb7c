// The form that deletes a resource, which asks first (D323).
import { labelOf } from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { curlLine, ownHref } from '../../format/html/page.ts';
import { notFound } from '../../errors.ts';
import { breadcrumbs, current, describedOf, frameFor, matching, type Found, type FormRequest } from './form-request.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer } from './inner-request.ts';
import { sendError, sourceOf } from './show-page.ts';
import { askFor } from './visit.ts';

/** Deletes a resource once it has been confirmed. */
export async function deleteByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const described = describedOf(visit);
  if (!described.has('delete', target) || !described.namesResource(target)) throw notFound('A form for this');
  const found = await current(request);
  if (!found) return;
  if (!sent) return sendConfirmation(request, found);
  const answer = await askFor(visit, { method: 'DELETE', url: target, ...matching(sent) });
  if (answer.status === 401) return sendError(visit, answer);
  if (answer.status >= 400) return sendConfirmation(request, found, answer);
  sendOn(visit, `${ownHref(target.replace(/\/[^/]+$/, ''), visit)}#deleted`);
}

function sendConfirmation(request: FormRequest, { resource, etag }: Found, refused?: InnerAnswer): void {
  const { visit, target, sent } = request;
  const { status = 200, headers = {}, json = { data: resource } } = refused ?? {};
  const frame = frameFor(request, status);
  const heading = `Delete ${labelOf(resource)}?`;
  const summary = describedOf(visit).summary('delete', target);
  const page = {
    heading,
    question: `${summary}: ${labelOf(resource)} (${resource.type} ${resource.id}).`,
    action: ownHref(visit.path, visit),
    cancel: ownHref(target, visit),
    csrf: visit.session?.csrf ?? '',
    // After 412 it is of what is there now: whoever sends it again has seen that.
    etag: status === 412 ? etag : (sent?.get('etag') ?? etag),
    failure: refused && errorPage(json, status),
  };
  const curl = curlLine({ ...frame, path: target }, { method: 'DELETE' });
  const content = { title: heading, crumbs: breadcrumbs(request, 'Delete'), page, ...sourceOf(json, frame), curl };
  sendPage(visit, visit.site.pages.render('confirm', frame, content), { status, headers });
}
