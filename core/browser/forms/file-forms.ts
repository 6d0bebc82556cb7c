// Files in forms (D340): a new object from a file, and a new file for an object. The bytes are streamed to the upload
// operations of the API, which check limits, quotas and types.
import { isResource, displayName, type ShownResource } from '../json-api-document.ts';
import { errorPage } from '../pages/error-page.ts';
import type { FileInput } from './form-page.ts';
import { curlLine, ownHref } from '../pages/frame.ts';
import { shownValue } from '../pages/shown-value.ts';
import { notFound } from '../../errors.ts';
import type { ResourceForm } from '../operation-index.ts';
import {
  breadcrumbs,
  formLinks,
  readResource,
  frameFor,
  unchangedSince,
  savedHref,
  type CurrentResource,
  type FormRequest,
} from './form-request.ts';
import { sendRedirect, sendPage } from '../page-response.ts';
import type { InnerAnswer, InnerRequest } from '../service-client.ts';
import { sendForm, type Shown } from './resource-form.ts';
import type { SentFile } from './sent-form.ts';
import { sendError, sourceOf } from '../pages/show-page.ts';
import { callService, type BrowserRequest } from '../browser-request.ts';
import { isList, itemsIn, isRecord } from '../../values.ts';

const MIB = 1_048_576;

const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${Math.floor(bytes / MIB)} MB` : `${Math.max(1, Math.floor(bytes / 1_024))} KB`;

const sizeHint = ({ browser }: FormRequest): string => `At most ${sizeInWords(browser.site.options.uploadMaxBytes)}.`;

/** Browsers never fill in a file. */
const AGAIN = 'Choose the file once more: browsers do not keep it.';

const PUBLIC = { value: '', label: 'Every caller who sees the object' };
const SIGNED_IN = { value: 'true', label: 'Users who are signed in' };

/** The address of an upload: its path with the name of the file at the end. A header may contain unpaired surrogates. */
function uploadUrl(path: string, { name }: SentFile, sent: URLSearchParams | undefined): string {
  const isPrivate = sent?.get('private_url') ?? '';
  const query = /^(?:true|false)$/.test(isPrivate) ? `?private_url=${isPrivate}` : '';
  return `${path}/${encodeURIComponent(name.toWellFormed())}${query}`;
}

/** A file that is too large by the length of the form is refused before it is sent. */
function callWithFile(browser: BrowserRequest, file: SentFile, inner: InnerRequest): Promise<InnerAnswer> {
  const isTooLarge = file.atLeast > browser.site.options.uploadMaxBytes;
  return callService(browser, { ...inner, file, ...(isTooLarge && { fileLength: file.atLeast }) });
}

/** For types with files: a named file becomes the new object, and the other input of the form is added to it. */
export function fileInput(request: FormRequest, { fields }: ResourceForm): FileInput | undefined {
  const { browser, target, sent, file } = request;
  const needsMoreFields = fields.some(({ required, name }) => required && name !== 'title');
  if (needsMoreFields || browser.operations.uploadPath(target) === undefined) return undefined;
  const hint = `${sizeHint(request)} Without a title the object is called by its name. It can be added later as well.`;
  return {
    hint: file ? `${AGAIN} ${hint}` : hint,
    required: false,
    faults: [],
    private: sent?.get('private_url') ?? '',
    privateOptions: [PUBLIC, SIGNED_IN],
  };
}

const detailsOf = ({ json, status }: InnerAnswer): string[] => [errorPage(json, status).detail];

/** @returns the object; undefined when the file was refused, and the form is shown again */
export async function createWithFile(
  request: FormRequest,
  shown: Shown,
  file: SentFile,
): Promise<ShownResource | undefined> {
  const { browser, target, sent } = request;
  const url = uploadUrl(browser.operations.uploadPath(target) ?? target, file, sent);
  const answer = await callWithFile(browser, file, { method: 'POST', url });
  const data = isRecord(answer.json) ? answer.json['data'] : undefined;
  if (answer.status < 400 && isResource(data)) return data;
  if (answer.status === 401) sendError(browser, answer);
  else await sendForm(request, { ...shown, answer, file: shown.file && { ...shown.file, faults: detailsOf(answer) } });
  return undefined;
}

/** The latest visible file of an object. */
function latestStream({ resource, json }: CurrentResource): ShownResource | undefined {
  const linked = resource.relationships?.['streams']?.data;
  const first = isList(linked) ? linked[0] : linked;
  const included = isRecord(json) ? itemsIn(json['included']) : [];
  return isResource(first)
    ? included.filter(isResource).find(({ id, type }) => type === 'streams' && id === first.id)
    : undefined;
}

interface FileForm {
  found: CurrentResource;
  stream: ShownResource | undefined;
  /** Of the stream. */
  etag: string;
  refused?: InnerAnswer | undefined;
  faults?: readonly string[];
}

const METHODS = [
  { value: 'post', label: 'Add it as a new version; the earlier ones stay' },
  { value: 'patch', label: 'Replace the latest version, which is then removed' },
];

function latestFields({ attributes = {}, meta = {} }: ShownResource, base: string) {
  const fields = [
    ['Name', attributes['file_name']],
    ['Media type', attributes['mime_type']],
    ['Version', meta['version']],
    ['Bytes', meta['file_size']],
  ] as const;
  return fields.map(([label, value]) => ({ label, value: shownValue(value, base) }));
}

const howOf = (sent: URLSearchParams | undefined): 'patch' | 'post' =>
  sent?.get('how') === 'patch' ? 'patch' : 'post';

/** The input, and the handling of its file. */
function fileFields(request: FormRequest, { stream, refused, faults = [] }: FileForm) {
  const { sent, file } = request;
  const input: FileInput = {
    hint: file ? `${AGAIN} ${sizeHint(request)}` : sizeHint(request),
    required: true,
    faults: refused ? detailsOf(refused) : faults,
    private: sent?.get('private_url') ?? '',
    privateOptions: stream
      ? [{ value: '', label: 'As now' }, { ...PUBLIC, value: 'false' }, SIGNED_IN]
      : [PUBLIC, SIGNED_IN],
  };
  const methods = METHODS.map((each) => ({ ...each, isChosen: each.value === howOf(sent) }));
  return { file: input, methods: stream ? methods : [] };
}

function sendFileForm(request: FormRequest, form: FileForm): void {
  const { browser, target, sent } = request;
  const { found, stream, etag, refused, faults = [] } = form;
  const status = refused?.status ?? (faults.length > 0 ? 400 : 200);
  const frame = frameFor(request, status);
  const label = displayName(found.resource);
  const heading = stream ? `Replace the file of ${label}` : `Add a file to ${label}`;
  const page = {
    heading,
    ...formLinks(request),
    etag,
    failure: refused && errorPage(refused.json, status),
    now: stream ? latestFields(stream, browser.base) : [],
    ...fileFields(request, form),
  };
  const path = `/streams/version/${encodeURIComponent(found.resource.id)}/picture.jpg`;
  const curl = curlLine({ ...frame, path }, { method: howOf(sent).toUpperCase(), file: 'image/jpeg' });
  const source = sourceOf(refused ? refused.json : found.json, frame);
  const crumbs = breadcrumbs(request, heading, { [target]: label });
  const content = { title: heading, crumbs, page, ...source, curl };
  sendPage(browser, frame, ['file', content], refused);
}

/** Adds a file to an object: its first one, a new version, or a replacement of the latest version. */
export async function fileByForm(request: FormRequest): Promise<void> {
  const { browser, target, sent, file } = request;
  if (!browser.operations.hasFile(target)) throw notFound('A form for this page');
  const found = await readResource(request);
  if (!found) return;
  const stream = latestStream(found);
  const etagOf = async (): Promise<string> => {
    if (!stream) return '';
    const { headers } = await callService(browser, { method: 'GET', url: `/streams/${encodeURIComponent(stream.id)}` });
    return headers['etag'] ?? '';
  };
  const form = { found, stream, etag: sent?.get('etag') ?? (await etagOf()) };
  if (!sent) return sendFileForm(request, form);
  if (!file) return sendFileForm(request, { ...form, faults: ['Choose a file.'] });
  const how = stream ? howOf(sent).toUpperCase() : 'POST';
  const url = uploadUrl(`/streams/version/${encodeURIComponent(found.resource.id)}`, file, sent);
  const condition = how === 'PATCH' ? unchangedSince(sent) : {};
  const answer = await callWithFile(browser, file, { ...condition, method: how, url });
  if (answer.status === 401) return sendError(browser, answer);
  if (answer.status < 400) return sendRedirect(browser, savedHref(ownHref(target, browser)));
  const etag = answer.status === 412 ? await etagOf() : form.etag;
  sendFileForm(request, { ...form, etag, refused: answer });
}
