// The page of a form that creates or changes a resource (D323).
import { sentText } from '../fields/controls.ts';
import type { FormField } from '../fields/form-field.ts';
import type { JsonValue } from '../json-api-document.ts';
import { shownForm, type FileInput, type ConcurrentChange, type InvalidInput } from './form-page.ts';
import { curlLine } from '../pages/frame.ts';
import type { ResourceForm } from '../operation-index.ts';
import { breadcrumbs, formLinks, frameFor, type FormRequest } from './form-request.ts';
import { sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { suggestionsFor } from './suggestions.ts';
import { sourceOf } from '../pages/show-page.ts';
import { isRecord } from '../../values.ts';

export interface Shown {
  form: ResourceForm;
  heading: string;
  method: 'POST' | 'PATCH';
  /** ETag of the resource when the form was opened, so that no change by another user is overwritten. */
  etag: string;
  /** Values of the fields when the form was opened. */
  opened: string;
  textOf: (field: FormField) => string;
  /** Of the resource that is changed. */
  title?: string;
  body: JsonValue;
  answer?: InnerAnswer | undefined;
  faults?: InvalidInput['faults'];
  theirs?: InvalidInput['theirs'];
  meanwhile?: readonly ConcurrentChange[] | undefined;
  /** A step that is already done. */
  notice?: string | undefined;
  file?: FileInput | undefined;
}

/** A body without secrets. */
function withoutSecrets(fields: readonly FormField[], body: JsonValue): JsonValue {
  const data = isRecord(body['data']) ? body['data'] : {};
  const secrets = new Set(fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name));
  const attributes = Object.entries(isRecord(data['attributes']) ? data['attributes'] : {});
  const shown = attributes.map(([name, value]) => [name, secrets.has(name) ? '***' : value] as const);
  return shown.length > 0 ? { data: { ...data, attributes: Object.fromEntries(shown) } } : body;
}

export async function sendForm(request: FormRequest, shown: Shown): Promise<void> {
  const { browser, target } = request;
  const { form, answer, faults, theirs, method, file } = shown;
  const status = answer?.status ?? (faults ? 400 : 200);
  const frame = frameFor(request, status);
  const failure = answer && { status: answer.status, body: answer.json };
  const suggestions = await suggestionsFor(browser, form.fields, target);
  const fields = shownForm(form.fields, shown.textOf, { failure, faults, theirs, suggestions });
  const { heading, title, notice, etag, opened, meanwhile } = shown;
  const submit = form.fields.length > 0 ? 'Save' : form.summary;
  const page = { ...fields, ...formLinks(request), heading, notice, submit, etag, opened, meanwhile, file };
  const body = withoutSecrets(form.fields, shown.body);
  const curl = curlLine({ ...frame, path: target }, { method, body });
  const source = sourceOf(answer ? answer.json : body, frame);
  const sourceHeading = answer ? undefined : 'What the API is sent';
  const crumbs = breadcrumbs(request, heading, title === undefined ? {} : { [target]: title });
  const hasEditor = [...fields.main, ...fields.minor].some(({ attributes }) => attributes.includes('data-rich'));
  const content = { title: heading, crumbs, page, ...source, curl, sourceHeading, hasEditor };
  sendPage(browser, frame, ['form', content], answer);
}

/** The input of a form that is shown again; secrets are not repeated. */
export const enteredOr =
  (sent: URLSearchParams | undefined, otherwise: (field: FormField) => string) =>
  (field: FormField): string =>
    field.kind === 'secret' ? '' : ((sent && sentText(field, sent)) ?? otherwise(field));
