// Forms to create, change and delete, made from what the description says the operations take (D323).
import { isJson, isResource, labelOf, type Json, type ShownResource } from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { shownForm, type FormPage } from '../../format/html/form-page.ts';
import { addressOf, curlLine, ownHref, type Frame } from '../../format/html/page.ts';
import { submittedAttributes, valueToText, type FormField, type Submitted } from '../../format/html/schema-field.ts';
import { notFound } from '../../errors.ts';
import { describedBy, type Described, type ResourceForm } from './described.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer, InnerRequest, Who } from './inner-request.ts';
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

export const breadcrumbs = ({ visit, target }: FormRequest, last: string) => [
  { label: 'Home', href: ownHref('/home', visit) },
  { label: decodeURIComponent(target.slice(1)), href: ownHref(target, visit) },
  { label: last, href: '' },
];

const errorsOf = (answer: InnerAnswer | undefined) =>
  answer && { failure: { status: answer.status, body: answer.json } };

/** A body as it may be shown. */
function withoutSecrets(fields: readonly FormField[], body: Json): Json {
  const data = isJson(body['data']) ? body['data'] : {};
  const secrets = new Set(fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name));
  const attributes = Object.entries(isJson(data['attributes']) ? data['attributes'] : {});
  const shown = attributes.map(([name, value]) => [name, secrets.has(name) ? '***' : value] as const);
  return shown.length > 0 ? { data: { ...data, attributes: Object.fromEntries(shown) } } : body;
}

interface Shown {
  form: ResourceForm;
  heading: string;
  method: 'POST' | 'PATCH';
  etag: string;
  textOf: (field: FormField) => string;
  cancel: string;
  body: Json;
  answer?: InnerAnswer | undefined;
  faults?: Submitted['faults'] | undefined;
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
  const body = withoutSecrets(form.fields, shown.body);
  const curl = curlLine({ ...frame, path: target }, { method, body });
  const source = sourceOf(answer ? answer.json : body, frame);
  const sourceHeading = answer ? undefined : 'What the API is sent';
  const crumbs = breadcrumbs(request, shown.heading);
  const content = { title: shown.heading, crumbs, page, ...source, curl, sourceHeading };
  sendPage(visit, visit.site.pages.render('form', frame, content), { status, headers: answer?.headers ?? {} });
}

/** What was entered, for a form that is shown again; secrets are not repeated. */
const enteredOr =
  (sent: URLSearchParams | undefined, otherwise: (field: FormField) => string) =>
  (field: FormField): string =>
    field.kind === 'secret' ? '' : (sent?.get(`field.${field.name}`) ?? otherwise(field));

const savedHref = (href: string): string => `${href}#saved`;

/** Sends a form on to the API; what is refused is shown with it. @param next where one is led when it is done */
async function submit(
  request: FormRequest,
  shown: Shown & { faults: Submitted['faults'] },
  inner: Pick<InnerRequest, 'ifMatch'>,
  next: (answer: InnerAnswer) => string,
): Promise<void> {
  const { visit, target } = request;
  if (Object.keys(shown.faults).length > 0) return sendForm(request, shown);
  const answer = await askFor(visit, { ...inner, method: shown.method, url: target, body: shown.body });
  if (answer.status === 401) return sendError(visit, answer);
  if (answer.status >= 400) return sendForm(request, { ...shown, faults: undefined, answer });
  sendOn(visit, savedHref(next(answer)));
}

/** Makes a resource in a list. */
export async function createByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const form = describedOf(visit).resourceForm('post', target);
  if (!form) throw notFound('A form for this');
  const submitted = sent ? submittedAttributes(form.fields, sent) : { attributes: {}, faults: {} };
  // Where the description names no type, it is that of the list.
  const [type = target.split('/').at(-1) ?? ''] = form.types;
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
  await submit(request, { ...shown, faults: submitted.faults }, {}, ({ headers }) => {
    const made = addressOf(headers['location'] ?? '', visit.base);
    return made?.href ?? shown.cancel;
  });
}

interface Found {
  resource: ShownResource;
  etag: string;
}

/** The resource that a form is about; anything else is shown as the error that it is. */
async function current({ visit, target }: FormRequest): Promise<Found | undefined> {
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

/** What a form changes: all of it for an operation without attributes, else what differs. */
function changeOf(form: ResourceForm, resource: ShownResource, sent: URLSearchParams | undefined) {
  const { fields, types } = form;
  const submitted = sent ? submittedAttributes(fields, sent, resource.attributes) : { attributes: {}, faults: {} };
  const type = types.includes(resource.type) ? resource.type : (types[0] ?? resource.type);
  const changes = fields.length > 0 ? { attributes: submitted.attributes } : {};
  return {
    body: { data: { id: resource.id, type, ...changes } },
    faults: submitted.faults,
    isNothing: fields.length > 0 && Object.keys({ ...submitted.attributes, ...submitted.faults }).length === 0,
  };
}

/** Changes a resource: sends what differs from what it is. */
export async function editByForm(request: FormRequest): Promise<void> {
  const { visit, target, sent } = request;
  const form = describedOf(visit).resourceForm('patch', target);
  if (!form) throw notFound('A form for this');
  const found = await current(request);
  if (!found) return;
  const { resource, etag } = found;
  const hasFields = form.fields.length > 0;
  const { body, faults, isNothing } = changeOf(form, resource, sent);
  const shown: Shown = {
    form,
    heading: hasFields ? `Edit ${labelOf(resource)}` : `${form.summary}: ${labelOf(resource)}`,
    method: 'PATCH',
    etag: sent?.get('etag') ?? etag,
    textOf: enteredOr(sent, (field) => valueToText(field, resource.attributes?.[field.name])),
    cancel: ownHref(target, visit),
    body,
  };
  if (!sent) return sendForm(request, shown);
  if (isNothing) return sendOn(visit, shown.cancel);
  // What has no attributes takes the resource elsewhere, such as out of the trash.
  const next = hasFields ? shown.cancel : ownHref('/home', visit);
  await submit(request, { ...shown, faults }, matching(sent), () => next);
}

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
    etag: sent?.get('etag') ?? etag,
    failure: refused && errorPage(json, status),
  };
  const curl = curlLine({ ...frame, path: target }, { method: 'DELETE' });
  const content = { title: heading, crumbs: breadcrumbs(request, 'Delete'), page, ...sourceOf(json, frame), curl };
  sendPage(visit, visit.site.pages.render('confirm', frame, content), { status, headers });
}
