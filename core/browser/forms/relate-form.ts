// The form for the links of a relationship: by a picker (D967), or by types and ids (D323).
import { sentText } from '../fields/controls.ts';
import { humanName, isResource, type ResourceIdentifier } from '../json-api-document.ts';
import { errorPage } from '../pages/error-page.ts';
import { submitted } from '../fields/field-values.ts';
import { shownForm, type InvalidInput } from './form-page.ts';
import { curlLine, decoded, ownHref } from '../pages/frame.ts';
import { fileOwnerOf } from '../pages/page-extras.ts';
import { pickerOf } from './picker.ts';
import { invalidData, notFound } from '../../errors.ts';
import { requestChange } from './confirm-factor.ts';
import { breadcrumbs, formLinks, savedHref, type FormRequest } from './form-request.ts';
import type { LinkForm } from '../operation-index.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer } from '../service-client.ts';
import { sendError, sourceOf } from '../pages/show-page.ts';
import { callService, frameOf } from '../browser-request.ts';
import { isRecord } from '../../values.ts';

/** Longer than any type and id. */
const MAX_LINE = 300;

/** @throws ApiError invalid_data for a line without type and id */
function identifiersOf(text: string): ResourceIdentifier[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, type, id] = (line.length <= MAX_LINE && /^([a-z][a-z0-9_]*)[\s/]+([^\s/]\S*)$/.exec(line)) || [];
      if (type === undefined || id === undefined) {
        throw invalidData('/data', `"${line.slice(0, 100)}" is not a type and an id, such as documents 12.`);
      }
      return { type, id };
    });
}

const dataOf = ({ json }: InnerAnswer): ResourceIdentifier[] => {
  const data = isRecord(json) ? json['data'] : undefined;
  return (Array.isArray(data) ? data : [data]).filter(isResource);
};

type Carried = ReturnType<typeof submitted>['values'];

/** @param carried members of each link */
function linkage(
  form: LinkForm,
  identifiers: readonly ResourceIdentifier[],
  { meta, attributes }: Carried = {},
): unknown {
  const relation = { ...meta, ...(attributes && { params: attributes }) };
  const isGiven = Object.keys(relation).length > 0;
  const links = identifiers.map((identifier) => ({ ...identifier, ...(isGiven && { meta: { relation } }) }));
  return form.isToOne ? (links[0] ?? null) : links;
}

const linesOf = (identifiers: readonly ResourceIdentifier[]): string =>
  identifiers.map(({ type, id }) => `${type} ${id}`).join('\n');

interface Shown {
  form: LinkForm;
  /** Lower case. */
  method: string;
  text: string;
  body: unknown;
  /** The present links. */
  now: InnerAnswer;
  refused?: InnerAnswer;
  faults?: InvalidInput['faults'];
}

/** Inputs for the members of each link. */
function linkInputs({ fields }: LinkForm, sent: URLSearchParams | undefined, faults: InvalidInput['faults']) {
  const all = shownForm(fields, (field) => (sent && sentText(field, sent)) ?? '', { faults });
  const shown = [...all.main, ...all.minor, ...all.meta];
  return {
    params: shown.filter(({ isMinor }) => !isMinor),
    places: shown.filter(({ isMinor }) => isMinor),
    faulty: all.faulty,
  };
}

async function sendForm(
  request: FormRequest,
  { form, method: chosen, text, body, now, refused, faults }: Shown,
): Promise<void> {
  const { browser, principal, target, sent } = request;
  const { headers, json } = refused ?? now;
  const status = faults ? 400 : (refused ?? now).status;
  const frame = frameOf(browser, principal, status);
  const name = humanName(decoded(target.split('/').at(-1) ?? ''));
  const owner = await fileOwnerOf(browser, target);
  const heading = `${name} of ${owner?.label ?? ''}`;
  const page = {
    heading,
    methods: form.methods.map(({ method, summary }) => ({ method, label: summary, isChosen: method === chosen })),
    related: text,
    example: linesOf(dataOf(now).slice(0, 1)) || 'documents 12',
    isToOne: form.isToOne,
    picker: await pickerOf(browser, target, form, frame),
    ...formLinks(request),
    failure: refused && errorPage(json, status),
    ...linkInputs(form, sent, faults),
  };
  const curl = curlLine({ ...frame, path: target }, { method: chosen.toUpperCase(), body });
  const crumbs = breadcrumbs(request, 'Change', owner && { [owner.path]: owner.label });
  const content = { title: heading, crumbs, page, ...sourceOf(json, frame), curl };
  sendPage(browser, frame, ['relate', content], { headers });
}

/** Adds, replaces or removes links, by the described operations of the path. */
export async function relateByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent } = request;
  const form = browser.operations.linkForm(target);
  if (!form) throw notFound('A form for this page');
  const now = await callService(browser, { method: 'GET', url: target });
  if (now.status >= 400) return sendError(browser, now);
  const method = methodOf(form, sent);
  if (!sent) {
    const related = dataOf(now);
    const text = form.isToOne ? linesOf(related) : '';
    return sendForm(request, { form, method, text, body: { data: linkage(form, related) }, now });
  }
  // Of the picker and of the text.
  const text = sent.getAll('related').filter(Boolean).join('\n');
  const { values, faults } = submitted(form.fields, sent);
  // Removed links have no members.
  const body = { data: linkage(form, identifiersOf(text), method === 'delete' ? {} : values) };
  if (Object.keys(faults).length > 0) return sendForm(request, { form, method, text, body, now, faults });
  const answer = await requestChange(browser, { method: method.toUpperCase(), url: target, body });
  if (answer.status === 401) return sendError(browser, answer);
  if (answer.status >= 400) return sendForm(request, { form, method, text, body, now, refused: answer });
  const owner = /^(.+)\/relationships\//.exec(target)?.[1] ?? target;
  sendRedirect(browser, savedHref(ownHref(owner, browser)));
}

/** The chosen one, else the first. */
function methodOf({ methods }: LinkForm, sent: URLSearchParams | undefined): string {
  const requestedMethod = sent?.get('method');
  return (methods.find(({ method }) => method === requestedMethod) ?? methods[0])?.method ?? 'post';
}
