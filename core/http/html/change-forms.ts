// Forms to create, change and delete, made from what the description says the operations take (D323).
import { isJson, isResource, labelOf, type Json, type ShownResource } from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { shownForm, type FormPage } from '../../format/html/form-page.ts';
import { addressOf, curlLine, ownHref, type Frame } from '../../format/html/page.ts';
import { submittedAttributes, valueToText, type FormField, type Submitted } from '../../format/html/schema-field.ts';
import { notFound } from '../../errors.ts';
import { describedBy, type Described, type ResourceForm } from './described.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer, Who } from './inner-request.ts';
import { sendError, sourceOf } from './show-page.ts';
import { askFor, frameOf, type Visit } from './visit.ts';

/** A form that is opened, or sent: then with what was entered. */
export interface FormRequest {
  visit: Visit;
  who: Who;
  /** Path of the API that it is about. */
  target: string;
  sent: URLSearchParams | undefined;
}

export const describedOf = ({ site, base }: Visit): Described => describedBy(site.options.description(base).document);

const frameFor = ({ visit, who }: FormRequest, status: number): Frame => frameOf(visit, who, status);

const breadcrumbs = ({ visit, target }: FormRequest, last: string) => [
  { label: 'Home', href: ownHref('/home', visit) },
  { label: decodeURIComponent(target.slice(1)), href: ownHref(target, visit) },
  { label: last, href: '' },
];

const errorsOf = (answer: InnerAnswer | undefined) =>
  answer && { failure: { status: answer.status, body: answer.json } };

interface Shown {
  form: ResourceForm;
  heading: string;
  method: 'POST' | 'PATCH';
  etag: string;
  textOf: (field: FormField) => string;
  cancel: string;
  body: Json;
  answer?: InnerAnswer | undefined;
  faults?: Submitted['faults'];
}

function sendForm(request: FormRequest, shown: Shown): void {
  const { visit, target } = request;
  const { form, answer, faults, method } = shown;
  const status = answer?.status ?? (faults ? 400 : 200);
  const frame = frameFor(request, status);
  const fields = shownForm(form.fields, shown.textOf, { ...errorsOf(answer), ...(faults && { faults }) });
  const page: FormPage = {
    ...fields,
    heading: shown.heading,
    action: ownHref(visit.path, visit),
    submit: form.fields.length > 0 ? 'Save' : form.summary,
    cancel: shown.cancel,
    csrf: visit.session?.csrf ?? '',
    etag: shown.etag,
  };
  const curl = curlLine({ ...frame, path: target }, { method, body: shown.body });
  const source = answer ? sourceOf(answer.json, frame) : sourceOf(shown.body, frame);
  const content = { title: shown.heading, crumbs: breadcrumbs(request, shown.heading), page, ...source, curl };
  sendPage(visit, visit.site.pages.render('form', frame, content), { status, headers: answer?.headers ?? {} });
}

/** What was entered, for a form that is shown again; secrets are not repeated. */
const enteredOr =
  (sent: URLSearchParams | undefined, otherwise: (field: FormField) => string) =>
  (field: FormField): string =>
    field.kind === 'secret' ? '' : (sent?.get(`field.${field.name}`) ?? otherwise(field));

const isRefused = ({ status }: InnerAnswer): boolean => status >= 400 && status !== 401;

const savedHref = (href: string): string => `${href}#saved`;

/** Makes a resource in a list. */
export async function createByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const form = describedOf(visit).resourceForm('post', target);
  if (!form) throw notFound('A form for this');
  const submitted = sent ? submittedAttributes(form.fields, sent) : { attributes: {}, faults: {} };
  const [type = ''] = form.types;
  const body = { data: { type, attributes: submitted.attributes } };
  const shown: Shown = {
    form,
    heading: form.summary,
    method: 'POST',
    etag: '',
    textOf: enteredOr(sent, () => ''),
    cancel: ownHref(target, visit),
    body,
  };
  if (!sent) return sendForm(request, shown);
  if (Object.keys(submitted.faults).length > 0) return sendForm(request, { ...shown, faults: submitted.faults });
  const answer = await askFor(visit, { method: 'POST', url: target, body });
  if (answer.status === 401) return sendError(visit, answer);
  if (isRefused(answer)) return sendForm(request, { ...shown, answer });
  const made = addressOf(answer.headers['location'] ?? '', visit.base);
  sendOn(visit, savedHref(made?.href ?? ownHref(target, visit)));
}

/** The resource that a form is about; anything else is shown as the error that it is. */
async function current({ visit, target }: FormRequest): Promise<{ resource: ShownResource; etag: string } | undefined> {
  const answer = await askFor(visit, { method: 'GET', url: target });
  const data = isJson(answer.json) ? answer.json['data'] : undefined;
  if (answer.status === 200 && isResource(data)) return { resource: data, etag: answer.headers['etag'] ?? '' };
  if (answer.status < 400) throw notFound('A form for this');
  sendError(visit, answer);
  return undefined;
}

const matching = (sent: URLSearchParams): { ifMatch?: string } => {
  const etag = sent.get('etag') ?? '';
  return /^"[\w.-]+"$/.test(etag) ? { ifMatch: etag } : {};
};

/** Changes a resource: sends what differs from what it is. */
export async function editByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const form = describedOf(visit).resourceForm('patch', target);
  if (!form) throw notFound('A form for this');
  const found = await current(request);
  if (!found) return;
  const { resource, etag } = found;
  const attributes = resource.attributes ?? {};
  const submitted = sent ? submittedAttributes(form.fields, sent, attributes) : { attributes: {}, faults: {} };
  const type = form.types.includes(resource.type) ? resource.type : (form.types[0] ?? resource.type);
  const changes = form.fields.length > 0 ? { attributes: submitted.attributes } : {};
  const body = { data: { id: resource.id, type, ...changes } };
  const shown: Shown = {
    form,
    heading: form.fields.length > 0 ? `Edit ${labelOf(resource)}` : `${form.summary}: ${labelOf(resource)}`,
    method: 'PATCH',
    etag: sent?.get('etag') ?? etag,
    textOf: enteredOr(sent, (field) => valueToText(field, attributes[field.name])),
    cancel: ownHref(target, visit),
    body,
  };
  if (!sent) return sendForm(request, shown);
  if (Object.keys(submitted.faults).length > 0) return sendForm(request, { ...shown, faults: submitted.faults });
  const isSame = form.fields.length > 0 && Object.keys(submitted.attributes).length === 0;
  if (isSame) return sendOn(visit, shown.cancel);
  const answer = await askFor(visit, { method: 'PATCH', url: target, body, ...matching(sent) });
  if (answer.status === 401) return sendError(visit, answer);
  if (isRefused(answer)) return sendForm(request, { ...shown, answer });
  sendOn(visit, savedHref(form.fields.length > 0 ? shown.cancel : ownHref('/home', visit)));
}

/** Deletes a resource once it has been confirmed. */
export async function deleteByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const described = describedOf(visit);
  if (!described.has('delete', target) || !described.namesResource(target)) throw notFound('A form for this');
  const found = await current(request);
  if (!found) return;
  const { resource, etag } = found;
  const answer = sent && (await askFor(visit, { method: 'DELETE', url: target, ...matching(sent) }));
  if (answer?.status === 401) return sendError(visit, answer);
  if (answer && answer.status < 400) {
    return sendOn(visit, `${ownHref(target.replace(/\/[^/]+$/, ''), visit)}#deleted`);
  }
  const frame = frameFor(request, answer?.status ?? 200);
  const heading = `Delete ${labelOf(resource)}?`;
  const page = {
    heading,
    question: `${described.summary('delete', target)}: ${labelOf(resource)} (${resource.type} ${resource.id}).`,
    action: ownHref(visit.path, visit),
    cancel: ownHref(target, visit),
    csrf: visit.session?.csrf ?? '',
    etag: sent?.get('etag') ?? etag,
    failure: answer && errorPage(answer.json, answer.status),
  };
  const source = {
    ...sourceOf(answer?.json ?? { data: resource }, frame),
    curl: curlLine({ ...frame, path: target }, { method: 'DELETE' }),
  };
  const content = { title: heading, crumbs: breadcrumbs(request, 'Delete'), page, ...source };
  sendPage(visit, visit.site.pages.render('confirm', frame, content), {
    status: frame.status,
    headers: answer?.headers ?? {},
  });
}
