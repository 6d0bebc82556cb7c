// Shared parts of forms about a path of the API.
import { isResource, type ShownResource } from '../json-api-document.ts';
import { crumbsOf, ownHref, type Crumb, type Frame } from '../pages/frame.ts';
import { notFound } from '../../errors.ts';
import type { InnerRequest } from '../service-client.ts';
import type { Principal } from '../../http/principal.ts';
import type { SentFile } from './sent-form.ts';
import { sendError } from '../pages/show-page.ts';
import { callService, frameOf, type BrowserRequest } from '../browser-request.ts';
import { isRecord } from '../../values.ts';

/** A form that is opened, or sent: then with its input. */
export interface FormRequest {
  browser: BrowserRequest;
  principal: Principal;
  /** Its path of the API; that of the page itself where `page` names it. */
  target: string;
  /** Name of a page without a path of the API. */
  page?: string | undefined;
  sent: URLSearchParams | undefined;
  file: SentFile | undefined;
}

export const frameFor = ({ browser, principal }: FormRequest, status: number): Frame =>
  frameOf(browser, principal, status);

/** The breadcrumbs to a form. @param last the form @param titles of resources, by their paths */
export function breadcrumbs(
  { browser, target, page }: FormRequest,
  last: string,
  titles?: Readonly<Record<string, string>>,
): Crumb[] {
  const isPage = (path: string): boolean => browser.operations.has('get', path);
  const above =
    page === undefined
      ? crumbsOf({ base: browser.base, path: target, isPage }, titles)
      : [...crumbsOf({ base: browser.base, path: '', isPage }), { label: page, href: ownHref(target, browser) }];
  return [...above, { label: last, href: undefined }];
}

/** Where a form is sent and left, and the token of its session. */
export const formLinks = ({ browser, target }: Pick<FormRequest, 'browser' | 'target'>) => ({
  action: ownHref(browser.path, browser),
  cancel: ownHref(target, browser),
  csrf: browser.session?.csrf ?? '',
});

/** The page after success, with a message. */
export const savedHref = (href: string): string => `${href}#saved`;

export interface CurrentResource {
  resource: ShownResource;
  etag: string;
  /** The whole response. */
  json: unknown;
}

/** The resource of a form; any other response is shown as an error. */
export async function readResource({ browser, target }: FormRequest): Promise<CurrentResource | undefined> {
  const answer = await callService(browser, { method: 'GET', url: target });
  const data = isRecord(answer.json) ? answer.json['data'] : undefined;
  if (answer.status === 200 && isResource(data)) {
    return { resource: data, etag: answer.headers['etag'] ?? '', json: answer.json };
  }
  if (answer.status < 400) throw notFound('A form for this page');
  sendError(browser, answer);
  return undefined;
}

/** The precondition that the resource is unchanged since the form was opened. */
export const unchangedSince = (sent: URLSearchParams): Pick<InnerRequest, 'ifMatch'> => {
  const etag = sent.get('etag') ?? '';
  return /^"[\w.-]+"$/.test(etag) ? { ifMatch: etag } : {};
};
