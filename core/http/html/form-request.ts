// What forms about a path of the API have in common.
import { isJson, isResource, type ShownResource } from '../../format/html/document.ts';
import { ownHref, type Crumb, type Frame } from '../../format/html/page.ts';
import { notFound } from '../../errors.ts';
import { describedBy, type Described } from './described.ts';
import type { InnerRequest, Who } from './inner-request.ts';
import type { SentFile } from './sent-form.ts';
import { sendError } from './show-page.ts';
import { askFor, frameOf, type Visit } from './visit.ts';

/** A form that is opened, or sent: then with what was entered. */
export interface FormRequest {
  visit: Visit;
  who: Who;
  /** Path of the API that it is about. */
  target: string;
  sent: URLSearchParams | undefined;
  /** The file that was chosen. */
  file: SentFile | undefined;
}

export const describedOf = ({ site, base }: Visit): Described => describedBy(site.options.description(base).document);

export const frameFor = ({ visit, who }: FormRequest, status: number): Frame => frameOf(visit, who, status);

export function breadcrumbs({ visit, target }: FormRequest, last: string): Crumb[] {
  const isPage = describedOf(visit).has('get', target.split('?')[0] ?? '');
  return [
    { label: 'Home', href: ownHref('/home', visit) },
    { label: decodeURIComponent(target.slice(1)), href: isPage ? ownHref(target, visit) : undefined },
    { label: last, href: undefined },
  ];
}

/** Where one is led when something is done, with a word that it was. */
export const savedHref = (href: string): string => `${href}#saved`;

export interface Found {
  resource: ShownResource;
  etag: string;
  /** The whole answer. */
  json: unknown;
}

/** The resource that a form is about; anything else is shown as the error that it is. */
export async function current({ visit, target }: FormRequest): Promise<Found | undefined> {
  const answer = await askFor(visit, { method: 'GET', url: target });
  const data = isJson(answer.json) ? answer.json['data'] : undefined;
  if (answer.status === 200 && isResource(data)) {
    return { resource: data, etag: answer.headers['etag'] ?? '', json: answer.json };
  }
  if (answer.status < 400) throw notFound('A form for this');
  sendError(visit, answer);
  return undefined;
}

/** The condition that nobody else has changed it since the form was opened. */
export const matching = (sent: URLSearchParams): Pick<InnerRequest, 'ifMatch'> => {
  const etag = sent.get('etag') ?? '';
  return /^"[\w.-]+"$/.test(etag) ? { ifMatch: etag } : {};
};
