// Forms that create and change resources, from the described bodies of operations (D323).
import { sentText, valueToText } from '../fields/controls.ts';
import type { FormField } from '../fields/form-field.ts';
import { displayName, type ShownResource } from '../json-api-document.ts';
import { fingerprints, fittingFields, isChanged, submitted, fieldValue } from '../fields/field-values.ts';
import { textInWords, type ConcurrentChange } from './form-page.ts';
import { addressOf, ownHref } from '../pages/frame.ts';
import { notFound } from '../../errors.ts';
import type { ResourceForm } from '../operation-index.ts';
import { createWithFile, fileInput } from './file-forms.ts';
import { requestChange } from './confirm-factor.ts';
import { readResource, unchangedSince, savedHref, type CurrentResource, type FormRequest } from './form-request.ts';
import { sendRedirect } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { enteredOr, sendForm, type Shown } from './resource-form.ts';
import { sendError } from '../pages/show-page.ts';
import { callService, keepSession } from '../browser-request.ts';

/** Without the fields that the caller may not set. @throws ApiError not_found */
function formOf({ browser, principal, target }: FormRequest, method: 'post' | 'patch'): ResourceForm {
  const form = browser.operations.resourceForm(method, target);
  if (!form) throw notFound('A form for this page');
  if (principal.caller.isAdmin) return form;
  const kept = browser.site.options.keptAttributes(principal, /[^/]+/.exec(target)?.[0] ?? '');
  return { ...form, fields: form.fields.filter(({ place, name }) => place === 'attributes' && !kept.has(name)) };
}

const isWrong = (faults: Shown['faults']): boolean => Object.keys(faults ?? {}).length > 0;

/** Creates a resource in a list. */
export async function createByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent, file } = request;
  const form = formOf(request, 'post');
  const { values, faults } = sent ? submitted(form.fields, sent) : { values: {}, faults: {} };
  // If the description names no type, it is that of the list.
  const [type = target.split('/').at(-1) ?? ''] = form.types;
  const body = { data: { type, attributes: {}, ...values } };
  const shown: Shown = {
    form,
    heading: form.summary,
    method: 'POST',
    etag: '',
    opened: '',
    textOf: enteredOr(sent, () => ''),
    body,
    file: fileInput(request, form),
  };
  if (!sent) return sendForm(request, shown);
  if (isWrong(faults)) return sendForm(request, { ...shown, faults });
  if (file && shown.file) {
    const made = await createWithFile(request, shown, file);
    return made && changeMade(request, made, values);
  }
  const answer = await requestChange(browser, { method: 'POST', url: target, body });
  if (answer.status === 401) return sendError(browser, answer);
  if (answer.status >= 400) return sendForm(request, { ...shown, answer });
  sendRedirect(
    browser,
    savedHref(addressOf(answer.headers['location'] ?? '', browser.base)?.href ?? ownHref(target, browser)),
  );
}

/** Sets the entered attributes of an object that was made from a file. */
async function changeMade(request: FormRequest, { id, type }: ShownResource, values: object): Promise<void> {
  const { browser } = request;
  await keepSession(browser);
  const target = `/${type}/${encodeURIComponent(id)}`;
  const changes = { data: { id, type, ...values } };
  const answer =
    Object.keys(values).length > 0 && (await callService(browser, { method: 'PATCH', url: target, body: changes }));
  if (!answer || answer.status < 400) return sendRedirect(browser, savedHref(ownHref(target, browser)));
  if (answer.status === 401) return sendError(browser, answer);
  const again = { ...request, target, browser: { ...browser, path: `/html/edit${target}` } };
  const found = await readResource(again);
  if (!found) return;
  const notice = 'It was made with its file. What is below was refused, and is not saved yet.';
  const form = formOf(again, 'patch');
  const { sent = new URLSearchParams() } = again;
  // The input was for a new object; an empty field must not remove a value that the object already has, such as its title.
  await sendForm(again, {
    ...shownEdit(again, form, found),
    etag: found.etag,
    opened: fingerprints(form.fields, found.resource),
    textOf: (field) => enteredOr(sent, () => '')(field) || valueToText(field, fieldValue(field, found.resource)),
    body: changes,
    answer,
    notice,
  });
}

/** The attributes that a form sends: all of them for an operation without attributes, else the changed ones. */
function changeOf({ fields, types }: ResourceForm, resource: ShownResource, sent: URLSearchParams | undefined) {
  const { values, faults } = sent ? submitted(fields, sent, resource) : { values: {}, faults: {} };
  const type = types.includes(resource.type) ? resource.type : (types[0] ?? resource.type);
  return {
    body: { data: { id: resource.id, type, ...values } },
    faults,
    isUnchanged: fields.length > 0 && Object.keys(values).length === 0 && !isWrong(faults),
  };
}

function shownEdit({ sent }: FormRequest, form: ResourceForm, { resource, etag }: CurrentResource): Shown {
  return {
    form,
    heading: form.fields.length > 0 ? `Edit ${displayName(resource)}` : `${form.summary}: ${displayName(resource)}`,
    title: displayName(resource),
    method: 'PATCH',
    etag: sent?.get('etag') ?? etag,
    opened: sent?.get('opened') ?? fingerprints(form.fields, resource),
    textOf: enteredOr(sent, (field) => valueToText(field, fieldValue(field, resource))),
    body: changeOf(form, resource, sent).body,
  };
}

/** Changes a resource: sends the changed fields of the form. */
export async function editByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent } = request;
  const described = formOf(request, 'patch');
  const found = await readResource(request);
  if (!found) return;
  const form = { ...described, fields: fittingFields(described.fields, found.resource, sent) };
  const shown = shownEdit(request, form, found);
  if (!sent) return sendForm(request, shown);
  const { body, faults, isUnchanged } = changeOf(form, found.resource, sent);
  const own = ownHref(target, browser);
  if (isUnchanged) return sendRedirect(browser, own);
  if (isWrong(faults)) return sendForm(request, { ...shown, faults });
  const answer = await requestChange(browser, { ...unchangedSince(sent), method: 'PATCH', url: target, body });
  if (answer.status === 401) return sendError(browser, answer);
  if (answer.status === 412) return showMeanwhile(request, shown, answer);
  if (answer.status >= 400) return sendForm(request, { ...shown, answer });
  // An operation without attributes moves the resource, such as out of the trash.
  sendRedirect(browser, savedHref(form.fields.length > 0 ? own : ownHref('/home', browser)));
}

/** Shows changes by other users since the form was opened, beside the input; the form can be sent again (D342). */
async function showMeanwhile(request: FormRequest, shown: Shown, answer: InnerAnswer): Promise<void> {
  const found = await readResource(request);
  if (!found) return;
  const { sent = new URLSearchParams() } = request;
  const { resource: values, etag } = found;
  const { fields } = shown.form;
  const opened = sent.get('opened') ?? '';
  const nowOf = (field: FormField): string => valueToText(field, fieldValue(field, values));
  const isOurs = (field: FormField): boolean => {
    const text = sentText(field, sent);
    return text !== undefined && isChanged(field, text, { opened, values });
  };
  const changed = fields.flatMap((field): (ConcurrentChange & { input: string })[] => {
    const [yours, now] = [sentText(field, sent), nowOf(field)];
    if (field.kind === 'secret' || yours === undefined || yours === now) return [];
    // For a form without its original values, all differences may be changes by others.
    if (opened !== '' && !isChanged(field, now, { opened, values })) return [];
    const { label, input } = field;
    const texts = { theirs: textInWords(field, now), yours: textInWords(field, yours) };
    return [{ label, input, id: input.replaceAll('.', '-'), ...texts, isConflict: isOurs(field) }];
  });
  const conflicts = changed.filter(({ isConflict }) => isConflict);
  await sendForm(request, {
    ...shown,
    answer,
    etag,
    opened: fingerprints(fields, values),
    textOf: (field) => (field.kind === 'secret' ? '' : isOurs(field) ? (sentText(field, sent) ?? '') : nowOf(field)),
    meanwhile: changed,
    theirs: Object.fromEntries(conflicts.map(({ input, theirs }) => [input, theirs])),
  });
}
