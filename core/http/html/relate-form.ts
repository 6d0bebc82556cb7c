// The form that changes which resources another one is related to, by their types and ids (D323).
import { isJson, isResource, type Identifier } from '../../format/html/document.ts';
import { errorPage } from '../../format/html/error-page.ts';
import { curlLine, ownHref } from '../../format/html/page.ts';
import { invalidData, notFound } from '../../errors.ts';
import { describedOf, type FormRequest } from './change-forms.ts';
import type { LinkForm } from './described.ts';
import { sendOn, sendPage } from './html-answer.ts';
import type { InnerAnswer } from './inner-request.ts';
import { sendError, sourceOf } from './show-page.ts';
import { askFor, frameOf } from './visit.ts';

/** @throws ApiError invalid_data for a line that is no type and id */
function identifiersOf(text: string): Identifier[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, type, id] = /^([a-z][a-z0-9_]*)[\s/]+(\S+)$/.exec(line) ?? [];
      if (type === undefined || id === undefined) {
        throw invalidData('/data', `"${line.slice(0, 100)}" is no type and id, such as documents 12.`);
      }
      return { type, id };
    });
}

const dataOf = ({ json }: InnerAnswer): Identifier[] => {
  const data = isJson(json) ? json['data'] : undefined;
  return (Array.isArray(data) ? data : [data]).filter(isResource);
};

function linkage(form: LinkForm, identifiers: readonly Identifier[]): unknown {
  return form.isToOne ? (identifiers[0] ?? null) : identifiers;
}

export async function relateByForm(request: FormRequest): Promise<void> {
  const { visit, who, target, sent } = request;
  const form = describedOf(visit).linkForm(target);
  if (!form) throw notFound('A form for this');
  const now = await askFor(visit, { method: 'GET', url: target });
  if (now.status >= 400) return sendError(visit, now);
  const chosen =
    form.methods.find(({ method }) => method === sent?.get('method'))?.method ?? form.methods[0]?.method ?? '';
  const text =
    sent?.get('related') ??
    (form.isToOne
      ? dataOf(now)
          .map(({ type, id }) => `${type} ${id}`)
          .join('\n')
      : '');
  const body = { data: sent ? linkage(form, identifiersOf(text)) : linkage(form, dataOf(now)) };
  const answer = sent && (await askFor(visit, { method: chosen.toUpperCase(), url: target, body }));
  if (answer?.status === 401) return sendError(visit, answer);
  if (answer && answer.status < 400) return sendOn(visit, `${ownHref(target, visit)}#saved`);
  const status = answer?.status ?? 200;
  const frame = frameOf(visit, who, status);
  const [name = '', , of = ''] = target.split('/').reverse();
  const heading = `Change ${decodeURIComponent(name)} of ${decodeURIComponent(of)}`;
  const page = {
    heading,
    methods: form.methods.map(({ method, summary }) => ({ method, label: summary, isChosen: method === chosen })),
    related: text,
    example: dataOf(now).map(({ type, id }) => `${type} ${id}`)[0] ?? 'documents 12',
    isToOne: form.isToOne,
    action: ownHref(visit.path, visit),
    cancel: ownHref(target, visit),
    csrf: visit.session?.csrf ?? '',
    failure: answer && errorPage(answer.json, answer.status),
  };
  const curl = curlLine({ ...frame, path: target }, { method: chosen.toUpperCase(), body });
  const crumbs = [
    { label: 'Home', href: ownHref('/home', visit) },
    { label: decodeURIComponent(target.slice(1)), href: ownHref(target, visit) },
    { label: 'Change', href: '' },
  ];
  const content = { title: heading, crumbs, page, ...sourceOf((answer ?? now).json, frame), curl };
  sendPage(visit, visit.site.pages.render('relate', frame, content), { status, headers: answer?.headers ?? {} });
}
