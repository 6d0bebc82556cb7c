// Recorded traffic against the description (`--har`): of a file, or of the running service, which is sent the recorded reads again.
import { isNode, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { ContractError, readGivenFile } from '../contract-error.ts';
import { createDescriptionCheck, type DescriptionCheck } from '../description-check.ts';
import { jsonApiFaults } from '../json-api.ts';
import { JSON_API, operationsOf, type Operation } from '../operations.ts';
import { deviationOf } from '../report/deviations.ts';
import { curlLine, showText, type Report } from '../report/report.ts';
import type { Session } from '../session.ts';
import { readHar, type Recorded } from './har.ts';
import { createRequestCheck } from './sent-requests.ts';

interface Setting {
  entries: readonly Recorded[];
  /** Path and query below the address of the API. */
  pathOf: (entry: Recorded) => string;
  operationOf: (entry: Recorded) => Operation | undefined;
  report: Report;
}

/** All responses of a service have it (D41). */
const OWN_HEADER = 'x-api-version';

/** @throws ContractError when the file cannot be read, or is no description */
async function readDescription(file: string): Promise<OpenApiDocument> {
  const text = await readGivenFile('--description', file);
  try {
    const document = JSON.parse(text) as OpenApiDocument;
    if (isNode(document) && isNode(document['paths'])) return document;
  } catch {
    // The message below is for both.
  }
  throw new ContractError(`--description: ${file} is no OpenAPI description as JSON`);
}

/** Entries of the services that were recorded, and not of other hosts, or of pages and their files. */
function ofServices(entries: readonly Recorded[]): Recorded[] {
  const origins = new Set(entries.filter(({ headers }) => OWN_HEADER in headers).map(({ url }) => url.origin));
  return entries.filter(
    ({ url, headers, status }) =>
      origins.has(url.origin) &&
      (status >= 400 || !/^text\/(?:html|css|javascript)/.test(headers['content-type'] ?? '')),
  );
}

/** The path of the API's address, such as `/api`. */
function prefixOf(document: OpenApiDocument): string {
  const [server] = (document['servers'] ?? []) as { url?: string }[];
  return new URL(server?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
}

/** Headers that a person needs to send the request again; those with secrets are not shown. */
const SHOWN = new Set(['accept', 'content-type', 'prefer', 'if-match', 'if-none-match', 'idempotency-key', 'range']);

function shownOf({ method, url, requestHeaders, body, status, headers, text }: Recorded) {
  const kept = Object.entries(requestHeaders).filter(([name]) => SHOWN.has(name));
  const sent = { method, url: url.href, headers: Object.fromEntries(kept) };
  return {
    request: curlLine({ ...sent, body: body === undefined ? undefined : Buffer.from(body) }),
    answer: `${status} ${headers['content-type'] ?? ''}\n${showText(text ?? '(not recorded)')}`,
  };
}

/** Faults of a response, by title. */
function responseFaults(check: DescriptionCheck, operation: Operation | undefined, path: string, entry: Recorded) {
  const { method, status, headers, text } = entry;
  const faults: { title: string; detail: string }[] = [];
  try {
    check.check({ method, url: path, status, headers, text });
  } catch (error) {
    faults.push({ title: 'not as described', detail: (error as Error).message.split('\n')[0] ?? '' });
  }
  const mediaType = headers['content-type'] ?? '';
  if (!mediaType.startsWith(JSON_API) || method === 'HEAD' || !text || faults.length > 0) return faults;
  const found = {
    status,
    mediaType,
    location: headers['location'],
    url: path,
    method,
    body: JSON.parse(text) as unknown,
  };
  const details = jsonApiFaults(found).filter((detail) => !deviationOf(operation, detail));
  return [...faults, ...details.map((detail) => ({ title: 'not JSON:API 1.1', detail }))];
}

interface Recording {
  /** The file. */
  har: string;
  document: OpenApiDocument;
  report: Report;
}

/** @throws ContractError when nothing of the file is of a service */
async function settingOf({ har, document, report }: Recording, check: DescriptionCheck): Promise<Setting> {
  const all = await readHar(har);
  const entries = ofServices(all);
  if (entries.length === 0) throw new ContractError(`--har: ${har} has no response with the header X-Api-Version`);
  const refused = entries.filter(({ status }) => status >= 400).length;
  report.note(`${entries.length} of ${all.length} recorded requests are of the API; ${refused} of them were refused`);
  const operations = operationsOf(document);
  const prefix = prefixOf(document);
  const pathOf = ({ url }: Recorded): string =>
    (url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname) + url.search;
  return {
    entries,
    pathOf,
    operationOf(entry) {
      const verb = entry.method === 'HEAD' ? 'get' : entry.method.toLowerCase();
      const described = check.pathOf(pathOf(entry), verb);
      return operations.find(({ path, method }) => path === described && method === verb.toUpperCase());
    },
    report,
  };
}

const nameOf = (operation: Operation | undefined, { method, url }: Recorded): string =>
  operation?.operationId ?? `${method} ${url.pathname}`;

async function checkRecorded(recording: Recording): Promise<Setting> {
  const { document, report } = recording;
  const check = createDescriptionCheck(document);
  const setting = await settingOf(recording, check);
  const requestFaults = createRequestCheck(document, check);
  for (const entry of setting.entries) {
    const operation = setting.operationOf(entry);
    // A refused request is as wrong as the client has meant it to be.
    const sent = operation && entry.status < 400 ? requestFaults(operation, entry) : [];
    const faults = [
      ...responseFaults(check, operation, setting.pathOf(entry), entry),
      ...sent.map((detail) => ({ title: 'the request is accepted, and not as described', detail })),
    ];
    const name = nameOf(operation, entry);
    if (faults.length === 0) report.pass('recorded', name);
    for (const fault of faults) report.fail('recorded', name, { ...fault, ...shownOf(entry) });
  }
  report.finish('recorded');
  return setting;
}

/**
 * @param open signs in at the service whose description it is, if no file of one is given
 * @throws ContractError when a file cannot be read, or the service does not respond
 */
export async function runRecordedPart(
  { har, report, description }: Omit<Recording, 'document'> & { description: string | undefined },
  open: () => Promise<Session>,
): Promise<void> {
  if (description !== undefined) {
    await checkRecorded({ har, document: await readDescription(description), report });
    return;
  }
  const session = await open();
  try {
    await readAgain(await checkRecorded({ har, document: session.document(), report }), session);
  } finally {
    session.close();
  }
}

/** Sends the recorded reads that succeeded, each once: they succeed still, and as described (`structure`). */
async function readAgain({ entries, pathOf, operationOf, report }: Setting, session: Session): Promise<void> {
  const seen = new Set<string>();
  for (const entry of entries) {
    const path = pathOf(entry);
    const accept = entry.requestHeaders['accept'] ?? '*/*';
    const key = `${path} ${accept}`;
    if (entry.method !== 'GET' || entry.status >= 400 || seen.has(key)) continue;
    seen.add(key);
    const { status, shown } = await session.send({ method: 'GET', path, headers: { accept } });
    const name = nameOf(operationOf(entry), entry);
    const detail = `GET ${path} was answered ${entry.status} when it was recorded, and is answered ${status} now`;
    if (status < 400) report.pass('recorded', name);
    else report.fail('recorded', name, { title: 'it is answered otherwise', detail, ...shown });
  }
  report.finish('structure');
  report.note(`${seen.size} recorded reads were sent again`);
}
